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
