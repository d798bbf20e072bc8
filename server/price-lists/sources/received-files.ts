// What becomes of a price list that came from a source: imported within the limits of the source, else staged for a
// decision of the staff; and its SQL.
import type { Kysely } from 'kysely';
import type { DryRunAnswer } from '../../../contract/catalogue/runs.ts';
import type { Arrival, ArrivalPlan, ArrivalState } from '../../../contract/price-lists/sources.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { HttpError } from '../../platform/http/request.ts';
import { guessBook } from '../guess/guess-file.ts';
import { failureText, uploadError } from '../runs/failures.ts';
import type { ImportOrder } from '../runs/order.ts';
import { findPreset } from '../settings/presets.ts';
import type { Claim, FetchedFile, Source, SourceContext } from './source.ts';
import { reasonsToStage } from './staging-reasons.ts';

type Outcome =
  | { readonly state: 'applied'; readonly runId: number; readonly plan: ArrivalPlan }
  | { readonly state: 'held'; readonly reason: string; readonly plan: ArrivalPlan | null }
  | { readonly state: 'failed'; readonly reason: string };

/** Imports what is inside the limits of its source, holds the rest, and notes it. Rejects for what may work later. */
export async function receiveFile(
  context: SourceContext,
  source: Source,
  file: FetchedFile,
  signal: AbortSignal,
): Promise<ArrivalState> {
  const outcome = await importOrStage(context, source, file, signal);
  const { database, stagedFiles: held, clock, log } = context;
  const heldFile = outcome.state === 'held' ? await held.keep(file.path) : null;
  const received = {
    sourceId: source.id,
    fileName: file.name,
    bytes: file.bytes,
    state: outcome.state,
    runId: outcome.state === 'applied' ? outcome.runId : null,
    plan: 'plan' in outcome ? outcome.plan : null,
    reason: 'reason' in outcome ? outcome.reason : null,
    heldFile,
  };
  await recordReceivedFile(database, received, clock());
  log.info({ source: source.id, file: file.name, state: outcome.state }, 'a price list came by itself');
  return outcome.state;
}

async function importOrStage(
  context: SourceContext,
  source: Source,
  file: FetchedFile,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { order, doubt } = await orderOfSource(context, source, file, 'asked');
    const { queue } = context;
    const answer = await queue.plan(order, () => {}, signal);
    const plan = planOf(answer);
    const reasons = [...(doubt === null ? [] : [doubt]), ...reasonsToStage(answer, source.limits)];
    if (reasons.length > 0) return { state: 'held', reason: reasons.join('\n'), plan };
    const { runId } = await queue.submit(order, () => {}, signal);
    return { state: 'applied', runId, plan };
  } catch (thrown) {
    signal.throwIfAborted();
    const error = uploadError(thrown);
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const reason = failureText(error);
    return error.message === 'import looks wrong' ? { state: 'held', reason, plan: null } : { state: 'failed', reason };
  }
}

const planOf = ({ counts, suspicions, rows }: DryRunAnswer): ArrivalPlan => ({ counts, suspicions, rows });

const PRESET_GONE = typographed(
  'Сохранённых настроек этого источника больше нет: выберите другие или определение по заголовку. Пока столбцы определены по файлу',
);

type Ordering = Pick<SourceContext, 'database' | 'queue'>;

/** The order for a file and the doubt to be asked, by its preset or else by a guess. Throws a ReadError. */
export async function orderOfSource(
  context: Ordering,
  source: Source,
  file: FetchedFile,
  confirm: ImportOrder['confirm'],
) {
  const { fields, doubt } = await fieldsOf(context, source, file.path);
  const order: ImportOrder = {
    file: { path: file.path, originalName: file.name, bytes: file.bytes },
    fields: { ...fields, brandId: String(source.brandId), providerId: String(source.providerId) },
    uid: '',
    who: source.title,
    source: source.kind,
    confirm,
  };
  return { order, doubt };
}

async function fieldsOf({ database: { read }, queue: { staged } }: Ordering, { presetId }: Source, path: string) {
  const preset = presetId === null ? null : await findPreset(read, presetId);
  if (preset) return { fields: { preset: String(preset.id) }, doubt: null };
  const { fields, doubt } = guessBook(await staged.of(path));
  return { fields: { addNewPositionMode: 'on', ...fields }, doubt: presetId === null ? doubt : PRESET_GONE };
}

export const RECEIVED_FILES_PAGE = 50;

/** A received file, with its staged content if it waits for a decision. */
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

type NewReceivedFile = Omit<StoredReceivedFile, 'id' | 'sourceTitle' | 'at'>;

/** Notes what came, and that its source is not quiet. */
export async function recordReceivedFile(database: Database<CatalogueSchema>, arrival: NewReceivedFile, now: number) {
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

/** The newest received files, one more than a page. */
export async function listReceivedFiles(
  read: Kysely<CatalogueSchema>,
  { sourceId, state, before }: ReceivedFileFilter,
) {
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

/** Claims a staged file for a decision; false when it is decided or claimed already. */
export async function claimReceivedFile(database: Database<CatalogueSchema>, id: number, { now, lasts }: Claim) {
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

/** Extends the caller's claim on a received file until then; 0 releases it. */
export async function extendClaim(database: Database<CatalogueSchema>, id: number, until: number): Promise<void> {
  await database.write((transaction) =>
    transaction.updateTable('import_arrivals').set({ claimed_until: until }).where('id', '=', id).execute(),
  );
}

/** Decides about a staged file; false when that is decided already. */
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

export async function stagedFileNames(read: Kysely<CatalogueSchema>): Promise<ReadonlySet<string>> {
  const rows = await read
    .selectFrom('import_arrivals')
    .select('held_file')
    .where('held_file', 'is not', null)
    .execute();
  return new Set(rows.flatMap(({ held_file }) => held_file ?? []));
}
