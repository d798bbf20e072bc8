import type { AccessEntity, ApiError } from '../errors.ts';
import { TITLE_MAX } from '../limits.ts';

/** A value that a field does not take, with the error of the API that says so. */
export class Refusal {
  readonly error: ApiError;

  constructor(error: ApiError) {
    this.error = error;
  }
}

/** The encoding of a form, where it changes how texts are read. */
export interface Sent {
  /** A browser sends the line ends of a multipart text as CR LF, whatever was typed. */
  readonly asMultipart: boolean;
}

/** A JSON Schema, as plain data. */
export type FieldSchema = Readonly<Record<string, unknown>>;

/**
 * One field of a request, defined once: the reference shows its schema, the server and the forms of the pages read with
 * it. A form sends only texts and JSON sends real types, so a field takes both.
 */
export interface Field<Value> {
  /**
   * Every value that `read` takes fits it; what needs more than a schema (a real day, a title that can be seen) is in
   * its description.
   */
  readonly schema: FieldSchema;
  /** The checked value. `undefined` is a field that was not sent: refused too where the field is required. */
  read(value: unknown, sent: Sent): Value | Refusal;
}

/** A field that may be left out. */
export const ifSent = <Value>({ schema, read }: Field<Value>): Field<Value | undefined> => ({
  schema,
  read: (value, sent) => (value === undefined ? undefined : read(value, sent)),
});

/** A field that may be left out, or sent as null, which means the same. */
export const ifGiven = <Value>({ schema, read }: Field<Value>): Field<Value | undefined> => ({
  schema: { anyOf: [schema, { type: 'null' }] },
  read: (value, sent) => (value === undefined || value === null ? undefined : read(value, sent)),
});

/** The fields of one request by their names, in the order in which they are looked at. */
export type Form = Readonly<Record<string, Field<unknown>>>;

/** What a form holds once it is read. */
export type FormValues<Of extends Form> = {
  readonly [Name in keyof Of]: Of[Name] extends Field<infer Value> ? Value : never;
};

const AS_JSON: Sent = { asMultipart: false };

/** Every field of a request, read; or the refusal of the first one that is not taken. */
export function readFields<Of extends Form>(form: Of, body: unknown, sent: Sent = AS_JSON): FormValues<Of> | Refusal {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(form)) {
    const value = field.read(Object.hasOwn(given, name) ? given[name] : undefined, sent);
    if (value instanceof Refusal) return value;
    values[name] = value;
  }
  return values as FormValues<Of>;
}

/** Reads one value as if it came as JSON. */
export const readField = <Value>(field: Field<Value>, value: unknown): Value | Refusal => field.read(value, AS_JSON);

/** The error of a value that a field does not take; null for one that it takes. For a page, before anything is sent. */
export function mistakeOf(field: Field<unknown>, typed: unknown): ApiError | null {
  const value = readField(field, typed);
  return value instanceof Refusal ? value.error : null;
}

/** The JSON Schema of a whole request: a field is required when it may not be left out. */
export function schemaOfForm(form: Form): FieldSchema {
  const names = Object.keys(form);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, form[name]?.schema])),
    required: names.filter((name) => form[name]?.read(undefined, AS_JSON) instanceof Refusal),
  };
}

/** A title as it is stored: runs of white space and control characters are one space. */
export const tidyTitle = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** What keeps a tidy title from being stored: nothing in it can be seen, or it is longer than TITLE_MAX. */
export function titleProblem(tidy: string): 'blank' | 'too long' | null {
  if (!/[^\s\p{Cf}]/u.test(tidy)) return 'blank';
  return tidy.length > TITLE_MAX ? 'too long' : null;
}

/** A title as stored, from a form or JSON; null when it is blank or invisible, too long or no text. */
export function cleanTitle(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const title = tidyTitle(String(value));
  return titleProblem(title) === null ? title : null;
}

/** A title as cleanTitle stores it, for a row that is distinguished by its title: without invisible characters. */
export function cleanReferenceTitle(value: unknown): string | null {
  const title = cleanTitle(value);
  return title === null ? null : cleanTitle(withoutUnseen(title));
}

const titleSchema = {
  type: ['string', 'number'],
  description: `1 to ${TITLE_MAX} characters that can be seen; runs of white space are one blank`,
};

/** The title of a document or a slide, as its author wrote it. */
export const title: Field<string> = {
  schema: { ...titleSchema, examples: ['Договор поставки'] },
  // A title cannot contain NUL.
  read: (value) =>
    (typeof value === 'string' && value.includes('\0') ? null : cleanTitle(value)) ?? new Refusal('invalid title'),
};

/** The title of a row that is distinguished by it. `error`: what the API answers for an invalid title. */
export const referenceTitle = (error: ApiError, example: string): Field<string> => ({
  schema: { ...titleSchema, examples: [example] },
  read: (value) => cleanReferenceTitle(value) ?? new Refusal(error),
});

/**
 * Control and format characters, bidirectional marks, what has no width (Unicode: Default_Ignorable_Code_Point),
 * private characters, and the blank of Braille, which is no space: two names that differ in these alone look the same.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const EVERY_UNSEEN = new RegExp(UNSEEN.source, 'gu');

/** More marks over one letter than any script uses: they run over the lines above and below. */
const STACKED = /\p{M}{4}/u;

/** Whether a name can be read as it is written: no character is hidden, no letter buried under marks. */
export const isLegible = (name: string): boolean => !UNSEEN.test(name) && !STACKED.test(name.normalize('NFC'));

/** The text without invisible characters. */
export const withoutUnseen = (text: string): string => text.replace(EVERY_UNSEEN, '');

/**
 * Removes from the end of the text all characters that each match `sign`, a pattern without `g` for one character.
 * Takes linear time, where `/[…]+$/` would start again at each such character of the whole text.
 */
export function cutEnd(text: string, sign: RegExp): string {
  let end = text.length;
  while (end > 0) {
    const last = signBefore(text, end);
    if (!sign.test(last)) break;
    end -= last.length;
  }
  return end === text.length ? text : text.slice(0, end);
}

/** The same at both ends. */
export function cutEnds(text: string, sign: RegExp): string {
  const left = cutEnd(text, sign);
  let start = 0;
  while (start < left.length) {
    const first = String.fromCodePoint(left.codePointAt(start) as number);
    if (!sign.test(first)) break;
    start += first.length;
  }
  return left.slice(start);
}

/** The character that ends at an index, both halves of a surrogate pair. */
const signBefore = (text: string, end: number): string => {
  const whole = text.slice(Math.max(0, end - 2), end);
  return whole.length === 2 && (whole.codePointAt(0) as number) > 0xffff ? whole : text.charAt(end - 1);
};

/** Why a text is not stored: it is none, or over the most bytes. */
type MarkupProblem = 'no text' | 'too large';

const encoder = new TextEncoder();

/** Whether a text takes more bytes of UTF-8. A UTF-16 unit takes at most three: shorter texts need no counting. */
export const exceedsBytes = (text: string, most: number): boolean =>
  text.length * 3 > most && (text.length > most || encoder.encode(text).length > most);

/** Note markup as typed, of at most `most` bytes; or what is wrong with the value. */
export function readMarkup(
  value: unknown,
  { asMultipart }: Sent,
  most: number,
): { readonly text: string } | { readonly problem: MarkupProblem } {
  // PostgreSQL stores no NUL, and users type none.
  if (typeof value !== 'string' || value.includes('\0')) return { problem: 'no text' };
  const text = asMultipart ? value.replaceAll('\r\n', '\n') : value;
  return exceedsBytes(text, most) ? { problem: 'too large' } : { text };
}

/** A text in note markup of at most `most` bytes of UTF-8. `error`: what the API answers for any other value. */
export const markup = (error: ApiError, most: number): Field<string> => ({
  schema: {
    type: 'string',
    description: `Note markup, at most ${most} bytes of UTF-8, without NUL`,
    examples: ['# Доставка\n\nПо городу *бесплатно*.'],
  },
  read: (value, sent) => {
    const read = readMarkup(value, sent, most);
    if ('text' in read) return read.text;
    return new Refusal(read.problem === 'too large' ? 'request entity too large' : error);
  },
});

/** Longer than any name that the API generates. */
const NAME_MAX = 100;

/** A stored file by the name that the API returned; null for an invalid name, which no file has. */
export const fileName: Field<string | null> = {
  schema: { description: '`fileName` of one of the files', examples: ['4f1c9a52-scan.pdf'] },
  read: (value) => (typeof value === 'string' && value.length <= NAME_MAX ? value : null),
};

const ID = /^\d{1,15}$/;
const idSchema = { type: ['integer', 'string'], pattern: '^\\s*\\d{1,15}\\s*$', examples: [7] };

const readId = (value: unknown): number => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return ID.test(text) ? Number(text) : 0;
};

/** The document that a draft changes; null for an empty or absent id: the draft is of a new document. */
export const documentOfDraft: Field<number | null> = {
  schema: {
    type: ['integer', 'string', 'null'],
    pattern: '^(\\s*\\d{1,15}\\s*)?$',
    description: 'The document that is changed; none for a new one',
    examples: [7],
  },
  read: (value) => {
    if (value === undefined || value === null || value === '') return null;
    return readId(value) || new Refusal('invalid doc id');
  },
};

/** An id. `error`: what the API answers for anything else. */
export const idField = (error: ApiError, description: string): Field<number> => ({
  schema: { ...idSchema, description },
  read: (value) => readId(value) || new Refusal(error),
});

/** The id of a row of the access settings. */
export const idOf = (entity: AccessEntity): Field<number> => idField(`invalid ${entity} id`, `Id of a ${entity}`);

/** The role to bind to a user; null, for an empty or absent id: none. */
export const roleToBind: Field<number | null> = {
  schema: {
    type: ['integer', 'string', 'null'],
    pattern: '^(\\s*\\d{1,15}\\s*)?$',
    description: 'Id of a role; none takes the role away',
    examples: [7],
  },
  read: (value) => {
    if (value === undefined || value === null || value === '') return null;
    return readId(value) || new Refusal('invalid role id');
  },
};

/** The uid of a person. `error`: what the API answers for an invalid one. */
export const uid = (error: ApiError, description: string): Field<string> => ({
  schema: { type: 'string', minLength: 1, description },
  read: (value) => (typeof value === 'string' && value !== '' ? value : new Refusal(error)),
});

/** Spellings of yes and no that clients of the API send; each switch has its own. */
interface Words {
  readonly yes: readonly unknown[];
  readonly no: readonly unknown[];
}

/** A checkbox or a switch; undefined: not sent. `error`: what the API answers for any other spelling. */
const switchOf = (error: ApiError, { yes, no }: Words, description: string): Field<boolean | undefined> => ({
  schema: { enum: [...yes, ...no], description },
  read: (value) => {
    if (value === undefined) return undefined;
    if (yes.includes(value)) return true;
    return no.includes(value) ? false : new Refusal(error);
  },
});

/** Whether an account is disabled. */
export const disabled = switchOf(
  'invalid disabled',
  { yes: [true, 'true', '1', 1], no: [false, 'false', '0', 0] },
  'Whether the account may no longer be used',
);

/** Whether the person wants mails about documents. */
export const documentMails = switchOf(
  'invalid documents',
  { yes: [true, 'true', 'on', '1'], no: [false, 'false', 'off', '0', ''] },
  'Whether mails about documents come to the caller',
);

/** Whether an invitation is mailed at once. */
export const invites = switchOf(
  'invalid form',
  { yes: [true, 'true', 'on', '1', 1], no: [false, 'false', 'off', '0', '', 0] },
  'Whether an invitation is mailed at once',
);

/** Whether the list of documents opens with a view. */
export const isDefaultView = switchOf(
  'invalid default',
  { yes: [true, 'true', 'on', '1'], no: [false, 'false', 'off', '0', ''] },
  'Whether the list of documents opens with the view; another one does no more then',
);

/** Whether recipients of documents of a type are asked after the acceptors. */
export const ordered = switchOf(
  'invalid task ordered',
  { yes: [true, 1, 'true', '1', 'on'], no: [false, 0, null, '', 'false', '0', 'off'] },
  'Whether recipients are asked when all acceptors have signed',
);

/** Whether the steps of a template are the only way to sign its documents. */
export const fixedRoute = switchOf(
  'invalid form',
  { yes: [true, 1, 'true', '1', 'on'], no: [false, 0, null, '', 'false', '0', 'off'] },
  'Whether an author may not name other acceptors than the steps do; true when it is not sent',
);

const PUBLISHED: Words = {
  yes: [true, 1, 'true', '1', 'on', 'yes'],
  no: [false, 0, null, '', 'false', '0', 'off', 'no'],
};
const ofPublished = switchOf('invalid isPublic', PUBLISHED, 'Whether visitors see the slide');

/** Whether a slide is shown to visitors; case and blanks around a word do not count. */
export const isPublic: Field<boolean | undefined> = {
  schema: {
    anyOf: [ofPublished.schema, { type: 'string', pattern: '^\\s*([a-zA-Z]{2,5}|[01])?\\s*$' }],
    description: 'Whether visitors see the slide',
  },
  read: (value, sent) => ofPublished.read(typeof value === 'string' ? value.trim().toLowerCase() : value, sent),
};

/** Years that a day may lie in: four digits compare as texts. */
const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** A day of the calendar as YYYY-MM-DD; null when it is none. */
function readDay(value: unknown): string | null {
  if (typeof value !== 'string' || !DAY.test(value)) return null;
  const moment = Date.parse(`${value}T00:00:00Z`);
  // The 31st of a shorter month is read as a day of the next one.
  return Number.isNaN(moment) || new Date(moment).toISOString().slice(0, 10) !== value ? null : value;
}

/** A day of the calendar. `error`: what the API answers for anything else. */
export const day = (error: ApiError, description: string): Field<string> => ({
  schema: { type: 'string', pattern: DAY.source, description, examples: ['2026-12-31'] },
  read: (value) => readDay(value) ?? new Refusal(error),
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Whether a text has the form of a UUID, in any case of letters. */
export const isUuid = (text: string): boolean => UUID.test(text);
