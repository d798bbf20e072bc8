// What staff send to correct positions (offers of suppliers in the catalogue) by hand, and to choose many of them.
import { type Field, type Form, type FormValues, ifSent, Refusal, readFields } from '../fields/field.ts';
import { tidyTitle } from '../fields/text.ts';
import { isId, readNumber } from '../fields/values.ts';
import { DELIVERY_DAYS_MAX, POSITION_IDS_MAX, POSITION_NAME_MAX, REQUEST_AMOUNT_MAX } from '../limits.ts';
import { type ColumnsWith, columnsWith, type Imported, POSITION_COLUMNS, type PositionRecord } from './columns.ts';
import { term } from './sale-terms.ts';
import { IDS_DESCRIPTION, type PositionFilterQuery } from './staff-positions.ts';

/** What may be corrected by hand: all that a price list may say, as the table has it. */
export type EditedFields = Partial<Pick<PositionRecord, ColumnsWith<'imported'>>>;

const HUNDREDTHS_MAX = 1_000_000_000_000;
const AMOUNT_MAX = 1_000_000_000;

const textField = (max: number, isNeeded: boolean): Field<string> => ({
  schema: { type: 'string', maxLength: max },
  read: (value) => {
    const text = typeof value === 'string' ? tidyTitle(value.toWellFormed()) : null;
    return text === null || text.length > max || (isNeeded && !/[\p{L}\p{N}]/u.test(text))
      ? new Refusal('invalid text')
      : text;
  },
});

/** A text as the editor saw it: an import may have stored what a form would tidy. */
const seenText: Field<string> = {
  schema: { type: 'string' },
  read: (value) => (typeof value === 'string' ? value : new Refusal('invalid text')),
};

const hundredths = (error: 'invalid price' | 'invalid size', description: string, max: number): Field<number> => ({
  schema: { type: ['string', 'number'], description },
  read: (value) => {
    const units = Math.round(readNumber(value) * 100);
    return units >= 0 && units <= max ? units : new Refusal(error);
  },
});

const amount: Field<number> = {
  schema: { type: ['string', 'number'], description: 'Not below 0' },
  read: (value) => {
    const count = readNumber(value);
    return count >= 0 && count <= AMOUNT_MAX ? count : new Refusal('invalid amount');
  },
};

/** Sizes are 32-bit integers in the table. */
const SIZE_MAX = 2_000_000_000;

function fieldOf(imported: Imported): Field<unknown> {
  if (imported.as === 'price') return hundredths('invalid price', 'Roubles', HUNDREDTHS_MAX);
  if (imported.as === 'amount') return amount;
  if (imported.as === 'size') return hundredths('invalid size', 'mm or kg', SIZE_MAX);
  if (imported.as === 'delivery') return term('invalid delivery', 0, DELIVERY_DAYS_MAX);
  if (imported.as === 'lot') return term('invalid lot', 1, REQUEST_AMOUNT_MAX);
  if (imported.as === 'article') return textField(POSITION_NAME_MAX, true);
  return textField('max' in imported ? imported.max : POSITION_NAME_MAX, false);
}

const EDITED: Form = Object.fromEntries(
  columnsWith('imported').map((name) => [name, ifSent(fieldOf(POSITION_COLUMNS[name].imported))]),
);

export function sentFields(values: FormValues<typeof EDITED>): EditedFields {
  const sent = columnsWith('imported').filter((name) => values[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, values[name]]));
}

const isText = ({ as }: Imported): boolean => as === 'article' || as === 'manufacturer' || as === 'text';

const SEEN: Form = Object.fromEntries(
  columnsWith('imported').map((name) => {
    const { imported } = POSITION_COLUMNS[name];
    return [name, ifSent(isText(imported) ? seenText : fieldOf(imported))];
  }),
);

const was: Field<EditedFields> = {
  schema: { type: 'object', description: 'The same fields as they were when the editor saw them' },
  read: (value) => {
    const fields = readFields(SEEN, value);
    return fields instanceof Refusal ? fields : sentFields(fields);
  },
};

/** A correction by hand: the fields that change, and what they were. */
export const EDIT_FORM = { ...EDITED, was } satisfies Form;

const ids: Field<readonly number[]> = {
  schema: {
    type: 'array',
    items: { type: 'integer', minimum: 1 },
    maxItems: POSITION_IDS_MAX,
    description: IDS_DESCRIPTION,
  },
  read: (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= POSITION_IDS_MAX && value.every(isId)
      ? [...new Set<number>(value)]
      : new Refusal('invalid ids'),
};

const filter: Field<PositionFilterQuery> = {
  schema: { type: 'object', description: 'A filter as the list takes it' },
  read: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
      ? (value as PositionFilterQuery)
      : new Refusal('invalid filter'),
};

const expected: Field<number> = {
  schema: { type: 'integer', minimum: 0, description: 'With a filter: how many positions somebody was shown' },
  read: (value) => (isId(value) || value === 0 ? value : new Refusal('invalid filter')),
};

/** Which positions an action is for: `ids`, or `filter` with `expected`. */
export const CHOSEN_FORM = { ids: ifSent(ids), filter: ifSent(filter), expected: ifSent(expected) } satisfies Form;

const id = (error: 'brand not found' | 'provider not found'): Field<number> => ({
  schema: { type: 'integer', minimum: 1 },
  read: (value) => (isId(value) ? value : new Refusal(error)),
});

/** Per cent by which prices move, hundredths. */
const PERCENT_MAX = 100_000;
const percent: Field<number> = {
  schema: { type: ['string', 'number'], description: 'Per cent, above -100 and up to 1,000; two decimals' },
  read: (value) => {
    const text = String(value ?? '').trim();
    const isDown = /^[-−–]/.test(text);
    const units = Math.round(readNumber(text.replace(/^[-−–+]/, '')) * 100) * (isDown ? -1 : 1);
    return units > -10_000 && units <= PERCENT_MAX ? units : new Refusal('invalid percent');
  },
};

const ROUND_TO_MAX = 100_000;
const roundTo: Field<number> = {
  schema: { type: ['string', 'number'], description: `Whole roubles, up to ${ROUND_TO_MAX}` },
  read: (value) => {
    const roubles = readNumber(value);
    return Number.isInteger(roubles) && roubles >= 1 && roubles <= ROUND_TO_MAX
      ? roubles
      : new Refusal('invalid rounding');
  },
};

const isDryRun: Field<boolean> = {
  schema: { type: 'boolean', description: 'Only says what it would do' },
  read: (value) => (typeof value === 'boolean' ? value : new Refusal('invalid change')),
};

const CHANGE = {
  price: ifSent(hundredths('invalid price', 'Roubles; the price of all of them, confirmed today', HUNDREDTHS_MAX)),
  percent: ifSent(percent),
  roundTo: ifSent(roundTo),
  amount: ifSent(amount),
  brandId: ifSent(id('brand not found')),
  providerId: ifSent(id('provider not found')),
} satisfies Form;

/** A change of many positions: kopecks, hundredths of a per cent, roubles. */
export type BulkChange = FormValues<typeof CHANGE>;

/** Which positions, and what becomes of them. */
export const CHANGE_FORM = { ...CHOSEN_FORM, ...CHANGE, dryRun: ifSent(isDryRun) } satisfies Form;
