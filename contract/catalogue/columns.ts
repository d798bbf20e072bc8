// The one table of the columns of a position (one offer of one supplier in the catalogue): database, import, search,
// export, filters and labels follow from it. What a price list may have beside them is in price-lists/columns.ts.
import { PHOTO_LINK_MAX, POSITION_NAME_MAX, POSITION_TITLE_MAX } from '../limits.ts';
import type { OfferTerms, Position } from './positions.ts';

/** What a cell of a supplier's price list is read as; `byDefault`: where a form does not carry the field. */
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

/** A column of our own price list; `id` names it where the list is read back, `width` is in characters. */
interface Exported {
  readonly place: number;
  readonly id: string;
  readonly width: number;
  readonly kind: 'text' | 'integer' | 'money' | 'amount';
}

interface FilterOf<As extends string> {
  readonly as: As;
  /** Orders the filters in forms and addresses. */
  readonly place: number;
  /** Names the filter in the API: of a switch its parameter, of a span the stem of `<name>From` and `<name>To`. */
  readonly name: string;
  readonly label: string;
  /** It counts as long as the price does. */
  readonly expires?: true;
}

/**
 * How buyers filter results by a column: they choose one of its values, ask for any (neither empty nor 0), or for a
 * span of numbers. The question, its address, test, counts and the form follow.
 */
export type Filtered =
  | (FilterOf<'choice'> & {
      readonly parameter: string;
      /** The choice that leaves everything in. */
      readonly any: string;
      /** Positions of a part that leave it empty have that of another one. */
      readonly shared?: true;
      /** Its text names several values, parted by FACTS_PARTED. */
      readonly many?: true;
    })
  | FilterOf<'switch'>
  | (FilterOf<'span'> & { readonly unread: string });

/** Everything that service and pages derive from a column of the table of positions. */
export interface PositionColumn {
  /** In both databases; arrays of it in PostgreSQL. */
  readonly type: 'text' | 'bigint' | 'integer' | 'double precision';
  readonly nullable?: true;
  readonly imported: Imported | null;
  /**
   * How an import takes a difference: `content` changes the position and is in the history of the run, `recorded` is in
   * it only along with such a change, of `noted` only what was there before is, so that it can be restored, and
   * `silent` is only written. An import never writes a column without.
   */
  readonly compared: 'content' | 'recorded' | 'noted' | 'silent' | null;
  readonly searched: 'article' | 'code' | 'words' | 'brand' | 'stock' | 'shown' | null;
  readonly answered: keyof Position | keyof OfferTerms | null;
  readonly card: { readonly place: number; readonly says: keyof Position } | null;
  readonly exported: Exported | null;
  readonly filtered: Filtered | null;
  /** How people call it; '' for an internal column. */
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
  filtered: null,
  label: '',
  unit: '',
} as const;

/** A weight or size: where an upload reads it, and where the card shows it. */
const sizeColumn = <const Name extends 'weight' | 'width' | 'height' | 'length'>(
  says: Name,
  label: string,
  unit: 'кг' | 'мм',
  readPlace: number,
  cardPlace: number,
) =>
  ({
    ...UNSEEN,
    type: 'integer',
    imported: { place: readPlace, as: 'size' },
    compared: 'content',
    answered: says,
    card: { place: cardPlace, says },
    label,
    unit,
  }) as const;

/** The columns of `positions` in the order of the table. Places leave room for others; columns are chosen by use. */
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
    compared: 'content',
    answered: 'providerId',
    exported: { place: 60, id: 'stock', width: 14, kind: 'text' },
    filtered: { as: 'choice', place: 30, name: 'provider', parameter: 'providerId', label: 'Склад', any: 'любой' },
    label: 'Склад',
  },
  brand_id: {
    ...UNSEEN,
    type: 'bigint',
    compared: 'content',
    searched: 'brand',
    answered: 'brandId',
    card: { place: 20, says: 'brantTitle' },
    exported: { place: 70, id: 'brand', width: 22, kind: 'text' },
    filtered: { as: 'choice', place: 20, name: 'brand', parameter: 'brandId', label: 'Бренд', any: 'любой' },
    label: 'Бренд',
  },
  // Follows the article: a program that names its goods by ids may correct the article of one.
  key_id: { ...UNSEEN, type: 'bigint', compared: 'silent' },
  manufacturer_key: {
    ...UNSEEN,
    type: 'text',
    compared: 'content',
    filtered: {
      as: 'choice',
      place: 10,
      name: 'maker',
      parameter: 'maker',
      label: 'Производитель',
      any: 'любой',
      shared: true,
    },
  },
  article: {
    ...UNSEEN,
    type: 'text',
    imported: { place: 10, as: 'article', byDefault: '1' },
    compared: 'content',
    searched: 'article',
    answered: 'article',
    exported: { place: 10, id: 'article', width: 24, kind: 'text' },
    label: 'Артикул',
  },
  title: {
    ...UNSEEN,
    type: 'text',
    imported: { place: 20, as: 'text', max: POSITION_TITLE_MAX, byDefault: '2' },
    compared: 'content',
    searched: 'words',
    answered: 'title',
    exported: { place: 20, id: 'title', width: 60, kind: 'text' },
    label: 'Наименование',
  },
  manufacturer: {
    ...UNSEEN,
    type: 'text',
    imported: { place: 50, as: 'manufacturer', max: POSITION_NAME_MAX },
    compared: 'content',
    searched: 'words',
    answered: 'manufacturer',
    card: { place: 10, says: 'manufacturer' },
    exported: { place: 50, id: 'manufacturer', width: 22, kind: 'text' },
    label: 'Производитель',
  },
  code: {
    ...UNSEEN,
    type: 'text',
    imported: { place: 60, as: 'text', max: POSITION_NAME_MAX },
    compared: 'content',
    searched: 'code',
    answered: 'code',
    label: 'Код позиции',
  },
  price: {
    ...UNSEEN,
    type: 'bigint',
    imported: { place: 30, as: 'price', byDefault: '3' },
    compared: 'content',
    answered: 'price',
    exported: { place: 30, id: 'price', width: 14, kind: 'money' },
    filtered: {
      as: 'span',
      place: 40,
      name: 'price',
      label: 'Цена, ₽',
      expires: true,
      unread: 'Цена в фильтре — не число, поэтому она не учтена',
    },
    label: 'Цена',
    unit: '₽',
  },
  amount: {
    ...UNSEEN,
    type: 'double precision',
    imported: { place: 40, as: 'amount' },
    compared: 'content',
    answered: 'amount',
    exported: { place: 40, id: 'amount', width: 13, kind: 'amount' },
    label: 'Количество',
  },
  // Whether price and amount still count.
  price_day: { ...UNSEEN, type: 'integer', compared: 'noted', answered: 'price' },
  in_stock: {
    ...UNSEEN,
    type: 'integer',
    compared: 'silent',
    searched: 'stock',
    filtered: { as: 'switch', place: 50, name: 'inStock', label: 'В\u00a0наличии', expires: true },
  },
  weight: sizeColumn('weight', 'Вес', 'кг', 70, 60),
  width: sizeColumn('width', 'Ширина', 'мм', 90, 40),
  height: sizeColumn('height', 'Высота', 'мм', 100, 50),
  length: sizeColumn('length', 'Длина', 'мм', 80, 30),
  photo: {
    ...UNSEEN,
    type: 'text',
    nullable: true,
    answered: 'photo',
    filtered: { as: 'switch', place: 60, name: 'photo', label: 'С\u00a0фото' },
  },
  alias: { ...UNSEEN, type: 'text', compared: 'recorded', answered: 'alias' },
  created_at: { ...UNSEEN, type: 'bigint', answered: 'createdAt' },
  updated_at: { ...UNSEEN, type: 'bigint' },
  // Whether visitors see it: contract/catalogue/words.ts.
  hidden: { ...UNSEEN, type: 'integer', compared: 'content', searched: 'shown', label: 'Показ' },
  // Of which part it is an offer: written by server/catalogue/changes/renew-parts.ts alone.
  part_id: { ...UNSEEN, type: 'bigint' },
  delivery: {
    ...UNSEEN,
    type: 'integer',
    nullable: true,
    imported: { place: 62, as: 'delivery' },
    compared: 'content',
    answered: 'deliveryDays',
    exported: { place: 84, id: 'delivery', width: 18, kind: 'integer' },
    label: 'Срок поставки',
    unit: 'дн.',
  },
  lot: {
    ...UNSEEN,
    type: 'integer',
    nullable: true,
    imported: { place: 64, as: 'lot' },
    compared: 'content',
    answered: 'leastAmount',
    exported: { place: 88, id: 'lot', width: 18, kind: 'integer' },
    label: 'Минимальная партия',
    unit: 'шт.',
  },
  // The address from which server/price-lists/photo-links fetches the photo; '' for none.
  photo_link: {
    ...UNSEEN,
    type: 'text',
    imported: { place: 66, as: 'text', max: PHOTO_LINK_MAX },
    compared: 'content',
    label: 'Фото (ссылка)',
  },
  // What its source names it by where that is not the article (platform/text/source-key.ts); '' where it is.
  source_key: { ...UNSEEN, type: 'text', compared: 'silent' },
} as const satisfies Readonly<Record<string, PositionColumn>>;

/**
 * What no single entry can say. A reading but that of texts and sizes belongs to the column of its name. Our own price
 * list takes sizes back from no column, so it names none.
 */
type Checked<
  T extends {
    readonly [Name in keyof T]: {
      readonly imported: { readonly as: 'text' | 'size' | Name } | null;
      readonly exported: T[Name] extends { readonly imported: { readonly as: 'size' } } ? null : Exported | null;
    };
  },
> = T;
export type Columns = Checked<typeof POSITION_COLUMNS>;
export type PositionColumnName = keyof Columns;
type Use = 'imported' | 'compared' | 'searched' | 'answered' | 'card' | 'exported' | 'filtered';
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

export type ColumnsWith<U extends Use> = ColumnsWhere<U, NonNullable<PositionColumn[U]>>;

/** The columns that an upload reads in one way. */
export type ColumnsReadAs<As extends Imported['as']> = ColumnsWhere<'imported', { readonly as: As }>;

export const POSITION_NAMES = Object.keys(POSITION_COLUMNS) as readonly PositionColumnName[];

const entryOf = (name: PositionColumnName): PositionColumn => POSITION_COLUMNS[name];

/** The columns that have a use, in the order of the table. */
export const columnsWith = <U extends Use>(use: U): readonly ColumnsWith<U>[] =>
  POSITION_NAMES.filter((name): name is ColumnsWith<U> => entryOf(name)[use] !== null);

export const columnsInPlace = <U extends 'imported' | 'card' | 'exported' | 'filtered'>(
  use: U,
): readonly ColumnsWith<U>[] =>
  [...columnsWith(use)].sort((one, other) => (entryOf(one)[use]?.place ?? 0) - (entryOf(other)[use]?.place ?? 0));

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
