// Fields of common values: ids, uids, switches, days.
import type { AccessEntity, ApiError } from '../errors.ts';
import { type Field, isBlank, Refusal } from './field.ts';

const ID = /^\d{1,15}$/;
const idSchema = { type: ['integer', 'string'], pattern: '^\\s*\\d{1,15}\\s*$', examples: [7] };

/** An id as a number or a text, blanks around it apart; 0 for any other value. */
export const readId = (value: unknown): number => {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
  return ID.test(text) ? Number(text) : 0;
};

/** An id that may be left out or empty: null then. */
const idOrNone = (error: ApiError, description: string): Field<number | null> => ({
  schema: { type: ['integer', 'string', 'null'], pattern: '^(\\s*\\d{1,15}\\s*)?$', description, examples: [7] },
  read: (value) => (isBlank(value) ? null : readId(value) || new Refusal(error)),
});

export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** What a JSON text says; undefined where it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The document that a draft changes; null: the draft is of a new document. */
export const documentOfDraft = idOrNone('invalid doc id', 'The document that is changed; none for a new one');

export const idField = (error: ApiError, description: string): Field<number> => ({
  schema: { ...idSchema, description },
  read: (value) => readId(value) || new Refusal(error),
});

export const idOf = (entity: AccessEntity): Field<number> => idField(`invalid ${entity} id`, `Id of a ${entity}`);

/** The role to bind to a user. */
export const roleToBind = idOrNone('invalid role id', 'Id of a role; none takes the role away');

/** No database is queried for any other text. */
const UID = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
export const isUid = (value: unknown): value is string => typeof value === 'string' && UID.test(value);

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

/** Undefined: not sent. */
const switchOf = (error: ApiError, { yes, no }: Words, description: string): Field<boolean | undefined> => ({
  schema: { enum: [...yes, ...no], description },
  read: (value) => {
    if (value === undefined) return undefined;
    if (yes.includes(value)) return true;
    return no.includes(value) ? false : new Refusal(error);
  },
});

export const disabled = switchOf(
  'invalid disabled',
  { yes: [true, 'true', '1', 1], no: [false, 'false', '0', 0] },
  'Whether the account may no longer be used',
);

export const documentMails = switchOf(
  'invalid documents',
  { yes: [true, 'true', 'on', '1'], no: [false, 'false', 'off', '0', ''] },
  'Whether mails about documents come to the caller',
);

export const invites = switchOf(
  'invalid form',
  { yes: [true, 'true', 'on', '1', 1], no: [false, 'false', 'off', '0', '', 0] },
  'Whether an invitation is mailed at once',
);

export const isDefaultView = switchOf(
  'invalid default',
  { yes: [true, 'true', 'on', '1'], no: [false, 'false', 'off', '0', ''] },
  'Whether the list of documents opens with the view; another one does no more then',
);

const ANY_SPELLING: Words = { yes: [true, 1, 'true', '1', 'on'], no: [false, 0, null, '', 'false', '0', 'off'] };

export const ordered = switchOf(
  'invalid task ordered',
  ANY_SPELLING,
  'Whether recipients are asked when all acceptors have signed',
);

export const fixedRoute = switchOf(
  'invalid form',
  ANY_SPELLING,
  'Whether an author may not name other acceptors than the steps do; true when it is not sent',
);

const PUBLISHED: Words = { yes: [...ANY_SPELLING.yes, 'yes'], no: [...ANY_SPELLING.no, 'no'] };
const ofPublished = switchOf('invalid isPublic', PUBLISHED, 'Whether visitors see the slide');

/** Case and blanks around a word do not count. */
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

export const day = (error: ApiError, description: string): Field<string> => ({
  schema: { type: 'string', pattern: DAY.source, description, examples: ['2026-12-31'] },
  read: (value) => readDay(value) ?? new Refusal(error),
});

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** Whether a text has the form of a UUID, in any case of letters. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** A number as people write it: blanks between groups, comma or full stop; NaN for anything else. */
export function readNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  const text = String(value ?? '')
    .replace(/[\s\u00a0\u202f]/gu, '')
    .replace(',', '.');
  return /^\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
}
