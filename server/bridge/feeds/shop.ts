import { BRIDGE } from '../../../contract/paths.ts';
import { routeLinks } from '../../../rules/routes/route-links.ts';

/** What the feeds say of the shop itself; plain values, they travel to the thread that writes the files. */
export interface Shop {
  readonly name: string;
  /** Address of the site, without a slash at the end. */
  readonly address: string;
  /** Where this service is reached from outside, for its pictures. */
  readonly serviceAddress: string;
}

/** Address of the page of a position. */
export const productAddress = ({ address }: Shop, alias: string): string =>
  address + routeLinks.product(alias);

/** Address of a stored photo. */
export const photoAddress = ({ serviceAddress }: Shop, photo: string): string =>
  `${serviceAddress}${BRIDGE}/card/photo/${encodeURIComponent(photo)}`;
