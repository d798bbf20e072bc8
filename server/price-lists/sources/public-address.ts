// Which network addresses the internet leads to: none of this machine, of a network inside of a house, or reserved.
import { BlockList, isIP } from 'node:net';

/** Networks that the internet does not lead to. https://www.iana.org/assignments/iana-ipv4-special-registry */
const INNER: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 8, 'ipv6'],
  ['64:ff9b::', 32, 'ipv6'],
  ['100::', 8, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];

// Two lists: one would take addresses of IPv4 for those of IPv6 that stand for them, and `::/8` holds all of these.
const inner = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix, family] of INNER) inner[family].addSubnet(network, prefix, family);

/** Whether the internet leads to an address: not to this machine, its network or anything that stands for them. */
export function isPublicAddress(address: string): boolean {
  const bare = address
    .replace(/^\[|\]$/gu, '')
    .split('%', 1)
    .join();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(bare)?.[1];
  if (mapped) return isPublicAddress(mapped);
  const version = isIP(bare);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  return version !== 0 && !inner[family].check(bare, family);
}
