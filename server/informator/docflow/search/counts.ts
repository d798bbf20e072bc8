import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { InformatorSchema } from '../../schema.ts';
import { inPair, otherPairsOf, pairsOf } from './branches.ts';
import { allOf, isOf, type Looker, PERSON } from './conditions.ts';
import type { Wanted } from './query.ts';

type Source = Kysely<InformatorSchema>;

/** The number that a query of one `count` answers. */
export async function countRows(read: Source, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${query}`.execute(read);
  return Number(rows[0]?.count ?? 0);
}

/**
 * Counts the documents that a person sees: pair by pair those of the role, and in every other pair those that the person sees
 * whatever the role. A pair is a range of an index in both databases, which is counted without reading documents and without
 * removing duplicates.
 */
export async function countSeen(read: Source, wanted: Wanted, looker: Looker): Promise<number> {
  if (wantsEverything(wanted) && (await seesEveryPair(read, wanted, looker)))
    return countRows(read, sql`SELECT count(*) AS count FROM documents`);
  const ofRole = sql`SELECT sum((SELECT count(*) FROM documents WHERE ${inPair(wanted)})) ${pairsOf(wanted, looker)}`;
  const own = allOf([isOf(looker), inPair(wanted, PERSON)]);
  const elsewhere = sql`SELECT sum((SELECT count(*) FROM document_people AS person WHERE ${own}))
    ${otherPairsOf(wanted, looker)}`;
  return countRows(read, sql`SELECT coalesce((${ofRole}), 0) + coalesce((${elsewhere}), 0) AS count`);
}

const wantsEverything = ({ before, directing, task, state }: Wanted): boolean =>
  before === null && directing === null && task === null && state === null;

/** Whether the role sees every wanted pair that ever had a document. */
export async function seesEveryPair(read: Source, wanted: Wanted, looker: Looker): Promise<boolean> {
  const { rows } = await sql`SELECT 1 ${otherPairsOf(wanted, looker)} LIMIT 1`.execute(read);
  return rows.length === 0;
}
