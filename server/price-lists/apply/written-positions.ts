// Writes the positions that an import changes into the catalogue, batch by batch, with history and search index. The
// dry run uses planned-positions.ts.
import { freeAliases, type Numbering, numberNew, wantedAlias } from '../../catalogue/changes/new-positions.ts';
import { type ChangeRecord, writeChanged } from '../../catalogue/changes/position-store.ts';
import { isOfParts, renewParts } from '../../catalogue/changes/renew-parts.ts';
import { beginQuietLog, logPositions } from '../../catalogue/context/change-log.ts';
import * as positionRows from '../../catalogue/context/position.ts';
import type { IndexChange } from '../../catalogue/search-index/index-plan.ts';
import { indexChanges } from '../../catalogue/search-index/index-writer.ts';
import * as stagedPositions from './staged-positions.ts';

export class WrittenPositions implements stagedPositions.StagedPositions {
  readonly #context: FlushContext;
  readonly #owner: stagedPositions.PositionOwner;
  /** Sheet row that last named a position, by position id. */
  readonly #named = new stagedPositions.NamedRows();

  constructor(context: FlushContext, providerId: number | null, brandIds: readonly number[]) {
    this.#context = context;
    this.#owner = { providerId: providerId ?? 0, brandIds };
  }

  async stageByKeys(keys: readonly string[], owner = this.#owner): Promise<stagedPositions.StagedPosition[]> {
    return this.#hold(await this.#context.store.positionsByKeys(owner.providerId, owner.brandIds, keys));
  }

  hasProvider(id: number): Promise<boolean> {
    return this.#context.store.lockOwner('providers', id);
  }

  async stageByIds(ids: readonly number[]): Promise<stagedPositions.StagedPosition[]> {
    return this.#hold(await this.#context.store.positionsByIds(ids));
  }

  unnamedPositions(): AsyncGenerator<stagedPositions.StagedPosition[]> {
    return stagedPositions.unnamedPositions(this.#context.store, this.#owner, this.#named);
  }

  async keep(fresh: readonly stagedPositions.StagedPosition[]): Promise<void> {
    await flushBatch(this.#context, fresh);
    for (const { current, row } of fresh) if (row !== null) this.#named.set(current.id, row);
  }

  /** Takes stored positions together with what this run has already done to them. */
  async #hold(stored: readonly positionRows.StoredPosition[]): Promise<stagedPositions.StagedPosition[]> {
    const { store, runId } = this.#context;
    const again = stored.map(({ id }) => id).filter((id) => this.#named.has(id));
    const changes = again.length > 0 ? await store.changesBefore(runId, again) : new Map();
    return stored.map((position) =>
      stagedPositions.stagePosition(position, this.#named.get(position.id), changes.get(position.id)),
    );
  }
}

interface FlushContext extends Numbering {
  readonly runId: number;
  readonly now: number;
}

/** Changed positions of one batch for which it is worth to change the schema, which all other connections then read anew. */
const MANY = 100;

/** Writes what a batch made of its positions: rows, history, aliases and search index. New ones get their ids. The run ends with `endQuietLog`. */
async function flushBatch(context: FlushContext, held: readonly stagedPositions.StagedPosition[]): Promise<void> {
  const created = held.filter((position) => position.stored === null);
  const updated = held.filter((position) => position.dirty.length > 0);
  if (created.length + updated.length >= MANY) beginQuietLog(context.connection);
  await prepareCreated(context, created);
  await renameTakenOver(context, updated, created);
  await writeChanged(context.store, updated, context.now);
  await setParts(context, created, updated);
  const inserted = created.map(({ current }) => current);
  await context.store.insertPositions(inserted, context.now);
  const changedIds = [...created, ...updated].map(({ current }) => current.id);
  await logPositions(context.connection, changedIds);
  await recordHistory(context, [...created, ...updated]);
  const searched = updated.filter(({ dirty }) => dirty.some(positionRows.isSearched));
  await indexChanges(context.connection, [...created, ...searched].map(indexChange));
}

const indexChange = ({ stored, current }: stagedPositions.StagedPosition): IndexChange => ({
  before: stored,
  after: current,
});

async function prepareCreated(context: FlushContext, created: readonly stagedPositions.StagedPosition[]) {
  const positions = created.map(({ current }) => current);
  const numbered = await numberNew(context, positions);
  for (const [at, position] of created.entries()) position.current = numbered[at] as positionRows.StoredPosition;
}

/** New positions get their parts; others may change theirs for what became of the article. `created` are not inserted yet. */
async function setParts(
  { connection }: FlushContext,
  created: readonly stagedPositions.StagedPosition[],
  updated: readonly stagedPositions.StagedPosition[],
): Promise<void> {
  const keyIds = updated.filter(({ dirty }) => dirty.some(isOfParts)).map(({ current }) => current.key_id);
  const positions = created.map(({ current }) => current);
  const partIds = await renewParts(connection, keyIds, positions);
  for (const [at, position] of created.entries())
    position.current = { ...position.current, part_id: partIds[at] as number };
}

/** A position that got its manufacturer changes its address; the old one leads on. `created` are not inserted yet. */
async function renameTakenOver(
  { store, brandTitle }: FlushContext,
  updated: readonly stagedPositions.StagedPosition[],
  created: readonly stagedPositions.StagedPosition[],
): Promise<void> {
  const renamed = updated.filter(
    ({ stored, current }) => stored !== null && stored.manufacturer_key !== current.manufacturer_key,
  );
  if (renamed.length === 0) return;
  const wanted = renamed.map(({ current }) => wantedAlias(current, brandTitle(current.brand_id)));
  const ids = renamed.map(({ current }) => current.id);
  const inserting = created.map(({ current }) => current.alias);
  const aliases = freeAliases(wanted, ids, [...(await store.takenAliases(wanted)), ...inserting]);
  const redirects: { alias: string; positionId: number }[] = [];
  for (const [at, position] of renamed.entries()) {
    if (wanted[at] === position.current.alias) continue;
    redirects.push({ alias: position.current.alias, positionId: position.current.id });
    stagedPositions.setStagedPosition(position, { ...position.current, alias: aliases[at] as string });
  }
  await store.redirectAliases(redirects);
}

async function recordHistory({ store, runId }: FlushContext, held: readonly stagedPositions.StagedPosition[]) {
  const first: ChangeRecord[] = [];
  const again: ChangeRecord[] = [];
  const undone: number[] = [];
  for (const { stored, original, current, dirty, changed } of held) {
    if (stored !== null && !dirty.some(positionRows.isContent)) continue;
    const positionId = current.id;
    const changes = original === stored ? first : again;
    if (original === null) changes.push({ positionId, before: null, after: positionRows.newFields(current) });
    else if (!changed.some(positionRows.isContent)) undone.push(positionId);
    else {
      const before = positionRows.earlierFields(original, changed);
      changes.push({ positionId, before, after: positionRows.historyFields(current, changed) });
    }
  }
  if (first.length > 0) await store.addChanges(runId, first);
  if (again.length > 0) await store.saveChanges(runId, again);
  if (undone.length > 0) await store.dropChanges(runId, undone);
}
