import { type IndexChange, indexChanges } from '../../search/index-writer.ts';
import { freeAliases, wantedAlias } from '../store/aliases.ts';
import { type Numbering, numberNew } from '../store/number-new.ts';
import {
  isContent,
  isSearched,
  isTold,
  newFields,
  type StoredPosition,
  toldFields,
  type WrittenColumn,
} from '../store/position.ts';
import type { ChangeRecord } from '../store/store.ts';
import { type Held, setHeldPosition } from './held.ts';

export interface FlushContext extends Numbering {
  readonly runId: number;
  readonly now: number;
}

/** Writes what a batch made of its positions: rows, history, aliases and search index. New ones get their ids. */
export async function flushBatch(context: FlushContext, held: readonly Held[]): Promise<void> {
  const created = held.filter((position) => position.stored === null);
  const updated = held.filter((position) => position.dirty.length > 0);
  await prepareCreated(context, created);
  await renameTakenOver(context, updated, created);
  await context.store.insertPositions(
    created.map(({ current }) => current),
    context.now,
  );
  await writeUpdated(context, updated);
  await recordHistory(context, [...created, ...updated]);
  const searched = updated.filter(({ dirty }) => dirty.some(isSearched));
  await indexChanges(context.connection, [...created, ...searched].map(indexChange));
}

const indexChange = ({ stored, current }: Held): IndexChange => ({ before: stored, after: current });

async function prepareCreated(context: FlushContext, created: readonly Held[]): Promise<void> {
  const numbered = await numberNew(
    context,
    created.map(({ current }) => current),
  );
  for (const [at, position] of created.entries()) position.current = numbered[at] as StoredPosition;
}

/** A position that got its manufacturer changes its address; the old one leads on. `created` are not inserted yet. */
async function renameTakenOver(
  { store, brandTitle }: FlushContext,
  updated: readonly Held[],
  created: readonly Held[],
): Promise<void> {
  const renamed = updated.filter(
    ({ stored, current }) => stored !== null && stored.manufacturer_key !== current.manufacturer_key,
  );
  if (renamed.length === 0) return;
  const wanted = renamed.map(({ current }) => wantedAlias(current, brandTitle(current.brand_id)));
  const ids = renamed.map(({ current }) => current.id);
  const inserting = created.map(({ current }) => current);
  const aliases = await freeAliases(store, wanted, ids, inserting);
  const redirects: { alias: string; positionId: number }[] = [];
  for (const [at, position] of renamed.entries()) {
    if (wanted[at] === position.current.alias) continue;
    redirects.push({ alias: position.current.alias, positionId: position.current.id });
    setHeldPosition(position, { ...position.current, alias: aliases[at] as string });
  }
  await store.redirectAliases(redirects);
}

/** Groups the rows by the columns that differ, so that a weekly price update writes prices only. */
async function writeUpdated({ store, now }: FlushContext, updated: readonly Held[]): Promise<void> {
  const groups = new Map<string, { names: readonly WrittenColumn[]; rows: StoredPosition[] }>();
  for (const { dirty, current } of updated) {
    const key = dirty.join();
    const group = groups.get(key);
    if (group) group.rows.push(current);
    else groups.set(key, { names: dirty, rows: [current] });
  }
  for (const { names, rows } of groups.values()) {
    const touched = names.some(isTold);
    await store.updatePositions(names, rows, touched ? now : null);
  }
}

async function recordHistory({ store, runId }: FlushContext, held: readonly Held[]): Promise<void> {
  const changes: ChangeRecord[] = [];
  const undone: number[] = [];
  for (const { stored, original, current, dirty, changed } of held) {
    if (stored !== null && !dirty.some(isContent)) continue;
    const positionId = current.id;
    if (original === null) changes.push({ positionId, before: null, after: newFields(current) });
    else if (!changed.some(isContent)) undone.push(positionId);
    else {
      const [before, after] = [toldFields(original, changed), toldFields(current, changed)];
      changes.push({ positionId, before, after });
    }
  }
  if (changes.length > 0) await store.saveChanges(runId, changes);
  if (undone.length > 0) await store.dropChanges(runId, undone);
}
