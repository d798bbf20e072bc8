import type { ColumnsWith, PositionColumnName } from '../../../contract/columns-by-use.ts';
import { POSITION_NAMES } from '../../../contract/columns-by-use.ts';
import type { PostgresConnection } from './catalogue-log.ts';

/** What a weekly list changes of a position; nothing of it is in the search index. */
export const FREQUENT = ['price', 'amount', 'price_day', 'updated_at'] as const satisfies readonly Exclude<
  PositionColumnName,
  ColumnsWith<'searched'>
>[];

const others = POSITION_NAMES.filter((name) => !(FREQUENT as readonly PositionColumnName[]).includes(name));

/**
 * What PostgreSQL makes of all other columns of `positions p`: a whole number that a copy keeps beside the row. As long as
 * it is the same so are they, and need not be read, sent, compared and indexed again.
 */
export const REST = `hash_record_extended(ROW(${others.map((name) => `p.${name}`).join(', ')}), 0) & ${Number.MAX_SAFE_INTEGER}`;

/** The values of FREQUENT, the id and `rest` of a position. */
export type FrequentValues = readonly [...values: number[], id: number, rest: number];

const SELECT = `SELECT json_agg(json_build_array(${[...FREQUENT, 'id'].map((name) => `p.${name}`).join(', ')}, ${REST})) AS found
  FROM positions p WHERE p.id = ANY($1::bigint[])`;

/**
 * Those of these positions that there are, for so many ids at a time; as one value, which takes a tenth of the time of a row
 * for each.
 */
export async function* frequentInParts(
  source: PostgresConnection,
  ids: readonly number[],
  size: number,
): AsyncGenerator<{ readonly ids: readonly number[]; readonly rows: readonly FrequentValues[] }> {
  for (let at = 0; at < ids.length; at += size) {
    const part = ids.slice(at, at + size);
    const [row] = await source.query<{ found: FrequentValues[] | null }>(SELECT, [part]);
    yield { ids: part, rows: row?.found ?? [] };
  }
}
