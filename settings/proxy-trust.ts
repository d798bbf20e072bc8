import { BlockList, isIP } from 'node:net';

/**
 * Whether a sender of a request may say on whose behalf it sends: `hop` 0 is the connection itself, 1 what it names as
 * the sender before it, and so on.
 */
export type ProxyTrust = (address: string | undefined, hop: number) => boolean;

/** Most proxies that can be counted; more than that is a mistake. */
const HOPS_MAX = 10;

/** Networks that cannot be reached from outside: loopback, private IPv4 (RFC 1918), unique local IPv6 (RFC 4193). */
const PRIVATE_NETWORKS = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1',
  'fc00::/7',
] as const;

/** Nobody but the connection itself is believed. */
export const TRUST_NOBODY: ProxyTrust = () => false;

/**
 * What a setting trusts: `off` nobody, `on` one proxy with a private address, a number as many proxies whatever their
 * address, and a comma list of addresses and networks those. Null for anything else.
 */
export function proxyTrustOf(setting: string): ProxyTrust | null {
  const word = setting.trim().toLowerCase();
  if (['off', '0', 'false', 'no'].includes(word)) return TRUST_NOBODY;
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
