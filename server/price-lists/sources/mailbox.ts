// Opens a mailbox by IMAP for reading, and finds senders, subjects and attached price lists in it. mail.ts decides
// what is taken.
import { isIP } from 'node:net';
import type { FetchMessageObject, ImapFlow, MessageStructureObject, SearchObject } from 'imapflow';
import type { SourceSettings } from '../../../contract/catalogue/source-kinds.ts';
import { emailKey, readDomain } from '../../../contract/fields/email.ts';
import { UPLOAD_EXTENSIONS } from '../../../contract/price-lists/upload.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { chooseEncodingOf } from '../../platform/sheet-reader/encoding.ts';
import { addressOf, connectionProblem } from './public-network.ts';
import { passwordOf, type Source, type SourceContext, SourceProblem } from './source.ts';

const CONNECT_MS = 30_000;
const SILENCE_MS = 60_000;
/** Bounds of one answer, bytes and words: attachments come by 64 KB, so a larger one is an attack or a fault. */
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

/**
 * Opens the mailbox of a source for reading and closes it in the end; no mail is marked or moved. `isFlooded` says whether
 * it was closed because an answer was too large.
 * https://imapflow.com, which is loaded for the first mailbox that there is. Throws SourceProblem.
 */
export async function withMailbox<T>(
  { settings: { allowsPrivate, sealOf } }: SourceContext,
  source: Source<'mail'>,
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
  // The waiting call reports a lost connection, but not why it was closed.
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
  if (authenticationFailed) return new SourceProblem(`Сервер ${host} не принял имя или пароль`);
  if (mailboxMissing) return new SourceProblem(`На сервере ${host} нет папки ${mailbox}`);
  const isTheirs = responseStatus !== undefined || code === 'NoConnection' || CONNECTION.has(code ?? '');
  return isTheirs ? new SourceProblem(`Сервер почты ${host} не ответил: ${connectionProblem(error as Error)}`) : error;
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

const ENDINGS = UPLOAD_EXTENSIONS.split(',');

export interface Attachment {
  /** Its number in the mail. */
  readonly part: string;
  readonly name: string;
  /** Once it is decoded, roughly. */
  readonly bytes: number;
}

/** The ways in which mails may write a sender, an address or `@domain`, whose domain has letters of its own. */
function spellingsOf(sender: string): string[] {
  const at = sender.lastIndexOf('@');
  const domain = readDomain(sender.slice(at + 1));
  if (!domain) return [sender];
  return [...new Set([domain.unicode, domain.ascii])].map((name) => `${sender.slice(0, at)}@${name}`);
}

export function fromSender(sender: string): SearchObject {
  const [first = sender, ...others] = spellingsOf(sender);
  return others.length === 0 ? { from: first } : { or: [first, ...others].map((from) => ({ from })) };
}

/** Whether a mail is wanted, and why one of the sender is not; the mail of another sender needs no reason. */
type MailVerdict = 'wanted' | 'foreign' | { readonly refusal: string };

/** What becomes of a mail. Every author has to be the sender: an unknown one may name any other beside himself. */
export function verdictOf(
  { sender, subject }: Pick<SourceSettings<'mail'>, 'sender' | 'subject'>,
  mail: { readonly from: readonly string[]; readonly subject: string },
): MailVerdict {
  const spellings = spellingsOf(sender);
  const isSender = (address: string) => {
    const key = emailKey(address);
    return spellings.some((one) => (one.startsWith('@') ? key.endsWith(one) : key === one));
  };
  if (!mail.from.some(isSender)) return 'foreign';
  if (!mail.from.every(isSender))
    return { refusal: typographed('Письмо не принято: кроме отправителя источника в нём назван другой автор') };
  if (folded(mail.subject).includes(folded(subject))) return 'wanted';
  return { refusal: typographed(`Письмо не принято: в теме нет слов «${subject}»`) };
}

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Endings of files without a name, by their declared type. */
const TYPES: Readonly<Record<string, string>> = {
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.ms-excel': '.xls',
  'application/vnd.oasis.opendocument.spreadsheet': '.ods',
  'text/csv': '.csv',
};

/**
 * The price lists that hang on a mail: by the names of its files, by their types where they have none. Pictures of
 * signatures and the like are none.
 */
export function priceLists(structure: MessageStructureObject | undefined): Attachment[] {
  if (!structure) return [];
  if (structure.childNodes) return structure.childNodes.flatMap(priceLists);
  const name = structure.dispositionParameters?.filename ?? structure.parameters?.name ?? '';
  const ending = TYPES[structure.type?.toLowerCase() ?? ''];
  const isNameless = name.trim() === '' && ending !== undefined;
  if (!isNameless && !ENDINGS.some((known) => name.toLowerCase().endsWith(known))) return [];
  const sent = structure.size ?? 0;
  const bytes = structure.encoding?.toLowerCase() === 'base64' ? Math.floor((sent * 3) / 4) : sent;
  return [{ part: structure.part ?? '1', name: isNameless ? `Вложение без имени${ending}` : name, bytes }];
}

/** Characters of a header that are looked at. */
const HEADER_MAX = 16 * 1024;

/**
 * The subject of a mail. One in eight bits, which no rule allows and some programs send, is fetched as it was sent and
 * read in its likeliest encoding.
 */
export async function subjectOf(client: ImapFlow, mail: FetchMessageObject): Promise<string> {
  const subject = mail.envelope?.subject ?? '';
  if (!isMisread(subject)) return subject;
  const fetched = await client.fetchOne(String(mail.uid), { headers: ['subject'] }, { uid: true });
  const header = fetched ? headerText(fetched.headers) : '';
  return /^subject:\s*(.*)/iu.exec(header)?.[1]?.trim() ?? subject;
}

/** The name of an attachment, fetched and read likewise. */
export async function nameOf(client: ImapFlow, uid: number, { part, name }: Attachment): Promise<string> {
  if (!isMisread(name)) return name;
  const fetched = await client.fetchOne(String(uid), { bodyParts: [`${part}.mime`] }, { uid: true });
  const header = fetched ? headerText(fetched.bodyParts?.get(`${part}.mime`)) : '';
  return /\b(?:file)?name\s*=\s*"([^"]{1,1000})"/iu.exec(header)?.[1] ?? name;
}

/** Whether a text came in eight bits and was read as if it were in UTF-8 or Latin. */
const isMisread = (text: string): boolean => /\ufffd|[\u0080-\u00ff]{3}/u.test(text.slice(0, HEADER_MAX));

/** A header on one line, in its likeliest encoding. */
function headerText(bytes: Buffer | undefined): string {
  const header = (bytes ?? Buffer.alloc(0)).subarray(0, HEADER_MAX);
  return new TextDecoder(chooseEncodingOf(header).encoding).decode(header).replace(/\r?\n[ \t]+/gu, ' ');
}
