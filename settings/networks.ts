// Checks and types for the settings about networks: trusted proxies, named address ranges, local addresses. The
// settings themselves are in table.ts.
import { BlockList, isIP } from 'node:net';
import { type Check, commaList, line } from './checks.ts';

/** Whether a sender may say on whose behalf it sends: `hop` 0 is the connection itself, 1 the sender before it. */
export type ProxyTrust = (address: string | undefined, hop: number) => boolean;

/** Most proxies that can be counted; more is a mistake. */
const HOPS_MAX = 10;

/** Networks that cannot be reached from outside: loopback, private IPv4 (RFC 1918), unique local IPv6 (RFC 4193). */
const PRIVATE_NETWORKS = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7'] as const;

export const TRUST_NONE: ProxyTrust = () => false;

/** `off` none, `on` one with a private address, a number as many of any address, a list those; null: anything else. */
function proxyTrustOf(setting: string): ProxyTrust | null {
  const word = setting.trim().toLowerCase();
  if (['off', '0', 'false', 'no'].includes(word)) return TRUST_NONE;
  if (['on', 'true', 'yes'].includes(word)) {
    const isPrivate = trustOfNetworks(PRIVATE_NETWORKS);
    return (address, hop) => hop === 0 && isPrivate !== null && isPrivate(address, hop);
  }
  if (/^\d+$/.test(word)) {
    const hops = Number(word);
    return hops <= HOPS_MAX ? (_address, hop) => hop < hops : null;
  }
  return trustOfNetworks(word.split(','));
}

/** Null when one of them is invalid, or a network of all addresses. */
function trustOfNetworks(networks: readonly string[]): ProxyTrust | null {
  const known = new BlockList();
  if (!networks.every((network) => addRange(known, network.trim(), 1))) return null;
  return (address = '') => isIP(address) !== 0 && known.check(address, familyOf(address));
}

export const proxies: Check<ProxyTrust> = (value) => {
  const trust = proxyTrustOf(value);
  return trust
    ? { value: trust }
    : {
        problem: `must be off, on, a number of proxies up to 10, or addresses and networks like 127.0.0.1,10.0.0.0/8, not "${value}"`,
        russian: 'off, on, число прокси до 10 или адреса и сети вида 127.0.0.1,10.0.0.0/8',
      };
};

/** Name of the place that an address belongs to; '' where none is named. */
export type PlaceOfAddress = (address: string) => string;

/** Longest prefix by version of the protocol. */
const LENGTHS = { ipv4: 32, ipv6: 128 } as const;
const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A comma list of ranges with their places, `10.1.0.0/16=Склад`; the first that contains an address counts. */
export const addressPlaces: Check<PlaceOfAddress> = (value) => {
  const checked = line(value);
  if ('problem' in checked) return checked;
  const places: { readonly range: BlockList; readonly name: string }[] = [];
  for (const item of commaList(checked.value)) {
    const at = item.indexOf('=');
    const range = new BlockList();
    const name = item.slice(at + 1).trim();
    if (at < 0 || name === '' || !addRange(range, item.slice(0, Math.max(0, at)).trim(), 0))
      return {
        problem: `must be a comma list like 10.1.0.0/16=Склад, not "${item}"`,
        russian: 'список через запятую вида 10.1.0.0/16=Склад',
      };
    places.push({ range, name });
  }
  return { value: (address) => placeIn(places, address) };
};

function placeIn(places: readonly { readonly range: BlockList; readonly name: string }[], named: string): string {
  // An IPv6 client is its network.
  const [address = ''] = named.split('/');
  if (isIP(address) === 0) return '';
  return places.find(({ range }) => range.check(address, familyOf(address)))?.name ?? '';
}

/** Adds an address, or a network with at least so long a prefix, to a list; false for anything else. */
function addRange(range: BlockList, text: string, shortest: number): boolean {
  const [address = '', length, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return false;
  const family = familyOf(address);
  if (length === undefined) range.addAddress(address, family);
  else if (!/^\d{1,3}$/.test(length) || Number(length) < shortest || Number(length) > LENGTHS[family]) return false;
  else range.addSubnet(address, Number(length), family);
  return true;
}

/** The address by which a program that listens there is reached from its own machine. */
export function localAddress(listensAt: string, port: number): string {
  const host = listensAt === '0.0.0.0' || listensAt === '::' ? 'localhost' : listensAt;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => LOOPBACK_HOSTS.has(host);

/** The nearest sender that is not trusted, from the right of X-Forwarded-For: clients make up what stands before it. */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trust: ProxyTrust,
): string {
  const named = [forwardedFor ?? []].flat().join(',').split(',').reverse();
  let address = peer ?? '';
  for (const [hop, sender] of named.entries()) {
    if (sender.trim() === '' || !trust(address, hop)) break;
    address = sender.trim();
  }
  return address;
}
