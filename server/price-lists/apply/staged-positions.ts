// Positions in memory while rows of a price list are applied to them, and which the file has named. Written by
// written-positions.ts or only planned by planned-positions.ts.
import { HIDDEN } from '../../../contract/catalogue/words.ts';
import type { PositionStore } from '../../catalogue/changes/position-store.ts';
import * as positionRows from '../../catalogue/context/position.ts';

type Outcome = 'created' | 'updated' | 'unchanged';

/** A position while a batch of rows is applied to it. */
export interface StagedPosition {
  /** As the table has it now; null until it is inserted. */
  readonly stored: positionRows.StoredPosition | null;
  /** As it was before the run; null when the run creates it. */
  readonly original: positionRows.StoredPosition | null;
  current: positionRows.StoredPosition;
  /** The columns in which `current` differs from `stored`. */
  dirty: readonly positionRows.WrittenColumn[];
  /** The columns in which `current` differs from `original`. */
  changed: readonly positionRows.WrittenColumn[];
  manufacturer_key: string;
  /** Sheet row that named it last, null when none has yet. */
  row: number | null;
  /** A row of this batch named it. */
  fresh: boolean;
}

/** Takes a position from the table; `before` is what the run changed in it so far: undefined for nothing. */
export function stagePosition(
  stored: positionRows.StoredPosition,
  row: number | null,
  before?: string | null,
): StagedPosition {
  const original =
    before === undefined
      ? stored
      : before === null
        ? null
        : { ...stored, ...(JSON.parse(before) as Partial<positionRows.StoredPosition>) };
  const { manufacturer_key } = stored;
  const changed = original && original !== stored ? positionRows.changedColumns(original, stored) : [];
  return { stored, original, current: stored, dirty: [], changed, manufacturer_key, row, fresh: false };
}

export const stageNewPosition = (current: positionRows.StoredPosition): StagedPosition => ({
  stored: null,
  original: null,
  current,
  dirty: [],
  changed: [],
  manufacturer_key: current.manufacturer_key,
  row: null,
  fresh: false,
});

export function setStagedPosition(held: StagedPosition, next: positionRows.StoredPosition): void {
  const { stored, original } = held;
  held.current = next;
  held.manufacturer_key = next.manufacturer_key;
  held.dirty = stored ? positionRows.changedColumns(stored, next) : [];
  held.changed = original === stored ? held.dirty : original ? positionRows.changedColumns(original, next) : [];
}

/** What the run makes of the position as it stands. */
export function outcomeOf(held: Pick<StagedPosition, 'original' | 'changed'>): Outcome {
  const { original, changed } = held;
  if (original === null || wasRemoved(held)) return 'created';
  return changed.some(positionRows.isContent) ? 'updated' : 'unchanged';
}

/** Whether the position had been removed before the run; a row that names it restores it. */
export const wasRemoved = ({ original }: Pick<StagedPosition, 'original'>): boolean =>
  original?.hidden === HIDDEN.removed;

/** Whose positions are meant. */
export interface PositionOwner {
  readonly providerId: number;
  readonly brandIds: readonly number[];
}

/** The positions that a run works with: read as the run has left them so far, written or only planned. */
export interface StagedPositions {
  /** Those of the run's provider and brands, or of another owner, with any of these article keys. */
  stageByKeys(keys: readonly string[], owner?: PositionOwner): Promise<StagedPosition[]>;
  hasProvider(id: number): Promise<boolean>;
  stageByIds(ids: readonly number[]): Promise<StagedPosition[]>;
  /** Positions of the run's provider and brand that no row has named, a batch at a time. */
  unnamedPositions(): AsyncGenerator<StagedPosition[]>;
  /** Takes what a batch made of the positions that its rows named. */
  keep(fresh: readonly StagedPosition[]): Promise<void>;
}

/** Ids of one page. */
const PAGE = 4_096;

/** The row that named each position last: ids of one supplier are near, so pages take a tenth of a map's memory. */
export class NamedRows {
  readonly #pages = new Map<number, Float64Array>();

  /** `row` counts from 1. */
  set(id: number, row: number): void {
    const number = Math.floor(id / PAGE);
    let page = this.#pages.get(number);
    if (!page) {
      page = new Float64Array(PAGE);
      this.#pages.set(number, page);
    }
    page[id - number * PAGE] = row;
  }

  /** Null where none has. */
  get(id: number): number | null {
    const number = Math.floor(id / PAGE);
    return this.#pages.get(number)?.[id - number * PAGE] || null;
  }

  has(id: number): boolean {
    return this.get(id) !== null;
  }
}

const BATCH = 1_000;

/** The positions of a provider and these brands whose ids are not among the named ones, a batch at a time. */
export async function* unnamedPositions(
  store: Pick<PositionStore, 'positionsOf'>,
  { providerId, brandIds }: PositionOwner,
  named: Pick<NamedRows, 'has'>,
): AsyncGenerator<StagedPosition[]> {
  for (const brandId of brandIds)
    for await (const stored of store.positionsOf(providerId, brandId, BATCH))
      yield stored.filter(({ id }) => !named.has(id)).map((position) => stagePosition(position, null));
}

type Matchable = Pick<StagedPosition, 'manufacturer_key'>;

type Match<P> =
  | { readonly kind: 'found'; readonly position: P }
  /** The position had no manufacturer and gets the row's. */
  | { readonly kind: 'takeover'; readonly position: P }
  | { readonly kind: 'new' }
  | { readonly kind: 'ambiguous' }
  /** Other rows of the file decide: to be asked again when all of them are known. */
  | { readonly kind: 'wait' };

/** What the file says of an article in its other rows. */
interface FileFacts<P> {
  /** A row has named this position already. */
  readonly isNamed: (position: P) => boolean;
  /** Some row names a manufacturer for the article; null while rows are still to come. */
  readonly namesMaker: boolean | null;
  /** Whether it is removed; a row that means it restores it. */
  readonly isRemoved: (position: P) => boolean;
}

/**
 * Which of the positions with a row's provider, brand and article the row means (decision 30). `manufacturerKey` is
 * undefined when the upload has no manufacturer column. The answer does not depend on the order of the rows: where a
 * later row could change it, the row waits. One that was removed is meant only where no other is.
 */
export function matchPosition<P extends Matchable>(
  positions: readonly P[],
  manufacturerKey: string | undefined,
  facts: FileFacts<P>,
): Match<P> {
  const removed = positions.filter(facts.isRemoved);
  if (removed.length === 0) return matchAmong(positions, manufacturerKey, facts);
  const rest = positions.filter((position) => !removed.includes(position));
  const match = matchAmong(rest, manufacturerKey, facts);
  if (match.kind !== 'new' && match.kind !== 'takeover') return match;
  // A removed position has the identity that the row asks for.
  const exact = removed.find(({ manufacturer_key }) => manufacturer_key === (manufacturerKey ?? ''));
  if (exact) return { kind: 'found', position: exact };
  if (match.kind === 'takeover') return match;
  const again = matchAmong(removed, manufacturerKey, facts);
  return again.kind === 'ambiguous' ? match : again;
}

function matchAmong<P extends Matchable>(
  positions: readonly P[],
  manufacturerKey: string | undefined,
  { isNamed, namesMaker }: FileFacts<P>,
): Match<P> {
  const [only] = positions;
  if (only === undefined) return { kind: 'new' };
  const single: Match<P> = positions.length === 1 ? { kind: 'found', position: only } : { kind: 'ambiguous' };
  if (manufacturerKey === undefined) return single;
  const exact = positions.find((position) => position.manufacturer_key === manufacturerKey);
  if (exact) return { kind: 'found', position: exact };
  if (manufacturerKey === '') {
    if (namesMaker === null) return { kind: 'wait' };
    return namesMaker ? { kind: 'new' } : single;
  }
  const isNameless = positions.length === 1 && only.manufacturer_key === '' && !isNamed(only);
  if (!isNameless) return { kind: 'new' };
  return namesMaker === null ? { kind: 'wait' } : { kind: 'takeover', position: only };
}

/** Articles that a batch adds at most, and all batches together: from everywhere in a long file, and soon asked about. */
const OF_BATCH = 200;
const ALL_MAX = 1_000;

/** Some of the articles of a file, and which of them its provider had before the run. */
export class ArticleSample {
  readonly #isOwn = new Map<string, boolean>();

  /** Takes some articles of a batch, with the positions of the provider and brand under each. */
  add(byKey: ReadonlyMap<string, readonly StagedPosition[]>): void {
    let left = Math.min(OF_BATCH, ALL_MAX - this.#isOwn.size);
    if (left <= 0) return;
    for (const [key, positions] of byKey) {
      if (this.#isOwn.has(key)) continue;
      this.#isOwn.set(key, positions.some(isOfBefore));
      left -= 1;
      if (left === 0) return;
    }
  }

  get keys(): readonly string[] {
    return [...this.#isOwn.keys()];
  }

  /** How many of them the provider had. */
  get own(): number {
    return [...this.#isOwn.values()].filter(Boolean).length;
  }
}

const isOfBefore = (held: StagedPosition): boolean => held.original !== null && !wasRemoved(held);
