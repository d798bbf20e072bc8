import { BRIDGE } from '../../contract/paths.ts';
import { site } from './site.ts';

/** Addresses of a stored photo: itself and the twice as wide one, as `src` and `srcset`. */
export function photoSources(name: string): { src: string; srcSet: string } {
  const src = `${site.services.bridge}${BRIDGE}/card/photo/${encodeURIComponent(name)}`;
  const double = src.replace(/(\.[a-z0-9]+)?$/i, '@2x$1');
  return { src, srcSet: `${src} 1x, ${double} 2x` };
}
