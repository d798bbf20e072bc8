// Which network addresses a price list may be fetched from (none inside the shop's own network), and failures of
// connections in words.
import { lookup } from 'node:dns/promises';
import { typographed } from '../../../rules/format/typography.ts';
import { isPublicAddress } from './public-address.ts';
import { SourceProblem } from './source.ts';

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
