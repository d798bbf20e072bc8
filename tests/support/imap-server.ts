import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import { encodeAs } from './encodings.ts';
import type { OwnCertificate } from './own-certificate.ts';

/** A file that hangs on a mail. */
export interface ServedAttachment {
  /** Empty: the file has no name. */
  readonly name: string;
  /** The declared type; `application/octet-stream` where none is given. */
  readonly type?: string;
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
  /** Subject and names of files are sent in the bytes of this encoding, as no rule allows. */
  readonly rawIn?: string;
  readonly attachments: readonly ServedAttachment[];
  /** When it came; the server gives no time for mails without one. */
  readonly at?: Date;
}

export interface ImapServer {
  readonly port: number;
  mails: ServedMail[];
  uidValidity: number;
  /** Every command that came, without its tag; LOGIN without arguments. */
  readonly heard: string[];
  close(): Promise<void>;
}

/**
 * As much of an IMAP4rev1 server (RFC 3501) as clients need to look for mails and to fetch parts of them: one user with one
 * mailbox; over TLS where a certificate is given.
 */
export async function startImapServer(
  user: string,
  password: string,
  certificate?: OwnCertificate,
): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const state: ImapServer = {
    port: 0,
    mails: [],
    uidValidity: 1,
    heard: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const greet = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    talk(socket, state, (name, word) => name === user && word === password);
  };
  const server = certificate ? createSecureServer(certificate, greet) : createServer(greet);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, { port: (server.address() as AddressInfo).port });
}

const bytesOf = (text: string, encoding = 'utf-8'): Buffer =>
  encoding === 'utf-8' ? Buffer.from(text) : encodeAs(encoding, text);

const isInbox = (command: string): boolean => / "?INBOX"?$/i.test(command);

/** What a conversation looks at. */
type Talk = Omit<ImapServer, 'port' | 'close'>;

type Check = (user: string, password: string) => boolean;

function talk(socket: Socket, state: Talk, isKnown: Check): void {
  const say = (line: string, encoding?: string) => socket.write(bytesOf(`${line}\r\n`, encoding));
  say('* OK [CAPABILITY IMAP4rev1] ready');
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(line) ?? [];
      state.heard.push(command.startsWith('LOGIN') ? 'LOGIN' : command);
      for (const line of answers(command, state)) say(line, mailOf(command, state.mails)?.rawIn);
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

function answers(command: string, state: Talk): string[] {
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

const raw = (text: string): string => `"${text}"`;
const quoted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is beyond ASCII is encoded (RFC 2047).
  `"${/^[\x00-\x7f]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`}"`;
const base64 = ({ content }: ServedAttachment): string => content.toString('base64').replace(/.{76}/g, '$&\r\n');

const mailOf = (command: string, mails: readonly ServedMail[]): ServedMail | undefined =>
  mails.find((mail) => mail.uid === Number(/^UID FETCH (\d+)/.exec(command)?.[1]));

function fetched(command: string, mails: readonly ServedMail[]): string[] {
  const mail = mailOf(command, mails);
  if (!mail) return [];
  const at = mails.indexOf(mail);
  const items = [`UID ${mail.uid}`];
  const named = mail.rawIn === undefined ? quoted : raw;
  const lengthOf = (text: string) => bytesOf(text, mail.rawIn).length;
  if (command.includes('HEADER.FIELDS')) {
    const header = `Subject: ${mail.subject}\r\n\r\n`;
    items.push(`BODY[HEADER.FIELDS (SUBJECT)] {${lengthOf(header)}}\r\n${header}`);
  }
  if (command.includes('INTERNALDATE') && mail.at) items.push(`INTERNALDATE "${internalDate(mail.at)}"`);
  if (command.includes('ENVELOPE')) items.push(`ENVELOPE ${envelope(mail, named)}`);
  if (command.includes('BODYSTRUCTURE')) items.push(`BODYSTRUCTURE ${structure(mail, named)}`);
  for (const [, part = '', mime, start, length] of command.matchAll(
    /BODY\.PEEK\[(\d+)(\.MIME)?\](?:<(\d+)\.(\d+)>)?/g,
  )) {
    const attachment = mail.attachments[Number(part) - 2];
    const disposition = attachment?.name ? `Content-Disposition: attachment; filename="${attachment.name}"\r\n` : '';
    const whole = mime
      ? `Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n${mail.rawIn ? disposition : ''}\r\n`
      : attachment
        ? base64(attachment)
        : 'Прайс во вложении';
    const bytes = start === undefined ? whole : whole.slice(Number(start), Number(start) + Number(length));
    const origin = start === undefined ? '' : `<${start}>`;
    items.push(`BODY[${part}${mime ?? ''}]${origin} {${lengthOf(bytes)}}\r\n${bytes}`);
  }
  return [`* ${at + 1} FETCH (${items.join(' ')})`];
}

/** A moment as the protocol writes it: `17-Jul-1996 02:44:25 +0000`. */
function internalDate(at: Date): string {
  const [, day, month, year, time] = at.toUTCString().split(' ');
  return `${day}-${month}-${year} ${time} +0000`;
}

type Naming = (text: string) => string;

function envelope({ from, besides, subject, announced }: ServedMail, named: Naming): string {
  const authors = besides === undefined ? [from] : [from, besides];
  const people = authors.map((author) => {
    const [name, host] = author.split('@');
    return `(NIL NIL "${name}" "${host}")`;
  });
  const address = `(${people.join('')})`;
  const title = announced === undefined ? named(subject) : `{${announced}}\r\n`;
  return `("Wed, 10 Jun 2026 14:00:00 +0000" ${title} ${address} ${address} ${address} NIL NIL NIL NIL "<1@a>")`;
}

function structure({ attachments }: ServedMail, named: Naming): string {
  const text = '("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "8BIT" 30 1 NIL NIL NIL NIL)';
  const files = attachments.map((attachment) => {
    const [type, subtype] = (attachment.type ?? 'application/octet-stream').toUpperCase().split('/');
    const name = named(attachment.name);
    const size = attachment.claimedSize ?? base64(attachment).length;
    const [parameters, disposition] = attachment.name ? [`("NAME" ${name})`, `("FILENAME" ${name})`] : ['NIL', 'NIL'];
    return `("${type}" "${subtype}" ${parameters} NIL NIL "BASE64" ${size} NIL ("ATTACHMENT" ${disposition}) NIL NIL)`;
  });
  return `(${text}${files.join('')} "MIXED" ("BOUNDARY" "b") NIL NIL NIL)`;
}
