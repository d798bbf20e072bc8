import { type Imported, POSITION_COLUMNS, type PositionColumn } from './position-columns.ts';

type Columns = typeof POSITION_COLUMNS;
export type PositionColumnName = keyof Columns;
type Use = 'imported' | 'compared' | 'searched' | 'answered' | 'card' | 'exported';
type Values = { text: string; bigint: number; integer: number; 'double precision': number };

/** A row of `positions` as both databases hold it. */
export type PositionRecord = {
  readonly [Name in PositionColumnName]:
    | Values[Columns[Name]['type']]
    | (Columns[Name] extends { nullable: true } ? null : never);
};

/** The columns whose entry says this of a use. */
export type ColumnsWhere<U extends Use, Said> = {
  [Name in PositionColumnName]: Columns[Name][U] extends Said ? Name : never;
}[PositionColumnName];

/** The columns that have a use. */
export type ColumnsWith<U extends Use> = ColumnsWhere<U, NonNullable<PositionColumn[U]>>;

/** The columns that an upload reads in one way. */
export type ColumnsReadAs<As extends Imported['as']> = ColumnsWhere<'imported', { readonly as: As }>;

/** All columns, in the order of the table. */
export const POSITION_NAMES = Object.keys(POSITION_COLUMNS) as readonly PositionColumnName[];

const entryOf = (name: PositionColumnName): PositionColumn => POSITION_COLUMNS[name];

/** The columns that have a use, in the order of the table. */
export const columnsWith = <U extends Use>(use: U): readonly ColumnsWith<U>[] =>
  POSITION_NAMES.filter((name): name is ColumnsWith<U> => entryOf(name)[use] !== null);

/** The same in the order of their places. */
export const columnsInPlace = <U extends 'imported' | 'card' | 'exported'>(
  use: U,
): readonly ColumnsWith<U>[] =>
  [...columnsWith(use)].sort(
    (one, other) => (entryOf(one)[use]?.place ?? 0) - (entryOf(other)[use]?.place ?? 0),
  );

/** The columns that an upload reads in one way, in the order of the table. */
export const columnsReadAs = <As extends Imported['as']>(as: As): readonly ColumnsReadAs<As>[] =>
  POSITION_NAMES.filter((name): name is ColumnsReadAs<As> => entryOf(name).imported?.as === as);

/** The label of a column with its unit: «Вес, кг». */
export function labelWithUnit(name: PositionColumnName): string {
  const { label, unit } = entryOf(name);
  return unit === '' ? label : `${label}, ${unit}`;
}

/** A position of which nothing is known: empty texts and zeros. */
export const BLANK_POSITION = Object.fromEntries(
  POSITION_NAMES.map((name) => {
    const { type, nullable } = entryOf(name);
    return [name, nullable ? null : type === 'text' ? '' : 0];
  }),
) as PositionRecord;
