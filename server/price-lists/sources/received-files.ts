import type { Kysely } from 'kysely';
import type { Arrival, ArrivalPlan, ArrivalState } from '../../../contract/price-lists/sources.ts';
import type { BridgeSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import type { Claim } from './source.ts';

export const ARRIVALS_PAGE = 50;

/** An arrival with the file that waits for a decision, if one does. */
export type KeptArrival = Arrival & { readonly heldFile: string | null };

const arrivals = (read: Kysely<BridgeSchema>) =>
  read
    .selectFrom('import_arrivals as arrival')
    .innerJoin('import_sources as source', 'source.id', 'arrival.source_id')
    .selectAll('arrival')
    .select('source.title as source_title')
    .orderBy('arrival.id', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof arrivals>['execute']>>[number];

const arrivalOf = (row: Row): KeptArrival => ({
  id: Number(row.id),
  sourceId: Number(row.source_id),
  sourceTitle: row.source_title,
  fileName: row.file_name,
  bytes: Number(row.bytes),
  at: new Date(Number(row.at)).toISOString(),
  state: row.state,
  runId: row.run_id === null ? null : Number(row.run_id),
  plan: row.plan === null ? null : JSON.parse(row.plan),
  reason: row.reason,
  heldFile: row.held_file,
});

interface NewArrival {
  readonly sourceId: number;
  readonly fileName: string;
  readonly bytes: number;
  readonly state: ArrivalState;
  readonly runId: number | null;
  readonly plan: ArrivalPlan | null;
  readonly reason: string | null;
  readonly heldFile: string | null;
}

/** Notes what came, and that its source is not quiet. */
export async function noteArrival(database: Database<BridgeSchema>, arrival: NewArrival, now: number): Promise<void> {
  await database.write(async (transaction) => {
    await transaction
      .insertInto('import_arrivals')
      .values({
        source_id: arrival.sourceId,
        file_name: arrival.fileName,
        bytes: arrival.bytes,
        at: now,
        state: arrival.state,
        run_id: arrival.runId,
        plan: arrival.plan && JSON.stringify(arrival.plan),
        reason: arrival.reason,
        held_file: arrival.heldFile,
      })
      .execute();
    if (arrival.state === 'ignored') return;
    await transaction
      .updateTable('import_sources')
      .set({ arrived_at: now })
      .where('id', '=', arrival.sourceId)
      .execute();
  });
}

interface ArrivalFilter {
  readonly sourceId?: number | undefined;
  readonly state?: ArrivalState | undefined;
  /** Only those noted before this one. */
  readonly before?: number | undefined;
}

/** The newest arrivals, one more than a page. */
export async function listArrivals(
  read: Kysely<BridgeSchema>,
  { sourceId, state, before }: ArrivalFilter,
): Promise<KeptArrival[]> {
  const rows = await arrivals(read)
    .$if(sourceId !== undefined, (query) => query.where('arrival.source_id', '=', sourceId ?? 0))
    .$if(state !== undefined, (query) => query.where('arrival.state', '=', state ?? 'held'))
    .$if(before !== undefined, (query) => query.where('arrival.id', '<', before ?? 0))
    .limit(ARRIVALS_PAGE + 1)
    .execute();
  return rows.map(arrivalOf);
}

export async function findArrival(read: Kysely<BridgeSchema>, id: number): Promise<KeptArrival | null> {
  const row = await arrivals(read).where('arrival.id', '=', id).executeTakeFirst();
  return row ? arrivalOf(row) : null;
}

/** Takes a held arrival for a decision; false when it is settled or somebody else is at it. */
export async function claimArrival(
  database: Database<BridgeSchema>,
  id: number,
  { now, lasts }: Claim,
): Promise<boolean> {
  const { numUpdatedRows } = await database.write((transaction) =>
    transaction
      .updateTable('import_arrivals')
      .set({ claimed_until: now + lasts })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .where(({ or, eb }) => or([eb('claimed_until', '<=', now), eb('claimed_until', '>', now + lasts)]))
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

/** Keeps an arrival that the caller has taken until then, 0: gives it back. */
export async function holdClaim(database: Database<BridgeSchema>, id: number, until: number): Promise<void> {
  await database.write((transaction) =>
    transaction.updateTable('import_arrivals').set({ claimed_until: until }).where('id', '=', id).execute(),
  );
}

/** Decides about a held arrival; false when somebody has done so already. */
export async function settleArrival(
  database: Database<BridgeSchema>,
  id: number,
  settled: { readonly state: ArrivalState; readonly runId: number | null; readonly reason: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await database.write((transaction) =>
    transaction
      .updateTable('import_arrivals')
      .set({ state: settled.state, run_id: settled.runId, reason: settled.reason, held_file: null })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .executeTakeFirstOrThrow(),
  );
  return numUpdatedRows > 0n;
}

/** The names of all files that wait for a decision. */
export async function heldFiles(read: Kysely<BridgeSchema>): Promise<ReadonlySet<string>> {
  const rows = await read
    .selectFrom('import_arrivals')
    .select('held_file')
    .where('held_file', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ held_file }) => held_file ?? []));
}
