import { BRIDGE, INFORMATOR, MNOTE } from '../../../contract/api.ts';
import { type PictureSources, pictureSources } from '../../../rules/catalogue/pictures.ts';
import { site } from './site.ts';

/** Where the photos of parts lie. */
export const PHOTO_FOLDER = `${site.services.bridge}${BRIDGE}/card/photo/`;

/** Addresses of a stored photo of a part: itself and the twice as wide one, as `src` and `srcset`. */
export const photoSources = (name: string): PictureSources => pictureSources(PHOTO_FOLDER, name);

/** The same of a person's photo. */
export const profilePhotoSources = (name: string): PictureSources =>
  pictureSources(`${site.services.informator}${INFORMATOR}/user/photo/`, name);

/** The same of a picture of a slide. */
export const noteImageSources = (name: string): PictureSources =>
  pictureSources(`${site.services.mnote}${MNOTE}/static/images/`, name);
