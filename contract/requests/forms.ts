/** The forms of requests: what buyers send and what staff change, with their schemas and checks. */
import type { ApiError } from '../errors.ts';
import { type Email, readEmail } from '../fields/email.ts';
import { type Field, type Form, type FormValues, Refusal, readField } from '../fields/field.ts';
import { isLegible, withoutUnseen } from '../fields/text.ts';
import { readId } from '../fields/values.ts';
import { NAME_MAX, PHONE_MAX, REQUEST_AMOUNT_MAX, REQUEST_ITEMS_MAX, REQUEST_TEXT_MAX } from '../limits.ts';

/** What staff have made of a request; plain constants: the browser needs them too. */
export const REQUEST_STATES = ['new', 'work', 'done', 'declined'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export interface WantedItem {
  readonly positionId: number;
  readonly amount: number;
  /** The two-decimal price that the buyer saw; null: the client does not say. */
  readonly price: string | null;
}

const length = (text: string): number => [...text].length;
const nothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Whether a buyer can be answered: a request is refused without. Of values that were typed or read. */
export const isReachable = ({ phone, email }: { readonly phone?: unknown; readonly email?: unknown }): boolean =>
  !nothing(phone) || !nothing(email);

/** A text in one line, each character of it to be seen; null when it is none. */
const lineOf = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null;
  const line = value.toWellFormed().normalize('NFC').trim();
  return line !== '' && isLegible(line) && length(line) <= most ? line : null;
};

/** Several lines without invisible characters; null when they are too long or no text. */
const linesOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const lines = value
    .toWellFormed()
    .normalize('NFC')
    .split(/\r\n?|\n/)
    .map((line) => withoutUnseen(line.replaceAll('\t', ' ')).trimEnd());
  const text = lines.join('\n').trim();
  return length(text) <= REQUEST_TEXT_MAX ? text : null;
};

const buyerName: Field<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    description: `A name in one line, at most ${NAME_MAX} characters`,
    examples: ['Анна Волкова'],
  },
  read: (value) => lineOf(value, NAME_MAX) ?? new Refusal('invalid name'),
};

/** With its area code; the longest of E.164. */
const PHONE_DIGITS = { least: 10, most: 15 } as const;
/** «доб. 12» behind a number. */
const EXTENSION = /(?:[,;]? ?(?:доб|вн|ext)\.?|[,;#]) ?\d{1,6}$/iu;

/** An 8 or 7 before a Russian number that stands apart from it: «8 (912)», «7-912», «(8) 912». */
const PREFIX_APART = /^\D*[78]\D/u;
/** Ten digits that are a whole Russian number: no code of an area begins with 89, so that 89… lacks its last digit. */
const WITHOUT_PREFIX = /^(?:[349]\d|8[0-8])\d{8}$/;

/** Whether a text is a telephone number that can be called from elsewhere, with all of its digits. */
export function isPhone(line: string): boolean {
  const number = line.replace(EXTENSION, '').trim();
  if (!/^\+?[\d\s().–—-]+$/u.test(number)) return false;
  const digits = number.replace(/\D/g, '');
  if (digits.length < PHONE_DIGITS.least || digits.length > PHONE_DIGITS.most) return false;
  // What is typed to get past the field.
  if (new Set(digits.replace(/^[78]/, '')).size === 1) return false;
  if (number.startsWith('+')) return !digits.startsWith('7') || digits.length === 11;
  if (PREFIX_APART.test(number)) return digits.length === 11;
  if (digits.length === 10) return WITHOUT_PREFIX.test(digits);
  // Numbers abroad are longer than those of this country where no + stands before them.
  return /^[78]/.test(digits) ? digits.length === 11 : digits.length > 11;
}

/** A telephone number as it was typed, see `isPhone`; null: none is given. */
const buyerPhone: Field<string | null> = {
  schema: {
    type: ['string', 'null'],
    description: `A number with its area code, ${PHONE_DIGITS.least} to ${PHONE_DIGITS.most} digits, at most ${PHONE_MAX} characters`,
    examples: ['+7 351 200-00-00'],
  },
  read: (value) => {
    if (nothing(value)) return null;
    const line = lineOf(value, PHONE_MAX);
    return line !== null && isPhone(line) ? line : new Refusal('invalid phone');
  },
};

const sumOf = (digits: readonly number[], weights: readonly number[]): number =>
  (weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0) % 11) % 10;

const WEIGHTS = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8] as const;

/** Whether a text is a taxpayer number of a company (10 digits) or a person (12) whose check digits are right. */
export function isInn(text: string): boolean {
  if (!/^(?:\d{10}|\d{12})$/.test(text)) return false;
  const digits = Array.from(text, Number);
  if (digits.length === 10) return sumOf(digits, WEIGHTS.slice(2)) === digits[9];
  return sumOf(digits, WEIGHTS.slice(1)) === digits[10] && sumOf(digits, WEIGHTS) === digits[11];
}

/** A line that may be left out: '' then. */
const optionalLine = (error: ApiError, description: string, example: string): Field<string> => ({
  schema: {
    type: ['string', 'null'],
    description: `${description}; at most ${NAME_MAX} characters`,
    examples: [example],
  },
  read: (value) => (nothing(value) ? '' : (lineOf(value, NAME_MAX) ?? new Refusal(error))),
});

const inn: Field<string> = {
  schema: {
    type: ['string', 'null'],
    description: 'Taxpayer number of the company or the person, 10 or 12 digits with right check digits',
    examples: ['7707083893'],
  },
  read: (value) => {
    if (nothing(value)) return '';
    const text = String(value).replace(/\s/gu, '');
    return isInn(text) ? text : new Refusal('invalid inn');
  },
};

/** Where the buyer gets mails; null: no address is given. */
const buyerEmail: Field<Email | null> = {
  schema: {
    type: ['string', 'null'],
    description: 'An e-mail address; a request takes it, a phone number, or both',
    examples: ['anna@example.ru'],
  },
  read: (value) => (nothing(value) ? null : (readEmail(value) ?? new Refusal('invalid email'))),
};

const comment: Field<string> = {
  schema: {
    type: ['string', 'null'],
    description: `At most ${REQUEST_TEXT_MAX} characters`,
    examples: ['Нужно к пятнице'],
  },
  read: (value) => (nothing(value) ? '' : (linesOf(value) ?? new Refusal('invalid comment'))),
};

const AGREED: readonly unknown[] = [true, 1, 'true', '1', 'on'];

/** That personal data may be processed; nothing is kept without. */
const consent: Field<true> = {
  schema: { enum: AGREED, description: 'The buyer agrees that the data are processed' },
  read: (value) => (AGREED.includes(value) ? true : new Refusal('consent is needed')),
};

/** A field that people do not see and programs fill in. */
const trap: Field<undefined> = {
  schema: {
    type: ['string', 'null'],
    maxLength: 0,
    description: 'Stays empty: programs that fill in every field are refused',
  },
  read: (value) => (nothing(value) ? undefined : new Refusal('request looks automatic')),
};

function itemOf(value: unknown): WantedItem | Refusal {
  if (typeof value !== 'object' || value === null) return new Refusal('invalid items');
  const { positionId, amount, price } = value as Readonly<Record<string, unknown>>;
  const id = readId(positionId);
  if (id === 0) return new Refusal('invalid items');
  const pieces = readId(amount);
  if (pieces === 0 || pieces > REQUEST_AMOUNT_MAX) return new Refusal('invalid amount');
  if (nothing(price)) return { positionId: id, amount: pieces, price: null };
  return typeof price === 'string' && /^\d{1,13}\.\d\d$/.test(price)
    ? { positionId: id, amount: pieces, price }
    : new Refusal('invalid items');
}

/** The offers of a request, each once; amounts of one that is named twice are added. */
const wantedItems: Field<readonly WantedItem[]> = {
  schema: {
    type: ['array', 'object'],
    description:
      `1 to ${REQUEST_ITEMS_MAX} items: positionId, amount (1 to ${REQUEST_AMOUNT_MAX}), and, to be told when it is ` +
      'another by now, the `price` that was seen, as the search answers it',
    examples: [[{ positionId: 7, amount: 2, price: '1234.50' }]],
  },
  read: (value) => {
    if (typeof value !== 'object' || value === null) return new Refusal('invalid items');
    const sent: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (sent.length === 0) return new Refusal('invalid items');
    if (sent.length > REQUEST_ITEMS_MAX) return new Refusal('too many items');
    const wanted = new Map<number, WantedItem>();
    for (const one of sent) {
      const item = itemOf(one);
      if (item instanceof Refusal) return item;
      const amount = (wanted.get(item.positionId)?.amount ?? 0) + item.amount;
      if (amount > REQUEST_AMOUNT_MAX) return new Refusal('invalid amount');
      wanted.set(item.positionId, { ...item, amount });
    }
    return [...wanted.values()];
  },
};

const requestState: Field<RequestState> = {
  schema: { enum: REQUEST_STATES, description: 'The state of a request' },
  read: (value) => REQUEST_STATES.find((state) => state === value) ?? new Refusal('invalid state'),
};

const requestNote: Field<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    description: `At most ${REQUEST_TEXT_MAX} characters`,
    examples: ['Перезвонить после обеда'],
  },
  read: (value) => linesOf(value) || new Refusal('invalid note'),
};

/** POST /requests. One of phone and email has to be given. */
export const REQUEST_FORM = {
  website: trap,
  name: buyerName,
  phone: buyerPhone,
  email: buyerEmail,
  company: optionalLine('invalid company', 'For whom: a company', 'ООО «Карьер»'),
  inn,
  city: optionalLine('invalid city', 'Where it is to be sent', 'Сургут'),
  carrier: optionalLine('invalid carrier', 'By whom it is to be sent', 'Деловые Линии'),
  comment,
  consent,
  items: wantedItems,
} satisfies Form;

/** What a visitor without script needs, in own words. */
const wish: Field<string> = {
  ...comment,
  read: (value, sent) => {
    const text = comment.read(value, sent);
    return text === '' ? new Refusal('wish is empty') : text;
  },
};

/** The form of the page of the request without script: it names no offers. */
export const WISH_FORM = {
  website: trap,
  name: buyerName,
  phone: buyerPhone,
  email: buyerEmail,
  comment: wish,
  consent,
} satisfies Form;

/** The codes of all that a request is refused for, as its fields were typed. */
export function refusalsOf<Name extends string>(
  fields: Readonly<Record<Name, Field<unknown>>>,
  typed: { readonly [Each in Name]?: unknown } & { readonly phone?: unknown; readonly email?: unknown },
): string[] {
  const codes = (Object.keys(fields) as Name[]).flatMap((name) => {
    const read = readField(fields[name], typed[name]);
    return read instanceof Refusal ? [read.error] : [];
  });
  return isReachable(typed) ? codes : [...codes, 'phone or email is needed'];
}

/** The name by which the page of the request shows the text of a refusal: `invalidPhone`. */
export const refusalName = (code: string): string =>
  code.replace(/[^a-z]([a-z])/g, (_, letter: string) => letter.toUpperCase());

export type SentWish = Omit<FormValues<typeof WISH_FORM>, 'website' | 'consent'>;

export const REQUEST_STATE_FORM = { state: requestState } satisfies Form;

export const REQUEST_NOTE_FORM = { note: requestNote } satisfies Form;
