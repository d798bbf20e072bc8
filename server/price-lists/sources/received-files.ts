// What becomes of a price list that came from a source: imported within the limits of the source, else staged for a
// decision of the staff; and its SQL.
import type { Kysely } from 'kysely';
import type { DryRunAnswer } from '../../../contract/catalogue/runs.ts';
import type { Arrival, ArrivalPlan, ArrivalState } from '../../../contract/price-lists/sources.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import type { Database } from '../../platform/database/types.ts';
import { HttpError } from '../../platform/http/request.ts';
import { guessBook } from '../guess/guess-file.ts';
import { guessesOf } from '../guess/staged-lists.ts';
import { failureText, uploadError } from '../runs/failures.ts';
import type { ImportOrder } from '../runs/order.ts';
import { fieldsForFile } from '../settings/preset-of-file.ts';
import { findPreset } from '../settings/presets.ts';
import type { Claim, FetchedFile, Source, SourceContext } from './source.ts';
import { reasonsToStage } from './staging-reasons.ts';

type Outcome =
  | { readonly state: 'ignored'; readonly reason: string }
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
  const { database, stagedFiles: held, clock, log } = context;
  const list = listOf(source, file, clock());
  const outcome = await importOrStage(context, source, file, list, signal);
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
    list,
  };
  await recordReceivedFile(database, received, clock());
  if (outcome.state === 'applied' || outcome.state === 'held') await replaceOlder(context, list, file.name, heldFile);
  log.info({ source: source.id, file: file.name, state: outcome.state }, 'a price list came by itself');
  return outcome.state;
}

async function importOrStage(
  context: SourceContext,
  source: Source,
  file: FetchedFile,
  list: ListOfSource,
  signal: AbortSignal,
): Promise<Outcome> {
  const newer = await newerFiles(context.database.read, list);
  if (newer.held) return { state: 'ignored', reason: texts.newerWaits(newer.held.fileName) };
  try {
    const { order, doubts } = await orderOfSource(context, source, { ...file, list }, 'asked');
    const { queue } = context;
    for (let tries = 1; ; tries += 1) {
      const answer = await queue.plan(order, () => {}, signal);
      const plan = planOf(answer);
      const reasons = allReasons(doubts, answer, source.limits);
      if (reasons.length > 0) return { state: 'held', reason: reasons.join('\n'), plan };
      try {
        const { runId } = await queue.submit({ ...order, seen: answer.digest }, () => {}, signal);
        return { state: 'applied', runId, plan };
      } catch (thrown) {
        // The catalogue has changed between check and import: what it does now is judged anew.
        if (tries === TRIES || !isOtherOutcome(uploadError(thrown))) throw thrown;
      }
    }
  } catch (thrown) {
    signal.throwIfAborted();
    const error = uploadError(thrown);
    if (!(error instanceof HttpError) || error.status >= 500) throw error;
    const reason = failureText(error);
    const waits = error.message === 'import looks wrong' || isOtherOutcome(error);
    return waits ? { state: 'held', reason, plan: null } : { state: 'failed', reason };
  }
}

/** Checks and imports of a received file while the catalogue changes between them. */
const TRIES = 3;

const isOtherOutcome = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.message === 'import differs';

const texts = typographed({
  older: (at: string, applied: string, appliedAt: string) =>
    `Прайс от ${at} старше уже загруженного «${applied}» от ${appliedAt}: его цены могли устареть`,
  newerWaits: (waiting: string) => `Решения уже ждёт более новый прайс «${waiting}»`,
  replaced: (by: string) => `Его место занял более новый прайс «${by}»`,
  rejected: (who: string) => `Решение: не применять. Кто решил: ${who}.`,
  recheck: 'Каталог изменился после проверки этого прайса: итоги посчитаны заново',
} as const);

/** Why a list waits: what is doubtful of it whatever its rows say, and what its check found, each once. */
const allReasons = (doubts: readonly string[], answer: DryRunAnswer, limits: Source['limits']): readonly string[] => [
  ...new Set([...doubts, ...reasonsToStage(answer, limits)]),
];

const planOf = ({ counts, suspicions, rows, digest }: DryRunAnswer): ArrivalPlan => ({
  counts,
  suspicions,
  rows,
  digest,
});

/** Which list of its source a file is, and when that was made, ms. */
export interface ListOfSource {
  readonly sourceId: number;
  readonly presetId: number | null;
  readonly namePattern: string;
  readonly madeAt: number;
}

/** A time beyond now is of a clock that is ahead: it would make every later list an older one. */
const listOf = ({ id, presetId }: Source, { name, madeAt }: FetchedFile, now: number): ListOfSource => ({
  sourceId: id,
  presetId,
  namePattern: namePattern(name),
  madeAt: Math.min(madeAt ?? now, now),
});

const NAME_MAX = 200;
const MONTHS =
  /^(?:январ|феврал|март|апрел|ма[йяе]$|июн|июл|август|сентябр|октябр|ноябр|декабр|jan|feb|mar(?:ch)?$|apr|may$|jun|jul|aug|sep|oct|nov|dec)/u;

/** What stays of the name of a list from week to week: its words without numbers, months and the ending. */
export function namePattern(name: string): string {
  const stem = name
    .slice(0, NAME_MAX)
    .replace(/\.[^.]*$/u, '')
    .toLowerCase();
  const words = stem.split(/[^\p{L}]+/u).filter((word) => word !== '' && !MONTHS.test(word));
  return words.join(' ');
}

/** The received files of the same list: read by the same preset, or named alike; the newest first. */
async function relatedFiles(read: Kysely<CatalogueSchema>, { sourceId, presetId, namePattern }: ListOfSource) {
  const rows = await read
    .selectFrom('import_arrivals')
    .select(['id', 'file_name', 'state', 'held_file'])
    .select(({ fn }) => fn.coalesce('made_at', 'at').as('made_at'))
    .where('source_id', '=', sourceId)
    .where('state', 'in', ['applied', 'held'])
    .where(({ or, eb }) =>
      or([eb('name_pattern', '=', namePattern), ...(presetId === null ? [] : [eb('preset_id', '=', presetId)])]),
    )
    .orderBy('made_at', 'desc')
    .limit(RELATED_MAX)
    .execute();
  return rows.map((row) => ({
    id: Number(row.id),
    fileName: row.file_name,
    state: row.state,
    heldFile: row.held_file,
    madeAt: Number(row.made_at),
  }));
}

const RELATED_MAX = 500;

/** The newest of the lists made after this one that waits, and the one that was applied. */
async function newerFiles(read: Kysely<CatalogueSchema>, list: ListOfSource) {
  const newer = (await relatedFiles(read, list)).filter(({ madeAt }) => madeAt > list.madeAt);
  const of = (wanted: ArrivalState) => newer.find(({ state }) => state === wanted);
  return { held: of('held'), applied: of('applied') };
}

/** Puts aside what waits and is no newer than the list that has come; what is being decided about stays. */
async function replaceOlder(
  { database, stagedFiles: held, clock }: SourceContext,
  list: ListOfSource,
  by: string,
  own: string | null,
): Promise<void> {
  for (const { id, state, heldFile, madeAt } of await relatedFiles(database.read, list)) {
    if (state !== 'held' || heldFile === null || heldFile === own || madeAt > list.madeAt) continue;
    if (!(await claimReceivedFile(database, id, { now: clock(), lasts: REPLACING_MS }))) continue;
    const replaced = { state: 'ignored', runId: null, reason: texts.replaced(by) } as const;
    if (await settleReceivedFile(database, id, replaced)) await held.remove(heldFile);
  }
}

const REPLACING_MS = 60_000;

/** Why a staged file waited, a sentence each, without the renewal of its check. */
export const knownReasons = ({ reason }: Pick<Arrival, 'reason'>): readonly string[] =>
  (reason ?? '').split('\n').filter((text) => text !== '' && text !== texts.recheck);

/** Why a staged file was not applied: a person decided so, after what had made it wait. */
export const rejectionReason = (who: string, received: Pick<Arrival, 'reason'>): string =>
  [texts.rejected(who), ...knownReasons(received)].join('\n');

/** Keeps what a staged file would do by now, and why that needs a decision. */
export async function keepRecheck(
  database: Database<CatalogueSchema>,
  id: number,
  answer: DryRunAnswer,
  { doubts, limits }: Pick<Source, 'limits'> & { readonly doubts: readonly string[] },
): Promise<void> {
  const reason = [texts.recheck, ...allReasons(doubts, answer, limits)].join('\n');
  await database.write((transaction) =>
    transaction
      .updateTable('import_arrivals')
      .set({ plan: JSON.stringify(planOf(answer)), reason })
      .where('id', '=', id)
      .where('state', '=', 'held')
      .execute(),
  );
}

const PRESET_GONE = typographed(
  'Сохранённых настроек этого источника больше нет: выберите другие или определение по заголовку. Пока столбцы определены по файлу',
);

type Ordering = Pick<SourceContext, 'database' | 'timeZone' | 'queue'>;

/**
 * The order for a file, by its preset or else by a guess, and what is doubtful of it whatever its rows say: its age and
 * its layout. Throws a ReadError.
 */
export async function orderOfSource(
  context: Ordering,
  source: Source,
  file: FetchedFile & { readonly list: ListOfSource },
  confirm: ImportOrder['confirm'],
) {
  const { applied } = await newerFiles(context.database.read, file.list);
  const { fields, doubt } = await fieldsOf(context, source, file.path);
  const moment = (at: number): string => formatMoment(new Date(at), context.timeZone);
  const older = applied && texts.older(moment(file.list.madeAt), applied.fileName, moment(applied.madeAt));
  const order: ImportOrder = {
    file: { path: file.path, originalName: file.name, bytes: file.bytes },
    fields: { ...fields, brandId: String(source.brandId), providerId: String(source.providerId) },
    uid: '',
    who: source.title,
    source: source.kind,
    confirm,
    // The page of the run shows it, too.
    doubts: older === undefined ? [] : [{ kind: 'older-list', text: older }],
  };
  const doubts = [older, doubt].filter((text) => text !== undefined && text !== null);
  return { order, doubts };
}

async function fieldsOf({ database: { read }, queue: { staged } }: Ordering, { presetId }: Source, path: string) {
  const preset = presetId === null ? null : await findPreset(read, presetId);
  const content = await staged.of(path);
  if (preset) {
    const moved = fieldsForFile(preset, guessesOf(content));
    return { fields: { preset: String(preset.id), ...moved }, doubt: null };
  }
  const { fields, doubt } = guessBook(content);
  return { fields: { addNewPositionMode: 'on', ...fields }, doubt: presetId === null ? doubt : PRESET_GONE };
}

export const RECEIVED_FILES_PAGE = 50;

/** A received file, with its staged content if it waits for a decision. */
export type StoredReceivedFile = Arrival & { readonly heldFile: string | null; readonly list: ListOfSource };

const receivedFilesQuery = (read: Kysely<CatalogueSchema>) =>
  read
    .selectFrom('import_arrivals as arrival')
    .innerJoin('import_sources as source', 'source.id', 'arrival.source_id')
    .selectAll('arrival')
    .select('source.title as source_title')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_runs as undo')
          .select('undo.id')
          .whereRef('undo.undoes', '=', 'arrival.run_id')
          .where('undo.state', '=', 'done')
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('import_runs as redo')
                  .select('redo.id')
                  .whereRef('redo.undoes', '=', 'undo.id')
                  .where('redo.state', '=', 'done'),
              ),
            ),
          ),
      ).as('undone'),
    )
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
  isUndone: Boolean(row.undone),
  plan: row.plan === null ? null : JSON.parse(row.plan),
  reason: row.reason,
  heldFile: row.held_file,
  list: {
    sourceId: Number(row.source_id),
    presetId: row.preset_id === null ? null : Number(row.preset_id),
    namePattern: row.name_pattern ?? namePattern(row.file_name),
    madeAt: Number(row.made_at ?? row.at),
  },
});

type NewReceivedFile = Omit<StoredReceivedFile, 'id' | 'sourceTitle' | 'at' | 'isUndone' | 'list'> & {
  readonly list?: ListOfSource;
};

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
        made_at: arrival.list?.madeAt ?? null,
        preset_id: arrival.list?.presetId ?? null,
        name_pattern: arrival.list?.namePattern ?? null,
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
