import { BlockList, isIP } from 'node:net';
import { type Check, commaList, line } from './checks.ts';

/** What a place is called that an address belongs to; '' where none is named. */
export type PlaceOfAddress = (address: string) => string;

/** Longest prefix by version of the protocol. */
const LENGTHS = { ipv4: 32, ipv6: 128 } as const;
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A comma list of ranges with what is there, `10.1.0.0/16=Склад`; of several that hold an address the first counts. */
export const addressPlaces: Check<PlaceOfAddress> = (value) => {
  const checked = line(value);
  if ('problem' in checked) return checked;
  const places: { readonly range: BlockList; readonly name: string }[] = [];
  for (const item of commaList(checked.value)) {
    const at = item.indexOf('=');
    const range = rangeOf(item.slice(0, Math.max(0, at)).trim());
    const name = item.slice(at + 1).trim();
    if (at < 0 || !range || name === '')
      return {
        problem: `must be a comma list like 10.1.0.0/16=Склад, not "${item}"`,
        russian: 'список через запятую вида 10.1.0.0/16=Склад',
      };
    places.push({ range, name });
  }
  return { value: (address) => placeIn(places, address) };
};

function placeIn(
  places: readonly { readonly range: BlockList; readonly name: string }[],
  named: string,
): string {
  // Of IPv6 a client is its network.
  const [address = ''] = named.split('/');
  if (isIP(address) === 0) return '';
  return places.find(({ range }) => range.check(address, familyOf(address)))?.name ?? '';
}

/** An address or a network; null for anything else. */
function rangeOf(text: string): BlockList | null {
  const [address = '', length, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return null;
  const family = familyOf(address);
  const range = new BlockList();
  if (length === undefined) range.addAddress(address, family);
  else if (!/^\d{1,3}$/.test(length) || Number(length) > LENGTHS[family]) return null;
  else range.addSubnet(address, Number(length), family);
  return range;
}
