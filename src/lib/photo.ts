import { BRIDGE } from '../../contract/paths.ts';
import { site } from './site.ts';

const address = (name: string): string =>
  `${site.services.bridge}${BRIDGE}/card/photo/${encodeURIComponent(name)}`;

/** Addresses of a stored photo: itself and the twice as wide one, as `src` and `srcset`. */
export function photoSources(name: string): { src: string; srcSet: string } {
  const double = name.replace(/(\.[a-z0-9]+)?$/i, '@2x$1');
  return { src: address(name), srcSet: `${address(name)} 1x, ${address(double)} 2x` };
}
