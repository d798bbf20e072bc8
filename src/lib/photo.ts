import { BRIDGE, INFORMATOR } from '../../contract/paths.ts';
import { site } from './site.ts';

interface PhotoSources {
  readonly src: string;
  readonly srcSet: string;
}

/** Addresses of a stored photo of a part: itself and the twice as wide one, as `src` and `srcset`. */
export const photoSources = (name: string): PhotoSources =>
  sourcesIn(`${site.services.bridge}${BRIDGE}/card/photo/`, name);

/** The same of a person's photo. */
export const profilePhotoSources = (name: string): PhotoSources =>
  sourcesIn(`${site.services.informator}${INFORMATOR}/user/photo/`, name);

function sourcesIn(folder: string, name: string): PhotoSources {
  const src = folder + encodeURIComponent(name);
  const double = src.replace(/(\.[a-z0-9]+)?$/i, '@2x$1');
  return { src, srcSet: `${src} 1x, ${double} 2x` };
}
