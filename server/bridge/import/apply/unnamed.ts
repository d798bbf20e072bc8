import type { ImportStore } from '../store/store.ts';
import { type Held, holdPosition } from './held.ts';
import type { NamedRows } from './named-rows.ts';

const BATCH = 1_000;

/** The positions of a provider and these brands whose ids are not among the named ones, a batch at a time. */
export async function* unnamedPositions(
  store: Pick<ImportStore, 'positionsOf'>,
  owner: { readonly providerId: number; readonly brandIds: readonly number[] },
  named: Pick<NamedRows, 'has'>,
): AsyncGenerator<Held[]> {
  for (const brandId of owner.brandIds) yield* unnamedOf(store, owner.providerId, brandId, named);
}

async function* unnamedOf(
  store: Pick<ImportStore, 'positionsOf'>,
  providerId: number,
  brandId: number,
  named: Pick<NamedRows, 'has'>,
): AsyncGenerator<Held[]> {
  for await (const stored of store.positionsOf(providerId, brandId, BATCH))
    yield stored.filter(({ id }) => !named.has(id)).map((position) => holdPosition(position, null));
}
