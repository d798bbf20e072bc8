// Which network addresses a price list may be fetched from (none inside the shop's own network), and failures of
// connections in words.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { typographed } from '../../../rules/format/typography.ts';
import { SourceProblem } from './source.ts';

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

/** The address to connect to (a second look-up may answer another); public unless allowed. Throws SourceProblem. */
export async function addressOf(host: string, allowsPrivate: boolean): Promise<string> {
  const found = await lookup(host.replace(/^\[|\]$/gu, ''), { all: true }).catch(() => {
    throw new SourceProblem(`Сервер ${host} не найден`);
  });
  const [first] = found;
  if (!first) throw new SourceProblem(`Сервер ${host} не найден`);
  if (!allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new SourceProblem(`Адрес ${host} внутренний: такие разрешает только настройка IMPORT_PRIVATE_ADDRESSES`);
  return first.address;
}

/** Codes of node, OpenSSL and libuv by which a connection fails, for the person who looks after the source. */
const WORDS = typographed<Readonly<Record<string, string>>>({
  ECONNREFUSED: 'он не принимает соединения',
  ECONNRESET: 'он оборвал соединение',
  EHOSTUNREACH: 'до него нет пути',
  ENETUNREACH: 'до него нет пути',
  ETIMEDOUT: 'нет ответа',
  ENOTFOUND: 'такого имени нет',
  EAI_AGAIN: 'его имя не находится',
  CERT_HAS_EXPIRED: 'истёк его сертификат',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'его сертификат подписан им самим',
  SELF_SIGNED_CERT_IN_CHAIN: 'его сертификат никем не заверен',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'его сертификат никем не заверен',
  ERR_TLS_CERT_ALTNAME_INVALID: 'его сертификат выдан другому имени',
});

/** Why a connection failed, in Russian where we know, with what the network said. */
export function connectionProblem({ code, message }: NodeJS.ErrnoException): string {
  const words = code === undefined ? undefined : WORDS[code];
  return words ? `${words} (${code})` : message;
}
