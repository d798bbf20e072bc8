import type { CopiedColumn } from '../database/postgres/dump/tables.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

const SPECIAL = /[\\\b\f\n\r\t\v]/g;

/** A value that PostgreSQL cannot hold; the message says where it stands. */
export class CannotMove extends Error {}

/**
 * A row of an embedded database as a line of COPY, spelt as PostgreSQL itself does.
 * https://www.postgresql.org/docs/15/sql-copy.html#id-1.9.3.55.9.2
 */
export const lineOf = (table: string, columns: readonly CopiedColumn[], values: readonly unknown[]): string =>
  values.map((value, at) => fieldOf(value, `${table}.${columns[at]?.name}`)).join('\t');

function fieldOf(value: unknown, place: string): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string')
    throw new CannotMove(`${place} holds bytes, which this program never writes`);
  if (value.includes('\0'))
    throw new CannotMove(
      `${place} holds a text with a NUL character, which PostgreSQL does not take: ${JSON.stringify(value.slice(0, 80))}`,
    );
  return value.replace(SPECIAL, (sign) => ESCAPES[sign] as string);
}
