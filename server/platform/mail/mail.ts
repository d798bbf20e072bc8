import { typographed } from '../../../rules/format/texts.ts';

/** What a person reads, in both forms. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A letter on its way. */
export interface Mail extends MailText {
  readonly to: string;
  /** The same at every attempt, so that a receiver can tell a repeated mail. Random, without a domain. */
  readonly messageId: string;
  readonly createdAt: Date;
}

/** What carries mails away. */
export interface MailTransport {
  /** Resolves when the mail was taken. Throws DeliveryFailure. */
  send(mail: Mail): Promise<void>;
}

/** A mail was not taken, or nobody knows. */
export class DeliveryFailure extends Error {
  /** The whole mail had been handed over before the answer was lost: it may have been taken. */
  readonly mayBeTaken: boolean;

  constructor(message: string, mayBeTaken: boolean) {
    super(message);
    this.name = 'DeliveryFailure';
    this.mayBeTaken = mayBeTaken;
  }
}

/** A line of a letter: words, a link that stands alone, or something to copy. */
export type Paragraph = string | { readonly link: string; readonly label: string } | { readonly code: string };

const AUTOMATIC = 'Письмо отправлено автоматически, отвечать на него не нужно.';

/** Lays a letter out as text and as HTML. All values are shown as they are, never read as markup. */
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

/** Sets the words of a paragraph; an address and a code stay as they are. */
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

/** A text as HTML that shows it. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
