// Addresses of the pictures that pages show: photos of parts and of people, pictures of slides.
import { BRIDGE, INFORMATOR, MNOTE } from '../../../contract/api.ts';
import { type PictureSources, pictureSources } from '../../../rules/catalogue/pictures.ts';
import { site } from './site.ts';

/** Where the photos of parts lie. */
export const PHOTO_FOLDER = `${site.bridgeUrl}${BRIDGE}/card/photo/`;

/** Addresses of a person's photo: itself and the twice as wide one, as `src` and `srcset`. */
export const profilePhotoSources = (name: string): PictureSources =>
  pictureSources(`${site.informatorUrl}${INFORMATOR}/user/photo/`, name);

/** The same of a picture of a slide. */
export const noteImageSources = (name: string): PictureSources =>
  pictureSources(`${site.mnoteUrl}${MNOTE}/static/images/`, name);
