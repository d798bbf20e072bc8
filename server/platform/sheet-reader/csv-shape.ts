/**
 * What the first records of a delimited text say of all of them: how many columns the list has, which numbers were
 * split by a decimal comma without quotes, and which columns have whole numbers written as `123.0`. Used by csv.ts.
 */

type Fields = readonly string[];

/** Columns are counted from 0. */
export interface CsvShape {
  /** Columns of the list; 0 where that is unknown. */
  readonly width: number;
  /** Columns whose numbers may take two fields; empty where nothing proves it. */
  readonly split: readonly number[];
  /** Columns of numbers alone: they show whether numbers were joined at the right places. */
  readonly numbers: ReadonlySet<number>;
  /** Columns in which every number is whole, some of them written as `123.0`. */
  readonly whole: ReadonlySet<number>;
  /** Empty fields that every wider record ends with. */
  readonly trailing: number;
}

/** A record in the columns of its list; one with more values than columns is shifted where no reading is proven. */
export interface FittedRecord {
  readonly fields: Fields;
  readonly isShifted: boolean;
}

const NUMBER_MAX = 40;
const NUMBER = /^[-+]?\d[\d\s.,]*$/u;
const WHOLE = /^(?:0|[1-9]\d{0,9}|[1-9]\d{0,2}(?:\s\d{3}){1,3})$/u;
const FRACTION = /^\d{1,2}$/u;
const WITH_FRACTION = /^\d{1,20}[.,]\d{1,20}$/u;
const WITHOUT_FRACTION = /^\d{1,20}[.,]0$/u;

/** Columns that are tried for split numbers, and those of one list that may have them. */
const TRIED_MAX = 12;
const SPLIT_MAX = 3;
/** Share of the wider records that a reading has to explain. */
const EXPLAINED = 0.8;
/** Records from which on fractions of two digits throughout decide between two readings. */
const EVEN_MIN = 3;
/** Share of the records that shows the width of a list without a header, and how many records that takes. */
const USUAL = 0.8;
const USUAL_MIN = 5;
/** Share of the filled fields from which on a column is one of numbers. */
const NUMBERS = 0.95;
/** Share of headings that have no digit. */
const WORDS = 2 / 3;

const isFilled = (field: string): boolean => field.trim() !== '';
const isNumber = (field: string): boolean => field.length <= NUMBER_MAX && NUMBER.test(field.trim());
/** Fields up to the last filled one. */
const extentOf = (fields: Fields): number => fields.findLastIndex(isFilled) + 1;

export function shapeOf(first: readonly Fields[], delimiter: string): CsvShape {
  const { width, data } = headerOf(first);
  const wider = width === 0 ? [] : data.filter(({ length }) => length > width);
  const trailing = wider.length === 0 ? 0 : Math.min(...wider.map((fields) => fields.length - extentOf(fields)));
  const surplus = (fields: Fields) => fields.length - trailing - width;
  const isShifted = wider.some((fields) => extentOf(fields) > width);
  const split =
    isShifted && delimiter === ','
      ? splitColumns(
          wider.filter((fields) => surplus(fields) > 0),
          width,
          surplus,
        )
      : [];
  const fitting = width === 0 ? data : data.filter((fields) => !wider.includes(fields));
  const joined = split.length > 0 ? wider.flatMap((fields) => readingsOf(fields, width, split, surplus(fields))) : [];
  return {
    width,
    split,
    trailing,
    // Rows that need no joining are the better evidence.
    numbers: columnsWhere(
      fitting.length > 0 ? fitting : joined,
      (fields) => fields.filter(isNumber).length >= fields.length * NUMBERS,
    ),
    whole: columnsWhere([...fitting, ...joined], areWhole),
  };
}

/** `isExact`: whole numbers stay as they are written. */
export function fitRecord(
  { width, split, numbers, whole, trailing }: CsvShape,
  record: Fields,
  isExact = false,
): FittedRecord {
  let fields = record;
  if (width > 0 && record.length > width) {
    const surplus = split.length > 0 ? record.length - trailing - width : extentOf(record) - width;
    if (surplus > 0) {
      const [reading, other] = readingsOf(record, width, split, surplus);
      const isProven = reading?.every((field, column) => !numbers.has(column) || !isFilled(field) || isNumber(field));
      if (!reading || other || !isProven) return { fields: record, isShifted: true };
      fields = reading;
    }
  }
  return { fields: whole.size === 0 || isExact ? fields : withoutPoints(fields, whole), isShifted: false };
}

const withoutPoints = (fields: Fields, whole: ReadonlySet<number>): Fields =>
  fields.map((field, column) =>
    whole.has(column) && WITHOUT_FRACTION.test(field.trim()) ? field.trim().slice(0, -2) : field,
  );

/** Whether a column has numbers such as `123.0` and no other fraction. */
function areWhole(fields: Fields): boolean {
  const fractions = fields.filter((field) => WITH_FRACTION.test(field.trim()));
  return fractions.length > 0 && fractions.every((field) => WITHOUT_FRACTION.test(field.trim()));
}

function columnsWhere(records: readonly Fields[], test: (filled: Fields) => boolean): Set<number> {
  const width = records.reduce((most, { length }) => Math.max(most, length), 0);
  const columns = new Set<number>();
  for (let column = 0; column < width; column += 1) {
    const filled = records.map((fields) => fields[column] ?? '').filter(isFilled);
    if (filled.length > 0 && test(filled)) columns.add(column);
  }
  return columns;
}

/**
 * The columns of a list and its records below the header: the widest of the records above the first number that consist
 * of words is the header. Without one the width that most records have counts.
 */
function headerOf(first: readonly Fields[]): { readonly width: number; readonly data: readonly Fields[] } {
  const begin = first.findIndex((fields) => fields.filter(isFilled).length > 1 && fields.some(isNumber));
  const above = begin === -1 ? [] : first.slice(0, begin);
  const width = above.filter(isHeader).reduce((most, { length }) => Math.max(most, length), 0);
  const data = begin === -1 ? [] : first.slice(begin);
  return { width: width > 0 ? width : usualWidth(data), data };
}

function isHeader(fields: Fields): boolean {
  const filled = fields.filter(isFilled);
  const words = filled.filter((field) => !/\d/u.test(field));
  return filled.length > 1 && filled.every((field) => /\p{L}/u.test(field)) && words.length >= filled.length * WORDS;
}

function usualWidth(data: readonly Fields[]): number {
  const counts = new Map<number, number>();
  for (const { length } of data) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [0, 0]);
  return data.length >= USUAL_MIN && width > 1 && count >= data.length * USUAL ? width : 0;
}

type Surplus = (fields: Fields) => number;

/** The only columns at which joining two fields explains the wider records; empty where none or several do. */
function splitColumns(wider: readonly Fields[], width: number, surplus: Surplus): readonly number[] {
  const tried = Array.from({ length: width }, (_, column) => column)
    .filter((column) => wider.some((fields) => mayBeSplit(fields, column, surplus(fields))))
    .slice(0, TRIED_MAX);
  for (let size = 1; size <= SPLIT_MAX; size += 1) {
    const choices = combinations(tried, size).filter((columns) => explains(wider, width, columns, surplus));
    if (choices.length === 1) return choices[0] as readonly number[];
    if (choices.length === 0) continue;
    const even = choices.filter((columns) => haveEvenFractions(wider, width, columns, surplus));
    return wider.length >= EVEN_MIN && even.length === 1 ? (even[0] as readonly number[]) : [];
  }
  return [];
}

const mayBeSplit = (fields: Fields, column: number, surplus: number): boolean =>
  Array.from({ length: Math.max(0, Math.min(surplus, SPLIT_MAX)) }, (_, before) => column + before).some((at) =>
    isPair(fields[at], fields[at + 1]),
  );

const isPair = (whole = '', fraction = ''): boolean => WHOLE.test(whole.trim()) && FRACTION.test(fraction.trim());

function explains(wider: readonly Fields[], width: number, columns: readonly number[], surplus: Surplus): boolean {
  const explained = wider.filter((fields) => readingsOf(fields, width, columns, surplus(fields)).length === 1);
  return explained.length >= wider.length * EXPLAINED;
}

/** Prices have two digits of kopecks throughout, and a stock beside them does not. */
const haveEvenFractions = (wider: readonly Fields[], width: number, columns: readonly number[], surplus: Surplus) =>
  wider
    .flatMap((fields) => readingsOf(fields, width, columns, surplus(fields)))
    .every((fields) => columns.every((column) => /,\d\d$|^\d*$/u.test(fields[column] ?? '')));

/** Every reading of a wider record in which so many of the columns take two fields. */
const readingsOf = (fields: Fields, width: number, columns: readonly number[], surplus: number): Fields[] =>
  combinations(columns, surplus).flatMap((chosen) => joinedAt(fields, width, chosen) ?? []);

/** The record with two fields joined in each of these columns; null where they are no number. */
function joinedAt(fields: Fields, width: number, columns: readonly number[]): readonly [Fields] | null {
  const joined: string[] = [];
  let at = 0;
  for (let column = 0; column < width; column += 1) {
    if (!columns.includes(column)) joined.push(fields[at++] ?? '');
    else if (isPair(fields[at], fields[at + 1])) joined.push(`${fields[at++]?.trim()},${fields[at++]?.trim()}`);
    else return null;
  }
  return [joined];
}

function combinations(items: readonly number[], size: number): number[][] {
  if (size <= 0 || size > items.length) return size === 0 ? [[]] : [];
  return items.flatMap((item, at) => combinations(items.slice(at + 1), size - 1).map((rest) => [item, ...rest]));
}
