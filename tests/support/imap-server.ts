import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { onTestFinished } from 'vitest';
import type { OwnCertificate } from './own-certificate.ts';

/** A file that hangs on a mail. */
export interface ServedAttachment {
  readonly name: string;
  readonly content: Buffer;
  /** What the server says of its size in base64, when that is not the truth. */
  readonly claimedSize?: number;
}

export interface ServedMail {
  readonly uid: number;
  readonly from: string;
  /** Who is named as an author as well. */
  readonly besides?: string;
  /** Instead of the subject: the beginning of a literal of so many bytes. */
  readonly announced?: number;
  readonly subject: string;
  readonly attachments: readonly ServedAttachment[];
  /** Day it came; mails without one came today. */
  readonly at?: Date;
}

export interface ImapServer {
  readonly port: number;
  mails: ServedMail[];
  uidValidity: number;
  /** Every command that came, without its tag; LOGIN without arguments. */
  readonly heard: string[];
}

/**
 * As much of an IMAP4rev1 server (RFC 3501) as clients need to look for mails and to fetch parts of them: one user with one
 * mailbox; over TLS where a certificate is given.
 */
export async function openImapServer(
  user: string,
  password: string,
  certificate?: OwnCertificate,
): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const state: { port: number; mails: ServedMail[]; uidValidity: number; heard: string[] } = {
    port: 0,
    mails: [],
    uidValidity: 1,
    heard: [],
  };
  const greet = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket, state, (name, word) => name === user && word === password);
  };
  const server = certificate ? createSecureServer(certificate, greet) : createServer(greet);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  state.port = (server.address() as AddressInfo).port;
  return state;
}

const isInbox = (command: string): boolean => / "?INBOX"?$/i.test(command);

type Check = (user: string, password: string) => boolean;

function talk(socket: Socket, state: Omit<ImapServer, 'port'>, isKnown: Check): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('* OK [CAPABILITY IMAP4rev1] ready');
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      state.heard.push(command.startsWith('LOGIN') ? 'LOGIN' : command);
      for (const told of answers(command, state)) say(told);
      const isDenied = command.startsWith('LOGIN') && !isKnown(...credentials(command));
      const isMissing = /^(?:SELECT|EXAMINE) /.test(command) && !isInbox(command);
      say(
        isDenied ? `${tag} NO [AUTHENTICATIONFAILED] no` : isMissing ? `${tag} NO no such mailbox` : `${tag} OK done`,
      );
      if (command === 'LOGOUT') socket.end();
    }
  });
}

function credentials(command: string): [string, string] {
  const [, user = '', password = ''] = /^LOGIN "?([^"\s]+)"? "?([^"]+?)"?$/.exec(command) ?? [];
  return [user, password];
}

function answers(command: string, state: Omit<ImapServer, 'port'>): string[] {
  const { mails } = state;
  if (command.startsWith('CAPABILITY')) return ['* CAPABILITY IMAP4rev1'];
  if (command.startsWith('NAMESPACE')) return ['* NAMESPACE (("" "/")) NIL NIL'];
  if (command === 'LIST "" ""') return ['* LIST (\\Noselect) "/" ""'];
  if (/^(?:LIST|LSUB)/.test(command)) return !isInbox(command) ? [] : ['* LIST (\\HasNoChildren) "/" "INBOX"'];
  if (command === 'LOGOUT') return ['* BYE'];
  if (/^(?:SELECT|EXAMINE)/.test(command) && isInbox(command))
    return [
      `* ${mails.length} EXISTS`,
      '* 0 RECENT',
      '* FLAGS (\\Seen)',
      `* OK [UIDVALIDITY ${state.uidValidity}] valid`,
      `* OK [UIDNEXT ${Math.max(0, ...mails.map(({ uid }) => uid)) + 1}] next`,
    ];
  if (command.startsWith('UID SEARCH')) return [`* SEARCH ${found(command, mails).join(' ')}`.trim()];
  if (command.startsWith('UID FETCH')) return fetched(command, mails);
  return [];
}

function found(command: string, mails: readonly ServedMail[]): number[] {
  const from = [...command.matchAll(/\bFROM "?([^"\s)]+)"?/gi)].map(([, text = '']) => text.toLowerCase());
  const [, first] = /\bUID (\d+):\*/i.exec(command.slice('UID SEARCH'.length)) ?? [];
  const since = /\bSINCE "?(\d{1,2}-\w{3}-\d{4})"?/i.exec(command)?.[1];
  const last = mails.at(-1)?.uid ?? 0;
  return mails
    .filter((mail) => from.length === 0 || from.some((text) => mail.from.toLowerCase().includes(text)))
    .filter(({ uid }) => first === undefined || uid >= Math.min(Number(first), last))
    .filter(({ at }) => since === undefined || at === undefined || at.getTime() >= Date.parse(`${since} UTC`))
    .map(({ uid }) => uid);
}

const quoted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is beyond ASCII is encoded (RFC 2047).
  `"${/^[\x00-\x7f]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`}"`;
const base64 = ({ content }: ServedAttachment): string => content.toString('base64').replace(/.{76}/g, '$&\r\n');

function fetched(command: string, mails: readonly ServedMail[]): string[] {
  const uid = Number(/^UID FETCH (\d+)/.exec(command)?.[1]);
  const at = mails.findIndex((mail) => mail.uid === uid);
  const mail = mails[at];
  if (!mail) return [];
  const items = [`UID ${uid}`];
  if (command.includes('ENVELOPE')) items.push(`ENVELOPE ${envelope(mail)}`);
  if (command.includes('BODYSTRUCTURE')) items.push(`BODYSTRUCTURE ${structure(mail)}`);
  for (const [, part = '', mime, start, length] of command.matchAll(
    /BODY\.PEEK\[(\d+)(\.MIME)?\](?:<(\d+)\.(\d+)>)?/g,
  )) {
    const attachment = mail.attachments[Number(part) - 2];
    const whole = mime
      ? `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n`
      : attachment
        ? base64(attachment)
        : 'Прайс во вложении';
    const bytes = start === undefined ? whole : whole.slice(Number(start), Number(start) + Number(length));
    const origin = start === undefined ? '' : `<${start}>`;
    items.push(`BODY[${part}${mime ?? ''}]${origin} {${Buffer.byteLength(bytes)}}\r\n${bytes}`);
  }
  return [`* ${at + 1} FETCH (${items.join(' ')})`];
}

function envelope({ from, besides, subject, announced }: ServedMail): string {
  const authors = besides === undefined ? [from] : [from, besides];
  const named = authors.map((author) => {
    const [name, host] = author.split('@');
    return `(NIL NIL "${name}" "${host}")`;
  });
  const address = `(${named.join('')})`;
  const title = announced === undefined ? quoted(subject) : `{${announced}}\r\n`;
  return `("Wed, 10 Jun 2026 14:00:00 +0000" ${title} ${address} ${address} ${address} NIL NIL NIL NIL "<1@a>")`;
}

function structure({ attachments }: ServedMail): string {
  const text = '("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "8BIT" 30 1 NIL NIL NIL NIL)';
  const files = attachments.map((attachment) => {
    const name = quoted(attachment.name);
    const size = attachment.claimedSize ?? base64(attachment).length;
    return `("APPLICATION" "OCTET-STREAM" ("NAME" ${name}) NIL NIL "BASE64" ${size} NIL ("ATTACHMENT" ("FILENAME" ${name})) NIL NIL)`;
  });
  return `(${text}${files.join('')} "MIXED" ("BOUNDARY" "b") NIL NIL NIL)`;
}
