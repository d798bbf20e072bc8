/** Delivers mails: to an SMTP server, or into a folder. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { DeliveryFailure, type Mail, type MailTransport } from './mail.ts';
import { ATTEMPT_MAX } from './outbox-store.ts';

/** How long the mail server may take over each step, ms. */
const STEP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** A connection for each mail; `patience`: ms of silence after which it is given up. https://nodemailer.com/smtp/ */
export function smtpTransport({
  url,
  from,
  patience,
}: {
  url: string;
  from: string;
  patience?: number;
}): MailTransport {
  const steps = patience
    ? { connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience }
    : STEP_TIMEOUTS;
  return {
    send: async (mail) => {
      let handedOver = false;
      const transport = createTransport({ url, ...steps });
      transport.use('stream', (composed, done) => {
        const flush = (end: () => void) => {
          handedOver = true;
          end();
        };
        composed.message.transform(() => new PassThrough({ flush }));
        done();
      });
      try {
        await transport.sendMail({ ...composeMail(mail, from), signal: AbortSignal.timeout(ATTEMPT_MAX) });
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: number; message: string };
        // Any answer of the server says that the mail was not accepted.
        throw new DeliveryFailure(message, handedOver && responseCode === undefined);
      } finally {
        transport.close();
      }
    },
  };
}

/** Writes mails into a folder as .eml files, readable by the owner only; a repeated mail replaces itself. */
export function folderTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    keepsMails: true,
    send: async (mail) => {
      const { message } = await composer.sendMail(composeMail(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${mail.createdAt.toISOString().replace(/[^\dTZ]/g, '')}-${mail.messageId}.eml`;
      const draft = join(folder, `${name}.part`);
      await writeFile(draft, message as Buffer, { mode: 0o600 });
      await rename(draft, join(folder, name));
    },
  };
}

/** Addresses as parts, apart from the envelope: no value can add a header or a recipient. https://nodemailer.com/message/ */
function composeMail(mail: Mail, from: string): SendMailOptions {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    from: { name: '', address: from },
    to: { name: '', address: mail.to },
    envelope: { from, to: [mail.to] },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}@${domain}>`,
    date: mail.createdAt,
    textEncoding: 'base64',
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim();

export interface StoredMail {
  readonly name: string;
  readonly to: string;
  readonly subject: string;
  readonly date: string;
  readonly text: string;
}

/** Reads a mail as our own folder transport writes it: its text is the first part and in base64. */
export function readLaidMail(name: string, source: string): StoredMail {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const header = (field: string) => new RegExp(`^${field}: (.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
  return {
    name,
    to: header('To'),
    subject: decodeWords(header('Subject')),
    date: header('Date'),
    text: Buffer.from(plainPart(source), 'base64').toString('utf8'),
  };
}

/** The encoded body of the plain part: from the end of its headers to the boundary. */
function plainPart(source: string): string {
  let at = 0;
  for (const mark of ['Content-Type: text/plain', 'Content-Transfer-Encoding: base64\r\n', '\r\n']) {
    const found = source.indexOf(mark, at);
    if (found === -1) return '';
    at = found + mark.length;
  }
  const end = source.indexOf('\r\n--', at);
  return end === -1 ? '' : source.slice(at, end);
}

/** Encoded words of a header (RFC 2047); blanks between two of them are not part of the text. */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, coded: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(coded, 'base64').toString('utf8') : decodeQuoted(coded),
    );

function decodeQuoted(coded: string): string {
  const bytes = coded
    .replaceAll('_', ' ')
    .replace(/=([0-9A-F]{2})/gi, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
