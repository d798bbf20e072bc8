// Names and addresses of the smaller and larger copies of stored pictures, for the server that makes them and the pages
// that show them.
import { THUMBNAIL_WIDTHS } from '../../contract/limits.ts';

export interface PictureSources {
  readonly src: string;
  readonly srcSet: string;
}

/** Addresses of a stored picture below `folder`: itself and the twice as wide one, as `src` and `srcset`. */
export function pictureSources(folder: string, name: string): PictureSources {
  const src = folder + encodeURIComponent(name);
  const double = src.replace(/(\.[a-z0-9]+)?$/i, '@2x$1');
  return { src, srcSet: `${src} 1x, ${double} 2x` };
}

export const thumbnailName = (name: string, width: number): string => name.replace(/(\.[a-z0-9]+)?$/i, `@${width}w$1`);

/** Addresses of the small pictures of a stored one below `folder`: the narrowest, and all with their widths. */
export function thumbnailSources(folder: string, name: string): PictureSources {
  const photo = folder + encodeURIComponent(name);
  const addresses = THUMBNAIL_WIDTHS.map((width) => thumbnailName(photo, width));
  return {
    src: addresses[0] ?? '',
    srcSet: addresses.map((address, at) => `${address} ${THUMBNAIL_WIDTHS[at]}w`).join(', '),
  };
}
