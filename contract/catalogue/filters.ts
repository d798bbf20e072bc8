// By what buyers filter found parts: columns of positions, and what is read out of their titles.
import { type Columns, type ColumnsWith, columnsWith, type Filtered, POSITION_COLUMNS } from './columns.ts';

/** Parts the values of a fact that names several. */
export const FACTS_PARTED = '; ';

const factColumn = <const Fact extends Extract<Filtered, { readonly as: 'choice' }>>(filtered: Fact) =>
  ({ type: 'text', filtered: { ...filtered, shared: true } }) as const;

/**
 * What is read out of the title of a position (server/catalogue/part-reader) and kept in the search index beside its
 * words: no list says it and no export repeats it.
 */
export const TITLE_FACTS = {
  system: factColumn({ as: 'choice', place: 8, name: 'system', parameter: 'system', label: 'Узел', any: 'любой' }),
  kind: factColumn({ as: 'choice', place: 2, name: 'kind', parameter: 'kind', label: 'Деталь', any: 'любая' }),
  machines: factColumn({
    as: 'choice',
    place: 4,
    name: 'machine',
    parameter: 'machine',
    label: 'Машина',
    any: 'любая',
    many: true,
  }),
  sides: factColumn({
    as: 'choice',
    place: 6,
    name: 'side',
    parameter: 'side',
    label: 'Сторона',
    any: 'любая',
    many: true,
  }),
  /** Of the offer: another one of the same part may have other marks. */
  marks: {
    type: 'text',
    filtered: {
      as: 'choice',
      place: 9,
      name: 'mark',
      parameter: 'mark',
      label: 'Особенность',
      any: 'любая',
      many: true,
    },
  },
} as const;
export type TitleFact = keyof typeof TITLE_FACTS;
export const TITLE_FACT_NAMES = Object.keys(TITLE_FACTS) as readonly TitleFact[];

export const isTitleFact = (column: string): column is TitleFact => Object.hasOwn(TITLE_FACTS, column);

type Filters = {
  [Name in ColumnsWith<'filtered'>]: Columns[Name]['filtered'] & {
    readonly column: Name;
    readonly type: Columns[Name]['type'];
  };
} & {
  [Name in TitleFact]: (typeof TITLE_FACTS)[Name]['filtered'] & { readonly column: Name; readonly type: 'text' };
};

export type Filter<As extends Filtered['as'] = Filtered['as']> = Extract<Filters[keyof Filters], { readonly as: As }>;
export type FilterName<As extends Filtered['as'] = Filtered['as']> = Filter<As>['name'];

/** The filters in the order of their places. */
export const FILTERS = [
  ...columnsWith('filtered').map((column) => ({ column, ...POSITION_COLUMNS[column] })),
  ...Object.entries(TITLE_FACTS).map(([column, fact]) => ({ column, ...fact })),
]
  .map(({ column, filtered, type }) => ({ ...filtered, column, type }))
  .sort((one, other) => one.place - other.place) as readonly Filter[];

export const filtersAs = <As extends Filtered['as']>(as: As) =>
  FILTERS.filter((filter) => filter.as === as) as readonly Filter[] as readonly Filter<As>[];
