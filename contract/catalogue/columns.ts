import { POSITION_NAME_MAX, POSITION_TITLE_MAX } from '../limits.ts';
import type { OfferTerms, Position } from './positions.ts';

/**
 * What a cell of a supplier's price list is read as. The field of the upload form that names the cell bears the name of
 * the column; `place` orders the fields, `byDefault` is what the field means when a form does not carry it.
 */
export type Imported =
  | {
      readonly place: number;
      readonly as: 'article' | 'price' | 'amount' | 'size' | 'delivery' | 'lot';
      readonly byDefault?: string;
    }
  | {
      readonly place: number;
      /** A manufacturer is part of the identity of a position, other texts are not. */
      readonly as: 'text' | 'manufacturer';
      /** Characters that are kept. */
      readonly max: number;
      readonly byDefault?: string;
    };

/** A column of our own price list; `id` names it where the list is read back. */
interface Exported {
  readonly place: number;
  readonly id: string;
  /** Characters. */
  readonly width: number;
  readonly kind: 'text' | 'integer' | 'money' | 'amount';
}

/** Everything that service and pages derive from a column of the table of positions. */
export interface PositionColumn {
  /** In both databases; arrays of it in PostgreSQL. */
  readonly type: 'text' | 'bigint' | 'integer' | 'double precision';
  readonly nullable?: true;
  readonly imported: Imported | null;
  /**
   * How an import takes a difference: `content` changes the position and is told in the history of the run, `told` is
   * told along with such a change, of `noted` only what was there before is, so that it can be restored, and `silent` is
   * only written. An import never writes a column without.
   */
  readonly compared: 'content' | 'told' | 'noted' | 'silent' | null;
  /** What the search index makes of it. */
  readonly searched: 'article' | 'code' | 'words' | 'brand' | 'stock' | 'shown' | null;
  /** The field of the API that is made from it. */
  readonly answered: keyof Position | keyof OfferTerms | null;
  /** Its row of the card, which says a field of the API. */
  readonly card: { readonly place: number; readonly says: keyof Position } | null;
  readonly exported: Exported | null;
  /** How people call it; '' for a column that nobody sees. */
  readonly label: string;
  readonly unit: '' | '₽' | 'мм' | 'кг' | 'дн.' | 'шт.';
}

const UNSEEN = {
  imported: null,
  compared: null,
  searched: null,
  answered: null,
  card: null,
  exported: null,
  label: '',
  unit: '',
} as const;

/**
 * The columns of `positions` in the order of the table; units as in the first migration. Places leave room for columns
 * in between. Nothing else lists columns: whoever needs some chooses them by use (`columns-by-use.ts`).
 */
export const POSITION_COLUMNS = {
  id: {
    ...UNSEEN,
    type: 'bigint',
    answered: 'id',
    exported: { place: 80, id: 'positionId', width: 22, kind: 'integer' },
    label: '№ позиции в каталоге',
  },
  provider_id: {
    ...UNSEEN,
    type: 'bigint',
    answered: 'providerId',
    exported: { place: 60, id: 'stock', width: 14, kind: 'text' },
    label: 'Склад',
  },
  brand_id: {
    ...UNSEEN,
    type: 'bigint',
    searched: 'brand',
    answered: 'brandId',
    card: { place: 20, says: 'brantTitle' },
    exported: { place: 70, id: 'brand', width: 22, kind: 'text' },
    label: 'Бренд',
  },
  key_id: { ...UNSEEN, type: 'bigint' },
  manufacturer_key: { ...UNSEEN, type: 'text', compared: 'content' },
  article: {
    type: 'text',
    imported: { place: 10, as: 'article', byDefault: '1' },
    compared: 'content',
    searched: 'article',
    answered: 'article',
    card: null,
    exported: { place: 10, id: 'article', width: 24, kind: 'text' },
    label: 'Артикул',
    unit: '',
  },
  title: {
    type: 'text',
    imported: { place: 20, as: 'text', max: POSITION_TITLE_MAX, byDefault: '2' },
    compared: 'content',
    searched: 'words',
    answered: 'title',
    card: null,
    exported: { place: 20, id: 'title', width: 60, kind: 'text' },
    label: 'Наименование',
    unit: '',
  },
  manufacturer: {
    type: 'text',
    imported: { place: 50, as: 'manufacturer', max: POSITION_NAME_MAX },
    compared: 'content',
    searched: 'words',
    answered: 'manufacturer',
    card: { place: 10, says: 'manufacturer' },
    exported: { place: 50, id: 'manufacturer', width: 22, kind: 'text' },
    label: 'Производитель',
    unit: '',
  },
  code: {
    type: 'text',
    imported: { place: 60, as: 'text', max: POSITION_NAME_MAX },
    compared: 'content',
    searched: 'code',
    answered: 'code',
    card: null,
    exported: null,
    label: 'Код позиции',
    unit: '',
  },
  price: {
    type: 'bigint',
    imported: { place: 30, as: 'price', byDefault: '3' },
    compared: 'content',
    searched: null,
    answered: 'price',
    card: null,
    exported: { place: 30, id: 'price', width: 14, kind: 'money' },
    label: 'Цена',
    unit: '₽',
  },
  amount: {
    type: 'double precision',
    imported: { place: 40, as: 'amount' },
    compared: 'content',
    searched: null,
    answered: 'amount',
    card: null,
    exported: { place: 40, id: 'amount', width: 13, kind: 'amount' },
    label: 'Количество',
    unit: '',
  },
  // Whether price and amount still count.
  price_day: { ...UNSEEN, type: 'integer', compared: 'noted', answered: 'price' },
  in_stock: { ...UNSEEN, type: 'integer', compared: 'silent', searched: 'stock' },
  weight: {
    type: 'integer',
    imported: { place: 70, as: 'size' },
    compared: 'content',
    searched: null,
    answered: 'weight',
    card: { place: 60, says: 'weight' },
    exported: null,
    label: 'Вес',
    unit: 'кг',
  },
  width: {
    type: 'integer',
    imported: { place: 90, as: 'size' },
    compared: 'content',
    searched: null,
    answered: 'width',
    card: { place: 40, says: 'width' },
    exported: null,
    label: 'Ширина',
    unit: 'мм',
  },
  height: {
    type: 'integer',
    imported: { place: 100, as: 'size' },
    compared: 'content',
    searched: null,
    answered: 'height',
    card: { place: 50, says: 'height' },
    exported: null,
    label: 'Высота',
    unit: 'мм',
  },
  length: {
    type: 'integer',
    imported: { place: 80, as: 'size' },
    compared: 'content',
    searched: null,
    answered: 'length',
    card: { place: 30, says: 'length' },
    exported: null,
    label: 'Длина',
    unit: 'мм',
  },
  photo: { ...UNSEEN, type: 'text', nullable: true, answered: 'photo' },
  alias: { ...UNSEEN, type: 'text', compared: 'told', answered: 'alias' },
  created_at: { ...UNSEEN, type: 'bigint', answered: 'createdAt' },
  updated_at: { ...UNSEEN, type: 'bigint' },
  // Whether visitors see it: contract/catalogue/words.ts.
  hidden: { ...UNSEEN, type: 'integer', compared: 'content', searched: 'shown', label: 'Показ' },
  // Of which part it is an offer: written by server/catalogue/changes/renew-parts.ts alone.
  part_id: { ...UNSEEN, type: 'bigint' },
  delivery: {
    type: 'integer',
    nullable: true,
    imported: { place: 62, as: 'delivery' },
    compared: 'content',
    searched: null,
    answered: 'deliveryDays',
    card: null,
    exported: { place: 84, id: 'delivery', width: 18, kind: 'integer' },
    label: 'Срок поставки',
    unit: 'дн.',
  },
  lot: {
    type: 'integer',
    nullable: true,
    imported: { place: 64, as: 'lot' },
    compared: 'content',
    searched: null,
    answered: 'leastAmount',
    card: null,
    exported: { place: 88, id: 'lot', width: 18, kind: 'integer' },
    label: 'Минимальная партия',
    unit: 'шт.',
  },
} as const satisfies Readonly<Record<string, PositionColumn>>;

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
export const columnsInPlace = <U extends 'imported' | 'card' | 'exported'>(use: U): readonly ColumnsWith<U>[] =>
  [...columnsWith(use)].sort((one, other) => (entryOf(one)[use]?.place ?? 0) - (entryOf(other)[use]?.place ?? 0));

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
