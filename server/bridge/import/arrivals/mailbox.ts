import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import type { ArrivalContext } from './context.ts';
import { networkWords } from './net/network-words.ts';
import { addressOf } from './net/public-address.ts';
import { passwordOf } from './secrets.ts';
import { type Source, SourceProblem } from './source.ts';

const CONNECT_MS = 30_000;
const SILENCE_MS = 60_000;
/**
 * Most that one answer may hold, bytes and words of it: attachments come in pieces of 64 KB, so that what is large in an answer
 * was made large by whoever wrote the mail, or by the server itself.
 */
const ANSWER_BOUNDS = {
  maxLineLength: 8 * 1024 * 1024,
  maxLiteralSize: 4 * 1024 * 1024,
  maxResponseSize: 8 * 1024 * 1024,
  maxResponseTokens: 200_000,
};
const OVER_BOUNDS: ReadonlySet<string> = new Set([
  'LineTooLarge',
  'LiteralTooLarge',
  'ResponseTooLarge',
  'TooManyTokens',
]);

export type MailSource = Extract<Source, { kind: 'mail' }>;

/**
 * Opens the mailbox of a source for reading and closes it in the end; no mail is marked or moved. `isFlooded` tells whether
 * it was given up because an answer held too much.
 * https://imapflow.com, which is loaded for the first mailbox that there is. Throws SourceProblem.
 */
export async function withMailbox<T>(
  { settings: { allowsPrivate, sealOf } }: ArrivalContext,
  source: MailSource,
  signal: AbortSignal,
  work: (client: ImapFlow, isFlooded: () => boolean) => Promise<T>,
): Promise<T> {
  const { host, port, isSecure, user, mailbox } = source.settings;
  const address = await addressOf(host, allowsPrivate);
  const { ImapFlow: Mailbox } = await import('imapflow');
  const client = new Mailbox({
    host: address,
    port,
    secure: isSecure,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    auth: { user, pass: passwordOf(source, sealOf) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    ...ANSWER_BOUNDS,
  });
  let flooded = false;
  // A lost connection is told by the call that waits for it, but not why it was given up.
  client.on('error', ({ code }: ImapError) => {
    flooded ||= OVER_BOUNDS.has(code ?? '');
  });
  const stop = () => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    const lock = await client.getMailboxLock(mailbox, { readOnly: true });
    try {
      return await work(client, () => flooded);
    } finally {
      lock.release();
    }
  } catch (error) {
    throw flooded
      ? new SourceProblem(`Сервер почты ${host} прислал слишком много данных`)
      : problemOf(error, host, mailbox);
  } finally {
    signal.removeEventListener('abort', stop);
    await client.logout().catch(() => client.close());
  }
}

interface ImapError extends Error {
  readonly authenticationFailed?: boolean;
  readonly mailboxMissing?: boolean;
  readonly responseStatus?: string;
  readonly code?: string;
}

/** What came from the mail server is a problem of the source; anything else, such as a full disk, is ours. */
function problemOf(error: unknown, host: string, mailbox: string): unknown {
  const { authenticationFailed, mailboxMissing, responseStatus, code } = error as ImapError;
  if (authenticationFailed) return new SourceProblem(`Сервер ${host} не\u00a0принял имя или пароль`);
  if (mailboxMissing) return new SourceProblem(`На\u00a0сервере ${host} нет папки ${mailbox}`);
  const isTheirs = responseStatus !== undefined || code === 'NoConnection' || CONNECTION.has(code ?? '');
  return isTheirs
    ? new SourceProblem(`Сервер почты ${host} не\u00a0ответил: ${networkWords(error as Error)}`)
    : error;
}

const CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EConnectionClosed',
  'CONNECT_TIMEOUT',
  'GREETING_TIMEOUT',
  'UPGRADE_TIMEOUT',
  'ClosedAfterConnectTLS',
  'ClosedAfterConnectText',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_HAS_EXPIRED',
  'EPROTO',
]);
