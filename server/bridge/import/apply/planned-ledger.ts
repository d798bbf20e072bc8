import type { PlannedPosition, PlanStore } from '../store/plan-store.ts';
import { changedColumns, type StoredPosition } from '../store/position.ts';
import type { ImportStore } from '../store/store.ts';
import { type Held, holdPosition, wasRemoved } from './held.ts';
import type { Ledger } from './ledger.ts';
import { NamedRows } from './named-rows.ts';
import { unnamedPositions } from './unnamed.ts';

/** The ledger of a dry run: what the run would make of positions is put by beside the catalogue, which is only read. */
export class PlannedLedger implements Ledger {
  readonly #store: Pick<ImportStore, 'positionsByKeys' | 'positionsByIds' | 'positionsOf'>;
  readonly #plan: PlanStore;
  readonly #providerId: number;
  readonly #brandIds: readonly number[];
  /** Sheet row that last named a position, by position id; new positions have ids below zero. */
  readonly #named = new NamedRows();
  #newCount = 0;

  constructor(
    store: Pick<ImportStore, 'positionsByKeys' | 'positionsByIds' | 'positionsOf'>,
    plan: PlanStore,
    providerId: number | null,
    brandIds: readonly number[],
  ) {
    this.#store = store;
    this.#plan = plan;
    this.#providerId = providerId ?? 0;
    this.#brandIds = brandIds;
  }

  async holdByKeys(keys: readonly string[]): Promise<Held[]> {
    const stored = await this.#store.positionsByKeys(this.#providerId, this.#brandIds, keys);
    const created = this.#newCount > 0 ? this.#plan.newByKeys(keys) : [];
    return [...this.#hold(stored), ...created.map((planned) => this.#holdPlanned(planned, null))];
  }

  async holdByIds(ids: readonly number[]): Promise<Held[]> {
    return this.#hold(await this.#store.positionsByIds(ids));
  }

  unnamed(): AsyncGenerator<Held[]> {
    const owner = { providerId: this.#providerId, brandIds: this.#brandIds };
    return unnamedPositions(this.#store, owner, this.#named);
  }

  async keep(fresh: readonly Held[]): Promise<void> {
    const planned: PlannedPosition[] = [];
    for (const held of fresh) {
      if (held.current.id === 0) {
        this.#newCount += 1;
        held.current = { ...held.current, id: -this.#newCount };
      }
      const { original, current, changed, dirty, row } = held;
      if (row !== null) this.#named.set(current.id, row);
      if (original !== null && dirty.length === 0) continue;
      planned.push({ current, changed, original: wasRemoved(held) ? null : original, row: row ?? 0 });
    }
    this.#plan.keep(planned);
  }

  /** Takes stored positions as the run would have left them so far. */
  #hold(stored: readonly StoredPosition[]): Held[] {
    const again = stored.map(({ id }) => id).filter((id) => this.#named.has(id));
    const planned = new Map(this.#plan.byIds(again).map(({ id, fields }) => [id, fields]));
    return stored.map((position) => {
      const fields = planned.get(position.id);
      if (fields) return this.#holdPlanned({ ...position, ...fields }, position);
      return holdPosition(position, this.#rowOf(position));
    });
  }

  /** A position as the run would have left it so far; `original` is what the catalogue holds. */
  #holdPlanned = (planned: StoredPosition, original: StoredPosition | null): Held => ({
    ...holdPosition(planned, this.#rowOf(planned)),
    original,
    changed: original ? changedColumns(original, planned) : [],
  });

  #rowOf = ({ id }: StoredPosition): number | null => this.#named.get(id);
}
