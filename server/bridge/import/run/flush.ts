import type { JobConnection } from '../../../database/types.ts';
import { aliasOf, aliasWithId } from '../../../text/alias.ts';
import { articleKeyIds } from '../../search/article-keys.ts';
import { type IndexChange, indexChanges } from '../../search/index-writer.ts';
import {
  isContent,
  isSearched,
  isTold,
  newFields,
  type StoredPosition,
  toldFields,
  type WrittenColumn,
} from '../store/position.ts';
import type { ChangeRecord, ImportStore } from '../store/store.ts';
import { type Held, setHeldPosition } from './held.ts';

export interface FlushContext {
  readonly connection: JobConnection;
  readonly store: ImportStore;
  readonly runId: number;
  readonly now: number;
  readonly brandTitle: (brandId: number) => string;
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
  if (created.length === 0) return;
  const { connection, store } = context;
  const keyIds = await articleKeyIds(
    connection,
    created.map(({ current }) => current.article_key),
  );
  const ids = await store.nextIds(created.length);
  const wanted = created.map(({ current }) => aliasFor(context, current));
  const aliases = await freeAliases(store, wanted, ids);
  for (const [at, position] of created.entries()) {
    const key_id = keyIds.get(position.current.article_key) as number;
    position.current = { ...position.current, id: ids[at] as number, key_id, alias: aliases[at] as string };
  }
}

/** A position that got its manufacturer changes its address; the old one leads on. `created` are not inserted yet. */
async function renameTakenOver(
  { store, ...context }: FlushContext,
  updated: readonly Held[],
  created: readonly Held[],
): Promise<void> {
  const renamed = updated.filter(
    ({ stored, current }) => stored !== null && stored.manufacturer_key !== current.manufacturer_key,
  );
  if (renamed.length === 0) return;
  const wanted = renamed.map(({ current }) => aliasFor(context, current));
  const ids = renamed.map(({ current }) => current.id);
  const aliases = await freeAliases(store, wanted, ids, created);
  const redirects: { alias: string; positionId: number }[] = [];
  for (const [at, position] of renamed.entries()) {
    if (wanted[at] === position.current.alias) continue;
    redirects.push({ alias: position.current.alias, positionId: position.current.id });
    setHeldPosition(position, { ...position.current, alias: aliases[at] as string });
  }
  await store.redirectAliases(redirects);
}

const aliasFor = ({ brandTitle }: Pick<FlushContext, 'brandTitle'>, position: StoredPosition): string =>
  aliasOf(position.article, position.title, brandTitle(position.brand_id), position.manufacturer);

/** The wanted aliases, with the id at the end of those that are taken. */
async function freeAliases(
  store: ImportStore,
  wanted: readonly string[],
  ids: readonly number[],
  inserting: readonly Held[] = [],
): Promise<string[]> {
  const taken = await store.takenAliases(wanted);
  for (const { current } of inserting) taken.add(current.alias);
  return wanted.map((alias, at) => {
    if (taken.has(alias)) return aliasWithId(alias, ids[at] as number);
    taken.add(alias);
    return alias;
  });
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
