// Works out, position by position, what taking an import back restores and what stays because it was changed since.
import { POSITION_COLUMNS } from '../../../contract/catalogue/columns.ts';
import type { UndoAnswer } from '../../../contract/catalogue/run-changes.ts';
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type Edit, identityTaken } from '../../catalogue/changes/edits.ts';
import type { PositionStore } from '../../catalogue/changes/position-store.ts';
import * as positionRows from '../../catalogue/context/position.ts';
import { type Bulk, LIST } from '../../platform/database/jobs.ts';

/** What taking a run back does to one position. */
export interface UndoStep {
  /** The run had created it. */
  readonly isCreation: boolean;
  /** Null where nothing is restored. */
  readonly edit: Edit | null;
  /** What is left alone, and why; null where nothing is. */
  readonly kept: UndoAnswer['keptPositions'][number] | null;
}

type OwnRecord = RunRecord & { readonly positionId: number };

/** Positions that a run changed, with what it and the runs behind it did to them. */
interface UndoBatch {
  readonly records: readonly OwnRecord[];
  readonly stored: ReadonlyMap<number, positionRows.StoredPosition>;
  readonly later: ReadonlyMap<number, readonly RunRecord[]>;
}

/** The positions that the run changed, `size` at a time; the next batch is read while the caller works on the last. */
export async function* batchesAhead(store: PositionStore, history: RunHistory, size: number) {
  const read = async (after: number): Promise<UndoBatch | null> => {
    const records = await history.changedAfter(after, size);
    if (records.length === 0) return null;
    const ids = records.map(({ positionId }) => positionId);
    const [positions, later] = await Promise.all([store.positionsByIds(ids), history.later(ids)]);
    return { records, stored: new Map(positions.map((position) => [position.id, position])), later };
  };
  let batch = await read(0);
  while (batch !== null) {
    const next = read((batch.records.at(-1) as OwnRecord).positionId);
    // A caller that stops early does not wait for it.
    next.catch(() => {});
    yield batch;
    batch = await next;
  }
}

export async function planBatch(store: PositionStore, { records, stored, later }: UndoBatch, days: Days) {
  const plans = records.map((own) => {
    const before = stored.get(own.positionId);
    const plan = before ? planUndo(before, own, later.get(own.positionId) ?? [], days) : null;
    return { own, before, plan };
  });
  const wanted = plans.flatMap(({ plan }) => plan?.next ?? []);
  const taken = await identityTaken(store, wanted, stored);
  const homeless = await ownerlessOf(store, wanted, stored);
  return plans.map(({ own, before, plan }): UndoStep => {
    const isTaken = taken.has(own.positionId) || homeless.has(own.positionId);
    const after = before && plan && (isTaken ? withIdentityOf(before, plan.next) : plan.next);
    const isKept = plan === null || isTaken || plan.kept.length > 0;
    return {
      isCreation: own.before === null,
      edit: before && after && differs(before, after) ? { before, after } : null,
      kept: isKept
        ? {
            positionId: own.positionId,
            article: before?.article ?? own.after.article ?? '',
            title: before?.title ?? own.after.title ?? '',
            changedBy: plan?.changedBy ?? null,
            reason: homeless.has(own.positionId) ? OWNER_GONE : keptReason(plan, isTaken),
          }
        : null,
    };
  });
}

const OWNER_GONE = typographed('Прежнего бренда или поставщика больше нет: удалён');

/** Which positions would go back to a brand or a provider that is deleted. */
async function ownerlessOf(
  store: PositionStore,
  wanted: readonly positionRows.StoredPosition[],
  stored: UndoBatch['stored'],
): Promise<ReadonlySet<number>> {
  const found = new Map<string, boolean>();
  const isThere = async (table: 'brands' | 'providers', id: number, now: number | undefined): Promise<boolean> => {
    if (id === now) return true;
    const known = found.get(`${table} ${id}`) ?? (await store.hasOwner(table, id));
    found.set(`${table} ${id}`, known);
    return known;
  };
  const ownerless = new Set<number>();
  for (const { id, brand_id, provider_id } of wanted) {
    const now = stored.get(id);
    const hasOwner =
      (await isThere('brands', brand_id, now?.brand_id)) && (await isThere('providers', provider_id, now?.provider_id));
    if (!hasOwner) ownerless.add(id);
  }
  return ownerless;
}

const differs = (before: positionRows.StoredPosition, after: positionRows.StoredPosition): boolean =>
  positionRows.changedColumns(before, after).length > 0;

const withIdentityOf = (
  { manufacturer_key, manufacturer, alias, brand_id, provider_id }: positionRows.StoredPosition,
  next: positionRows.StoredPosition,
): positionRows.StoredPosition => ({ ...next, manufacturer_key, manufacturer, alias, brand_id, provider_id });

interface UndoPlan {
  /** The position as it is to be; the very one that was given where nothing is restored. */
  readonly next: positionRows.StoredPosition;
  /** The columns that were changed since, which are left alone. */
  readonly kept: readonly positionRows.WrittenColumn[];
  /** The last run that changed one of them; null where the history does not have it. */
  readonly changedBy: number | null;
}

/** The days by which a price is judged, since the epoch. */
interface Days {
  readonly today: number;
  /** The first that still counts. */
  readonly liveDay: number;
}

/** What belongs together: one part of it is not restored without the other. */
const MAKER: readonly positionRows.WrittenColumn[] = ['manufacturer_key', 'manufacturer', 'alias'];

function togethers(changed: positionRows.HistoryFields): positionRows.WrittenColumn[][] {
  const names = Object.keys(changed) as positionRows.WrittenColumn[];
  const maker = names.filter((name) => MAKER.includes(name));
  const single = names.filter((name) => !MAKER.includes(name)).map((name) => [name]);
  return maker.length > 0 ? [maker, ...single] : single;
}

/**
 * Restores, column by column, what only this run changed: the position still says what the run made of it and no later
 * run has changed it. A position that the run created and that is unchanged since is removed. A restored price gets
 * its former day; where the history of an old run does not have that, the day is today.
 */
function planUndo(
  position: positionRows.StoredPosition,
  own: RunRecord,
  later: readonly RunRecord[],
  days: Days,
): UndoPlan {
  let restored: Partial<positionRows.StoredPosition> = {};
  const kept: positionRows.WrittenColumn[] = [];
  let changedBy: number | null = null;
  const look = (columns: readonly positionRows.WrittenColumn[]): 'restore' | 'undone' | 'keep' => {
    const touched: positionRows.WrittenColumn[] = [];
    for (const column of columns) {
      const since = changedSince(own.runId, later, column);
      if (since.kind === 'undone') return 'undone';
      if (since.kind === 'changed') changedBy = Math.max(changedBy ?? 0, since.runId);
      const isSaid = own.after[column] !== undefined || !positionRows.isOfOwner(column);
      const expected = own.after[column] ?? positionRows.BLANK[column];
      if (since.kind === 'changed' || (isSaid && position[column] !== expected)) touched.push(column);
    }
    kept.push(...touched);
    return touched.length > 0 ? 'keep' : 'restore';
  };
  if (own.before === null) {
    if (look(HIDDEN_FIRST) === 'restore') restored = { hidden: HIDDEN.removed };
  } else {
    const { before } = own;
    for (const columns of togethers(own.after)) {
      if (look(columns) !== 'restore') continue;
      restored = { ...restored, ...Object.fromEntries(columns.map((column) => [column, before[column]])) };
    }
    if (restored.article !== undefined)
      restored = { ...restored, article_key: positionRows.keyOf({ ...position, article: restored.article }) };
    if (restored.price !== undefined) restored = { ...restored, price_day: before.price_day ?? days.today };
  }
  if (Object.keys(restored).length === 0) return { next: position, kept, changedBy };
  return { next: positionRows.withStock({ ...position, ...restored }, days.liveDay), kept, changedBy };
}

/** Whether the creation was taken back decides before what else was changed. */
const HIDDEN_FIRST: readonly positionRows.WrittenColumn[] = [
  'hidden',
  ...positionRows.CONTENT_COLUMNS.filter((name) => name !== 'hidden'),
];

/** Columns that people know under another one's name. */
const KNOWN_AS: Partial<Record<positionRows.WrittenColumn, positionRows.WrittenColumn>> = {
  manufacturer_key: 'manufacturer',
  alias: 'manufacturer',
};

/** Why a position was not restored in full, for the user; `plan` is null where the position is gone. */
function keptReason(plan: UndoPlan | null, isIdentityTaken: boolean): string {
  if (plan === null) return 'Позиции больше нет: удалён её бренд или поставщик';
  if (isIdentityTaken)
    return typographed('Такая же позиция с прежним производителем, брендом или поставщиком уже есть');
  const labels = plan.kept.map((name) => POSITION_COLUMNS[KNOWN_AS[name] ?? name].label.toLowerCase());
  const by = typographed(plan.changedBy === null ? '' : `, изменение № ${plan.changedBy}`);
  return `Изменено позже: ${[...new Set(labels)].join(', ')}${by}`;
}

interface Row {
  readonly position_id: number;
  readonly run_id: number;
  readonly before: string | null;
  readonly after: string;
}

/** What one run changed, and what the runs behind it did to the same positions. */
export class RunHistory {
  readonly #bulk: Bulk;
  readonly #runId: number;
  /** Runs behind it that changed anything, with what they took back; in the order in which they did. */
  #laterRuns = new Map<number, { readonly place: number; readonly undoes: number | null }>();

  constructor(bulk: Bulk, runId: number) {
    this.#bulk = bulk;
    this.#runId = runId;
  }

  /** To be called first; resolves to the state of the run, null when there is none. */
  async open(): Promise<string | null> {
    const [run] = await this.#bulk.query<{ state: string; applied: number | null }>(
      'SELECT state, applied FROM import_runs WHERE id = $1',
      [this.#runId],
    );
    if (!run) return null;
    const later = await this.#bulk.query<{ id: number; undoes: number | null }>(
      `SELECT r.id, r.undoes FROM import_runs r
       WHERE r.applied > $1 AND EXISTS (SELECT 1 FROM import_changes c WHERE c.run_id = r.id) ORDER BY r.applied`,
      [run.applied ?? 0],
    );
    this.#laterRuns = new Map(later.map(({ id, undoes }, place) => [id, { place, undoes }]));
    return run.state;
  }

  async count(): Promise<number> {
    const [row] = await this.#bulk.query<{ count: number }>(
      'SELECT count(*) AS count FROM import_changes WHERE run_id = $1',
      [this.#runId],
    );
    return Number(row?.count ?? 0);
  }

  /** The next changes of the run by position, at most `size`; none at the end. */
  async changedAfter(positionId: number, size: number): Promise<(RunRecord & { readonly positionId: number })[]> {
    const rows = await this.#bulk.query<Row>(
      `SELECT c.position_id, c.run_id, c.before, c.after FROM import_changes c
       WHERE c.run_id = $1 AND c.position_id > $2 ORDER BY c.position_id LIMIT $3`,
      [this.#runId, positionId, size],
    );
    return rows.map((row) => ({ ...recordOf(row, null), positionId: row.position_id }));
  }

  /** What the runs behind it did to these positions, the newest first; positions that they left alone are missing. */
  async later(ids: readonly number[]): Promise<Map<number, RunRecord[]>> {
    const records = new Map<number, RunRecord[]>();
    if (this.#laterRuns.size === 0) return records;
    // Integers from the database itself, so they may stand in the text of a statement.
    const runs = [...this.#laterRuns.keys()].join(', ');
    const rows = await this.#bulk.queryList<Row>(
      `SELECT c.position_id, c.run_id, c.before, c.after FROM ${LIST} CROSS JOIN import_changes c
       WHERE c.position_id = j.value AND c.run_id IN (${runs})`,
      ids,
      'bigint',
    );
    const placeOf = (row: Row): number => this.#laterRuns.get(row.run_id)?.place ?? 0;
    for (const row of rows.toSorted((one, other) => placeOf(other) - placeOf(one))) {
      const record = recordOf(row, this.#laterRuns.get(row.run_id)?.undoes ?? null);
      const known = records.get(row.position_id);
      if (known) known.push(record);
      else records.set(row.position_id, [record]);
    }
    return records;
  }
}

const recordOf = ({ run_id, before, after }: Row, undoes: number | null): RunRecord => ({
  runId: run_id,
  undoes,
  before: before === null ? null : (JSON.parse(before) as positionRows.HistoryFields),
  after: JSON.parse(after) as positionRows.HistoryFields,
});

interface RunRecord {
  readonly runId: number;
  /** The run that it took back. */
  readonly undoes: number | null;
  /** Null: the run created the position. */
  readonly before: positionRows.HistoryFields | null;
  readonly after: positionRows.HistoryFields;
}

/** What became of a column since a run changed it. */
type Since =
  | { readonly kind: 'untouched' }
  /** The run itself was taken back. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'changed'; readonly runId: number };

/** Who changed a column after a run; `later`: newest first. A change and its undoing cancel each other out. */
function changedSince(runId: number, later: readonly RunRecord[], column: positionRows.WrittenColumn): Since {
  const cancelled = new Set<number>();
  const isLater = (id: number): boolean => later.some((record) => record.runId === id);
  for (const { runId: by, undoes, after } of later) {
    if (cancelled.has(by) || after[column] === undefined) continue;
    if (undoes === runId) return { kind: 'undone' };
    if (undoes === null || !isLater(undoes)) return { kind: 'changed', runId: by };
    cancelled.add(undoes);
  }
  return { kind: 'untouched' };
}
