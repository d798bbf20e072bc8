// The tables of runs of photos: what was tried, what it changed and what it can be taken back to. Applying and undoing
// are one transaction each, so a process that ends meanwhile changes nothing.
import { type Selectable, sql } from 'kysely';
import type {
  PhotoChoice,
  PhotoFile,
  PhotoPart,
  PhotoRun,
  PhotoRunPage,
} from '../../../contract/catalogue/photo-runs.ts';
import type { PhotoOutcome, PhotoRunState } from '../../../contract/catalogue/photo-words.ts';
import type { PhotoRunError } from '../../../contract/errors.ts';
import * as limits from '../../../contract/limits.ts';
import { isoTime } from '../../platform/text/day.ts';
import type { Editor } from '../context/context.ts';
import type { CatalogueDatabase, CatalogueSource, PhotoRunFileTable, PhotoRunTable } from '../context/schema.ts';
import { bumpPhotos } from '../context/versions.ts';
import { makerNamesOf } from '../search-words/maker-names.ts';
import type { NamedPart } from './photo-name.ts';

/** Longest silence of the process that reads the files of a run, ms; it says every BEAT_MS that it lives. */
const SILENT_MS = 60_000;
export const BEAT_MS = 15_000;

type RunRecord = Selectable<PhotoRunTable>;
export type ReadFile = Omit<PhotoRunFileTable, 'run_id'>;

/** What stands between a request and its run; the others are of the files that are sent. */
export type PhotoRunRefusal = Exclude<PhotoRunError, 'archive is broken' | 'archive is too large' | 'photos not sent'>;

function stateOf({ state, unread, beat, tried_at }: RunRecord, now: number): PhotoRunState {
  if (state !== 'tried') return state;
  if (unread > 0) return now - beat > SILENT_MS ? 'interrupted' : 'reading';
  return now - tried_at > limits.PHOTOS_TRIED_HOURS * limits.HOUR_MS ? 'expired' : 'tried';
}

/** Why a run cannot be applied or take more files; null where it can. */
function refusalOf(run: RunRecord | undefined, now: number, isAdding: boolean): PhotoRunRefusal | null {
  if (!run) return 'photo run not found';
  switch (stateOf(run, now)) {
    case 'applied':
    case 'undone':
      return 'photo run already applied';
    case 'reading':
      return isAdding ? null : 'photo run is being read';
    case 'interrupted':
      return 'photo run interrupted';
    case 'expired':
      return 'photo run expired';
    default:
      return null;
  }
}

const lockedRun = (transaction: CatalogueSource, isPostgres: boolean, id: number) =>
  transaction
    .selectFrom('photo_runs')
    .selectAll()
    .where('id', '=', id)
    .$if(isPostgres, (query) => query.forUpdate())
    .executeTakeFirst();

/** Notes so many files that are about to be read, in a new run or in one that is there; `from` is the place of the first. */
export function addFiles(
  database: CatalogueDatabase,
  id: number | null,
  { count, by, now }: { readonly count: number; readonly by: Editor; readonly now: number },
): Promise<{ readonly id: number; readonly from: number } | PhotoRunRefusal> {
  return database.write(async (transaction) => {
    if (count > limits.PHOTOS_OF_RUN) return 'too many photos';
    if (id === null) {
      const { uid, who } = by;
      const none = { applied_at: null, undone_at: null, changed: 0, restored: 0 };
      const added = await transaction
        .insertInto('photo_runs')
        .values({ ...none, uid, who, state: 'tried', tried_at: now, files: count, unread: count, beat: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id: added.id, from: 0 };
    }
    const run = await lockedRun(transaction, database.dialect === 'postgres', id);
    const refusal = refusalOf(run, now, true);
    if (!run || refusal) return refusal ?? 'photo run not found';
    if (run.files + count > limits.PHOTOS_OF_RUN) return 'too many photos';
    const more = { files: run.files + count, unread: run.unread + count, beat: now };
    await transaction.updateTable('photo_runs').set(more).where('id', '=', id).execute();
    return { id, from: run.files };
  });
}

/** Keeps what a file was read as. The photos of a part are ordered anew: the first by its number is the one. */
export function keepFile(database: CatalogueDatabase, id: number, file: ReadFile, now: number): Promise<void> {
  return database.write(async (transaction) => {
    await transaction
      .insertInto('photo_run_files')
      .values({ ...file, run_id: id })
      .execute();
    const read = { unread: sql<number>`unread - 1`, beat: now };
    await transaction.updateTable('photo_runs').set(read).where('id', '=', id).execute();
    if (file.part_id === null) return;
    const ofPart = await transaction
      .selectFrom('photo_run_files')
      .select('place')
      .where('run_id', '=', id)
      .where('part_id', '=', file.part_id)
      .orderBy('number')
      .orderBy('place')
      .execute();
    for (const [nth, { place }] of ofPart.entries()) {
      await transaction
        .updateTable('photo_run_files')
        .set({ outcome: nth === 0 ? 'matched' : 'spare' })
        .where('run_id', '=', id)
        .where('place', '=', place)
        .execute();
    }
  });
}

export async function keepAlive(database: CatalogueDatabase, id: number, now: number): Promise<void> {
  await database.write((transaction) =>
    transaction.updateTable('photo_runs').set({ beat: now }).where('id', '=', id).execute(),
  );
}

/** A run whose files cannot all be read has to be tried again. */
export const breakOff = (database: CatalogueDatabase, id: number): Promise<void> => keepAlive(database, id, 0);

/** The parts whose articles have one of these keys, with what else may name them. */
export async function partsOfKeys(
  read: CatalogueSource,
  keys: readonly string[],
): Promise<readonly (NamedPart & { readonly article: string; readonly positions: number })[]> {
  if (keys.length === 0) return [];
  const rows = await read
    .selectFrom('article_keys as k')
    .innerJoin('parts as q', 'q.key_id', 'k.id')
    .innerJoin('positions as p', 'p.part_id', 'q.id')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['q.id', 'k.key', 'p.article', 'p.manufacturer', 'p.code', 'p.title', 'b.title as brand'])
    .where('k.key', 'in', [...keys])
    .orderBy('q.id')
    .orderBy('p.id')
    .execute();
  const names = await makerNamesOf(read);
  const parts = new Map<number, (typeof rows)[number][]>();
  for (const row of rows) parts.set(row.id, [...(parts.get(row.id) ?? []), row]);
  return [...parts].flatMap(([id, positions]) => {
    const [first] = positions;
    const all = (name: 'manufacturer' | 'brand' | 'code' | 'title') => [
      ...new Set(positions.map((row) => row[name]).filter((text) => text !== '')),
    ];
    if (!first) return [];
    const makers = [...new Set(all('manufacturer').flatMap((maker) => [names.titleOf(maker), maker]))];
    const named = { makers, brands: all('brand'), codes: all('code'), titles: all('title') };
    return [{ id, key: first.key, article: first.article, positions: positions.length, ...named }];
  });
}

/**
 * Gives the positions of the matched parts their photo, as one change: those without one, or all. The positions are those
 * of this moment, and what each showed before is kept for the undo. Changes nothing where they are not as many as shown.
 */
export function applyRun(
  database: CatalogueDatabase,
  id: number,
  { replace = false, positions, replaced }: PhotoChoice,
  now: number,
): Promise<PhotoRunRefusal | null> {
  const isPostgres = database.dialect === 'postgres';
  return database.write(async (transaction) => {
    const refusal = refusalOf(await lockedRun(transaction, isPostgres, id), now, false);
    if (refusal) return refusal;
    // Locked: a photo that is replaced by hand meanwhile would be taken for the former one after its file is gone.
    await sql`INSERT INTO photo_run_changes (run_id, position_id, before_photo, after_photo)
      SELECT f.run_id, p.id, p.photo, f.photo
      FROM photo_run_files f JOIN positions p ON p.part_id = f.part_id
      WHERE f.run_id = ${id} AND f.outcome = 'matched' AND f.photo IS NOT NULL
        ${sql.raw(replace ? '' : 'AND p.photo IS NULL')}
      ORDER BY p.id ${sql.raw(isPostgres ? 'FOR UPDATE OF p' : '')}`.execute(transaction);
    const [planned] = await changesOf(transaction, [id]);
    const { count = 0, formers = 0 } = planned ?? {};
    if (Number(count) !== (positions ?? Number(count)) || Number(formers) !== (replaced ?? Number(formers))) {
      await transaction.deleteFrom('photo_run_changes').where('run_id', '=', id).execute();
      return 'photos changed meanwhile';
    }
    const { numAffectedRows = 0n } = await sql`UPDATE positions SET updated_at = ${now}, photo = (
        SELECT c.after_photo FROM photo_run_changes c WHERE c.run_id = ${id} AND c.position_id = positions.id
      ) WHERE id IN (SELECT position_id FROM photo_run_changes WHERE run_id = ${id})`.execute(transaction);
    const applied = { state: 'applied', applied_at: now, changed: Number(numAffectedRows) } as const;
    await transaction.updateTable('photo_runs').set(applied).where('id', '=', id).execute();
    await bumpPhotos(transaction);
    return null;
  });
}

/**
 * Gives the positions of a run the photos that they had before, but for those whose photo was changed since. A later run
 * that replaced a photo of this one brings back the one before it instead, so runs can be undone in any order: every
 * stored photo has a name of its own, which no other change can have put there.
 */
export function undoRun(database: CatalogueDatabase, id: number, now: number): Promise<PhotoRunRefusal | null> {
  return database.write(async (transaction) => {
    const isPostgres = database.dialect === 'postgres';
    const run = await lockedRun(transaction, isPostgres, id);
    if (!run) return 'photo run not found';
    if (run.state === 'undone') return 'photo run already undone';
    if (run.state !== 'applied') return 'photo run is not applied';
    // Runs over the same positions take turns: each has to see what the other brings back.
    const own = transaction.selectFrom('photo_run_changes').select('position_id').where('run_id', '=', id);
    if (isPostgres) {
      const positions = transaction.selectFrom('positions').select('id').where('id', 'in', own);
      await positions.orderBy('id').forUpdate().execute();
    }
    const { numAffectedRows = 0n } = await sql`UPDATE positions SET updated_at = ${now}, photo = (
        SELECT c.before_photo FROM photo_run_changes c WHERE c.run_id = ${id} AND c.position_id = positions.id
      ) WHERE id IN (SELECT position_id FROM photo_run_changes WHERE run_id = ${id}) AND photo = (
        SELECT c.after_photo FROM photo_run_changes c WHERE c.run_id = ${id} AND c.position_id = positions.id
      )`.execute(transaction);
    // By the index of what was before: the photos of a run are few rows of a long history.
    await sql`UPDATE photo_run_changes SET before_photo = (
        SELECT c.before_photo FROM photo_run_changes c
        WHERE c.run_id = ${id} AND c.position_id = photo_run_changes.position_id
      ) WHERE before_photo IN (SELECT after_photo FROM photo_run_changes WHERE run_id = ${id}) AND position_id IN (
        SELECT position_id FROM photo_run_changes WHERE run_id = ${id}
      )`.execute(transaction);
    const undone = { state: 'undone', undone_at: now, restored: Number(numAffectedRows) } as const;
    await transaction.updateTable('photo_runs').set(undone).where('id', '=', id).execute();
    await bumpPhotos(transaction);
    return null;
  });
}

const momentOf = (at: number | null): string | null => (at === null ? null : isoTime(at));

async function runAnswers(read: CatalogueSource, runs: readonly RunRecord[], now: number): Promise<PhotoRun[]> {
  const ids = runs.map(({ id }) => id);
  if (ids.length === 0) return [];
  const outcomes = await read
    .selectFrom('photo_run_files')
    .select(['run_id', 'outcome'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('run_id', 'in', ids)
    .groupBy(['run_id', 'outcome'])
    .execute();
  const tried = runs.filter(({ state }) => state === 'tried').map(({ id }) => id);
  const planned = tried.length === 0 ? [] : await plannedOf(read, tried);
  const changes = tried.length === ids.length ? [] : await changesOf(read, ids);
  return runs.map((run) => {
    const own = (run.state === 'tried' ? planned : changes).find(({ run_id }) => run_id === run.id);
    const countOf = (outcome: PhotoOutcome) =>
      Number(outcomes.find((row) => row.run_id === run.id && row.outcome === outcome)?.count ?? 0);
    return {
      id: run.id,
      state: stateOf(run, now),
      who: run.who,
      triedAt: isoTime(run.tried_at),
      appliedAt: momentOf(run.applied_at),
      undoneAt: momentOf(run.undone_at),
      files: run.files,
      read: run.files - run.unread,
      counts: {
        matched: countOf('matched'),
        spare: countOf('spare'),
        ambiguous: countOf('ambiguous'),
        unknown: countOf('unknown'),
        refused: countOf('refused'),
      },
      positions: run.state === 'tried' ? Number(own?.count ?? 0) : run.changed,
      replaced: Number(own?.formers ?? 0),
      restored: run.restored,
      kept: run.state === 'undone' ? run.changed - run.restored : 0,
    };
  });
}

/** Positions that runs would give a photo, and those of them that have another one. */
const plannedOf = (read: CatalogueSource, runs: readonly number[]) =>
  read
    .selectFrom('photo_run_files as f')
    .innerJoin('positions as p', 'p.part_id', 'f.part_id')
    .select('f.run_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('p.photo').as('formers')])
    .where('f.run_id', 'in', [...runs])
    .where('f.outcome', '=', 'matched')
    .where('f.photo', 'is not', null)
    .groupBy('f.run_id')
    .execute();

/** The same of runs that were applied. */
const changesOf = (read: CatalogueSource, runs: readonly number[]) =>
  read
    .selectFrom('photo_run_changes')
    .select('run_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('before_photo').as('formers')])
    .where('run_id', 'in', [...runs])
    .groupBy('run_id')
    .execute();

/** The last runs, the newest first. */
export async function listRuns(read: CatalogueSource, now: number): Promise<PhotoRun[]> {
  const rows = read.selectFrom('photo_runs').selectAll().orderBy('id', 'desc').limit(limits.PHOTO_RUNS_LISTED);
  return runAnswers(read, await rows.execute(), now);
}

/** A run and a page of its files behind a place; null where there is none. */
export async function pageOfRun(
  read: CatalogueSource,
  id: number,
  { after, outcome, now }: { readonly after: number; readonly outcome: PhotoOutcome | null; readonly now: number },
): Promise<PhotoRunPage | null> {
  const row = await read.selectFrom('photo_runs').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const [run] = await runAnswers(read, [row], now);
  const files = await read
    .selectFrom('photo_run_files')
    .selectAll()
    .where('run_id', '=', id)
    .where('place', '>', after)
    .$if(outcome !== null, (query) => query.where('outcome', '=', outcome as PhotoOutcome))
    .orderBy('place')
    .limit(limits.PHOTOS_PAGE + 1)
    .execute();
  const page = files.slice(0, limits.PHOTOS_PAGE);
  return {
    run: run as PhotoRun,
    files: page.map(
      ({ place, name, outcome, reason, parts, words, photo }): PhotoFile => ({
        ...{ place, name, outcome, reason, words, photo },
        parts: JSON.parse(parts) as PhotoPart[],
      }),
    ),
    next: files.length > page.length ? (page.at(-1)?.place ?? null) : null,
  };
}

/** Removes runs that can be neither applied nor undone any more; the sweep of photos removes their files. */
export async function sweepPhotoRuns(database: CatalogueDatabase, now: number): Promise<number> {
  const triedBefore = now - limits.PHOTOS_TRIED_HOURS * limits.HOUR_MS;
  const appliedBefore = now - limits.PHOTOS_UNDO_DAYS * limits.DAY_MS;
  const { numDeletedRows } = await database.write((transaction) =>
    transaction
      .deleteFrom('photo_runs')
      .where(({ eb, or, and }) =>
        or([
          and([eb('state', '=', 'tried'), eb('tried_at', '<', triedBefore), eb('beat', '<', triedBefore)]),
          eb('applied_at', '<', appliedBefore),
        ]),
      )
      .executeTakeFirst(),
  );
  return Number(numDeletedRows);
}
