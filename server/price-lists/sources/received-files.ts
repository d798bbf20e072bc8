import type { Kysely } from 'kysely';
import type { Arrival, ArrivalPlan, ArrivalState } from '../../../contract/price-lists/sources.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import type { Claim } from './source.ts';

export const RECEIVED_FILES_PAGE = 50;

/** An arrival with the file that waits for a decision, if one does. */
export type StoredReceivedFile = Arrival & { readonly heldFile: string | null };

const receivedFilesQuery = (read: Kysely<CatalogueSchema>) =>
  read
    .selectFrom('import_arrivals as arrival')
    .innerJoin('import_sources as source', 'source.id', 'arrival.source_id')
    .selectAll('arrival')
    .select('source.title as source_title')
    .orderBy('arrival.id', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof receivedFilesQuery>['execute']>>[number];

const receivedFileOf = (row: Row): StoredReceivedFile => ({
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

interface NewReceivedFile {
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
export async function recordReceivedFile(
  database: Database<CatalogueSchema>,
  arrival: NewReceivedFile,
  now: number,
): Promise<void> {
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

interface ReceivedFileFilter {
  readonly sourceId?: number | undefined;
  readonly state?: ArrivalState | undefined;
  /** Only those noted before this one. */
  readonly before?: number | undefined;
}

/** The newest arrivals, one more than a page. */
export async function listReceivedFiles(
  read: Kysely<CatalogueSchema>,
  { sourceId, state, before }: ReceivedFileFilter,
): Promise<StoredReceivedFile[]> {
  const rows = await receivedFilesQuery(read)
    .$if(sourceId !== undefined, (query) => query.where('arrival.source_id', '=', sourceId ?? 0))
    .$if(state !== undefined, (query) => query.where('arrival.state', '=', state ?? 'held'))
    .$if(before !== undefined, (query) => query.where('arrival.id', '<', before ?? 0))
    .limit(RECEIVED_FILES_PAGE + 1)
    .execute();
  return rows.map(receivedFileOf);
}

export async function findReceivedFile(read: Kysely<CatalogueSchema>, id: number): Promise<StoredReceivedFile | null> {
  const row = await receivedFilesQuery(read).where('arrival.id', '=', id).executeTakeFirst();
  return row ? receivedFileOf(row) : null;
}

/** Takes a held arrival for a decision; false when it is settled or somebody else is at it. */
export async function claimReceivedFile(
  database: Database<CatalogueSchema>,
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
export async function extendClaim(database: Database<CatalogueSchema>, id: number, until: number): Promise<void> {
  await database.write((transaction) =>
    transaction.updateTable('import_arrivals').set({ claimed_until: until }).where('id', '=', id).execute(),
  );
}

/** Decides about a held arrival; false when somebody has done so already. */
export async function settleReceivedFile(
  database: Database<CatalogueSchema>,
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
export async function stagedFileNames(read: Kysely<CatalogueSchema>): Promise<ReadonlySet<string>> {
  const rows = await read
    .selectFrom('import_arrivals')
    .select('held_file')
    .where('held_file', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ held_file }) => held_file ?? []));
}
