import { BlockList, isIP } from 'node:net';
import { type Check, commaList, line } from './checks.ts';

/**
 * Whether a sender of a request may say on whose behalf it sends: `hop` 0 is the connection itself, 1 what it names as
 * the sender before it, and so on.
 */
export type ProxyTrust = (address: string | undefined, hop: number) => boolean;

/** Most proxies that can be counted; more than that is a mistake. */
const HOPS_MAX = 10;

/** Networks that cannot be reached from outside: loopback, private IPv4 (RFC 1918), unique local IPv6 (RFC 4193). */
const PRIVATE_NETWORKS = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7'] as const;

/** Nobody but the connection itself is believed. */
export const TRUST_NONE: ProxyTrust = () => false;

/**
 * What a setting trusts: `off` nobody, `on` one proxy with a private address, a number as many proxies whatever their
 * address, and a comma list of addresses and networks those. Null for anything else.
 */
export function proxyTrustOf(setting: string): ProxyTrust | null {
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

/** Null when one of them is no address and no network, or a network of everybody. */
function trustOfNetworks(networks: readonly string[]): ProxyTrust | null {
  const known = new BlockList();
  for (const network of networks) {
    const [address = '', length, ...rest] = network.trim().split('/');
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return null;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) known.addAddress(address, family);
    else if (!/^\d{1,3}$/.test(length) || Number(length) < 1) return null;
    else if (Number(length) > (version === 6 ? 128 : 32)) return null;
    else known.addSubnet(address, Number(length), family);
  }
  return (address = '') => {
    const version = isIP(address);
    return version !== 0 && known.check(address, version === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Whose word about a client counts. */
export const proxies: Check<ProxyTrust> = (value) => {
  const trust = proxyTrustOf(value);
  return trust
    ? { value: trust }
    : {
        problem: `must be off, on, a number of proxies up to 10, or addresses and networks like 127.0.0.1,10.0.0.0/8, not "${value}"`,
        russian: 'off, on, число прокси до 10 или адреса и сети вида 127.0.0.1,10.0.0.0/8',
      };
};

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

function placeIn(places: readonly { readonly range: BlockList; readonly name: string }[], named: string): string {
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

/** Where a program that listens there is reached from its own machine. */
export function localAddress(listensAt: string, port: number): string {
  const host = listensAt === '0.0.0.0' || listensAt === '::' ? 'localhost' : listensAt;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether only this machine reaches what listens there. */
export const isLoopback = (host: string): boolean => LOOPBACK_HOSTS.has(host);
