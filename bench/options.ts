import { parseArgs } from 'node:util';
import { ATTACKS } from './abuse/attacks.ts';
import type { Part } from './part.ts';
import { PARTS } from './parts.ts';
import type { Scale } from './workbench.ts';

export interface BenchOptions extends Scale {
  /** What is measured, in the order of PARTS. */
  readonly parts: readonly Part[];
  /** Address of a PostgreSQL server whose user may create databases; null: there is none. */
  readonly postgres: string | null;
  /** Folder that keeps generated catalogues for the next time; null: one that is removed at the end. */
  readonly folder: string | null;
  /** Which attacks the part `abuse` carries out; empty: all. */
  readonly attacks: readonly string[];
}

const COUNT = 1_000_000;
const COUNT_SMALL = 2_000;
const COUNT_MIN = 1_000;
const COUNT_MAX = 10_000_000;

/** Reads the command line; throws with a line for the person when it makes no sense. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      count: { type: 'string' },
      only: { type: 'string', default: '' },
      postgres: { type: 'string' },
      engine: { type: 'string' },
      folder: { type: 'string' },
      attack: { type: 'string', default: '' },
      small: { type: 'boolean', default: false },
    },
  });
  const { small, postgres = null, folder = null } = values;
  const { engine = postgres ? 'postgres' : 'sqlite' } = values;
  if (engine !== 'sqlite' && engine !== 'postgres') throw new Error('--engine takes sqlite or postgres');
  if (engine === 'postgres' && !postgres) throw new Error('--engine=postgres needs --postgres');
  const named = listed('only', values.only, PARTS);
  return {
    count: countOf(values.count, small),
    parts: PARTS.filter(({ name }) => named.length === 0 || named.includes(name)),
    postgres,
    engine,
    folder,
    attacks: listed('attack', values.attack, ATTACKS),
    small,
  };
}

function countOf(text: string | undefined, small: boolean): number {
  const count = text === undefined ? (small ? COUNT_SMALL : COUNT) : Number(text);
  if (!Number.isInteger(count) || count < COUNT_MIN || count > COUNT_MAX) {
    throw new Error(`--count takes a number of positions from ${COUNT_MIN} to ${COUNT_MAX}`);
  }
  return count;
}

/** The names in a comma list; throws when one is of nothing known. */
function listed(option: string, text: string, known: readonly { readonly name: string }[]): string[] {
  const named = text.split(',').filter(Boolean);
  const names = known.map(({ name }) => name);
  const unknown = named.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`--${option} takes ${names.join(', ')}; not ${unknown.join(', ')}`);
  return named;
}
