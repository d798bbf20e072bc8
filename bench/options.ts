import { parseArgs } from 'node:util';

/** What can be measured, in the order in which it is: the import changes the catalogue, attacks have servers of their own. */
const PARTS = [
  'sizes',
  'site',
  'lighthouse',
  'markup',
  'accounts',
  'rights',
  'access-page',
  'documents',
  'pricelist',
  'search',
  'import',
  'copies',
  'abuse',
] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  /** Positions of the generated catalogue. */
  readonly count: number;
  readonly parts: readonly Part[];
  /** Address of an empty PostgreSQL database; null: the embedded one. */
  readonly postgres: string | null;
  /** Folder that keeps generated catalogues for the next time; null: one that is removed at the end. */
  readonly folder: string | null;
  /** Which attacks the part `abuse` carries out; empty: all. */
  readonly attacks: readonly string[];
  /** Attacks of a size that only shows that they work. */
  readonly small: boolean;
}

const COUNT_MAX = 10_000_000;

/** Reads the command line; throws with a line for the person when it makes no sense. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string', default: '1000000' },
      only: { type: 'string', default: PARTS.join(',') },
      postgres: { type: 'string' },
      folder: { type: 'string' },
      attack: { type: 'string', default: '' },
      small: { type: 'boolean', default: false },
    },
  });
  const count = Number(values.count);
  if (!Number.isInteger(count) || count < 1_000 || count > COUNT_MAX) {
    throw new Error(`--count takes a number of positions from 1000 to ${COUNT_MAX}`);
  }
  const named = values.only.split(',');
  const unknown = named.filter((name) => !PARTS.some((part) => part === name));
  if (unknown.length > 0) throw new Error(`--only takes ${PARTS.join(', ')}; not ${unknown.join(', ')}`);
  return {
    count,
    parts: PARTS.filter((part) => named.includes(part)),
    postgres: values.postgres ?? null,
    folder: values.folder ?? null,
    attacks: values.attack.split(',').filter(Boolean),
    small: values.small,
  };
}
