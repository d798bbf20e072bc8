/** The form of mails, as text and HTML, and the table of the outbox. */
import type { Generated, Selectable } from 'kysely';
import type { MailKind } from '../../../contract/accounts/accounts.ts';
import { typographed } from '../../../rules/format/typography.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Mail extends MailText {
  readonly to: string;
  /** The same at every attempt, so that a receiver can detect a repeated mail. Random, without a domain. */
  readonly messageId: string;
  readonly createdAt: Date;
}

export interface MailTransport {
  /** Mails are kept on this machine: none of them leaves. */
  readonly keepsMails?: true;
  /** Resolves when the mail was accepted. Throws DeliveryFailure. */
  send(mail: Mail): Promise<void>;
}

/** A mail was not accepted, or the outcome is unknown. */
export class DeliveryFailure extends Error {
  /** The whole mail had been sent before the answer was lost: it may have been accepted. */
  readonly mayBeTaken: boolean;

  constructor(message: string, mayBeTaken: boolean) {
    super(message);
    this.name = 'DeliveryFailure';
    this.mayBeTaken = mayBeTaken;
  }
}

/** The problem of mails that are kept in a folder, in the table of mails and in answers. */
export const MAIL_NOT_SET_UP = 'mail is not set up';

/** A line of a mail: words, a link that stands alone, or something to copy. */
export type Paragraph = string | { readonly link: string; readonly label: string } | { readonly code: string };

const AUTOMATIC = 'Письмо отправлено автоматически, отвечать на него не нужно.';

/** Renders a mail as text and as HTML. All values are escaped, never read as markup. */
export function layOutMail(title: string, paragraphs: readonly Paragraph[]): MailText {
  const subject = typographed(title);
  const all = [...paragraphs, AUTOMATIC].map(setParagraph);
  const body = all.map((paragraph) => `<p style="margin:0 0 16px">${htmlOf(paragraph)}</p>`).join('\n');
  return {
    subject,
    text: `${all.map(textOf).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#222;background:#fff">
${body}
</body></html>
`,
  };
}

/** Applies typography to words; an address and a code stay as they are. */
const setParagraph = (paragraph: Paragraph): Paragraph => {
  if (typeof paragraph === 'string') return typographed(paragraph);
  return 'link' in paragraph ? { ...paragraph, label: typographed(paragraph.label) } : paragraph;
};

function textOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return paragraph;
  return 'link' in paragraph ? paragraph.link : `    ${paragraph.code}`;
}

function htmlOf(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return escaped(paragraph);
  if ('code' in paragraph) return `<code style="font-size:18px">${escaped(paragraph.code)}</code>`;
  const link = escaped(paragraph.link);
  return `<a href="${link}">${escaped(paragraph.label)}</a><br><span style="color:#666">${link}</span>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

export interface OutboxSchema {
  mails: MailTable;
}

interface MailTable {
  id: Generated<number>;
  recipient: string;
  kind: MailKind;
  /** What administrators see of it in the list; null in rows of former versions. */
  subject: string | null;
  /** The text, encrypted; null as soon as it is sent or useless. */
  sealed: string | null;
  state: 'waiting' | 'sending' | 'sent' | 'failed';
  attempts: Generated<number>;
  /** 1: an earlier attempt was interrupted and may have delivered the mail. */
  may_repeat: Generated<number>;
  created_at: number;
  /** After this moment a failed attempt was the last one. */
  useless_at: number;
  /** While waiting the next attempt; while sending the end of the sender's lease. */
  next_at: number;
  sent_at: number | null;
  problem: string | null;
}
export type MailRow = Selectable<MailTable>;

/** Statements of the migration that gives a service its outbox; times are milliseconds since the epoch. */
export const outboxTables = (growingId: string, big: string): readonly string[] => [
  `CREATE TABLE mails (
    id ${growingId},
    recipient TEXT NOT NULL,
    kind TEXT NOT NULL,
    sealed TEXT,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    may_repeat INTEGER NOT NULL DEFAULT 0,
    created_at ${big} NOT NULL,
    useless_at ${big} NOT NULL,
    next_at ${big} NOT NULL,
    sent_at ${big},
    problem TEXT
  )`,
  "CREATE INDEX mails_to_send ON mails (next_at) WHERE state IN ('waiting', 'sending')",
];

/** Statement of a later migration, to be made after outboxTables. */
export const MAIL_SUBJECTS = 'ALTER TABLE mails ADD COLUMN subject TEXT';

/** Index of the texts of failed mails that are still kept; to be made after outboxTables. */
export const MAIL_TEXTS_TO_ERASE =
  "CREATE INDEX mails_to_erase ON mails (useless_at) WHERE state = 'failed' AND sealed IS NOT NULL";
