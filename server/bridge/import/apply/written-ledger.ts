import type { StoredPosition } from '../store/position.ts';
import { type FlushContext, flushBatch } from './flush.ts';
import { type Held, holdPosition } from './held.ts';
import type { Ledger } from './ledger.ts';
import { NamedRows } from './named-rows.ts';
import { unnamedPositions } from './unnamed.ts';

/** The ledger of a run that changes the catalogue: every batch is written at once, with its history. */
export class WrittenLedger implements Ledger {
  readonly #context: FlushContext;
  readonly #providerId: number;
  readonly #brandIds: readonly number[];
  /** Sheet row that last named a position, by position id. */
  readonly #named = new NamedRows();

  constructor(context: FlushContext, providerId: number | null, brandIds: readonly number[]) {
    this.#context = context;
    this.#providerId = providerId ?? 0;
    this.#brandIds = brandIds;
  }

  async holdByKeys(keys: readonly string[]): Promise<Held[]> {
    return this.#hold(await this.#context.store.positionsByKeys(this.#providerId, this.#brandIds, keys));
  }

  async holdByIds(ids: readonly number[]): Promise<Held[]> {
    return this.#hold(await this.#context.store.positionsByIds(ids));
  }

  unnamed(): AsyncGenerator<Held[]> {
    const owner = { providerId: this.#providerId, brandIds: this.#brandIds };
    return unnamedPositions(this.#context.store, owner, this.#named);
  }

  async keep(fresh: readonly Held[]): Promise<void> {
    await flushBatch(this.#context, fresh);
    for (const { current, row } of fresh) if (row !== null) this.#named.set(current.id, row);
  }

  /** Takes stored positions together with what this run has already done to them. */
  async #hold(stored: readonly StoredPosition[]): Promise<Held[]> {
    const { store, runId } = this.#context;
    const again = stored.map(({ id }) => id).filter((id) => this.#named.has(id));
    const changes = again.length > 0 ? await store.changesBefore(runId, again) : new Map();
    return stored.map((position) =>
      holdPosition(position, this.#named.get(position.id), changes.get(position.id)),
    );
  }
}
