import type { ImportStore } from '../store/store.ts';
import { type Held, holdPosition } from './held.ts';
import type { NamedRows } from './named-rows.ts';

const BATCH = 1_000;

/** The positions of a provider and brand whose ids are not among the named ones, a batch at a time. */
export async function* unnamedPositions(
  store: Pick<ImportStore, 'positionsOf'>,
  owner: { readonly providerId: number; readonly brandId: number },
  named: Pick<NamedRows, 'has'>,
): AsyncGenerator<Held[]> {
  for await (const stored of store.positionsOf(owner.providerId, owner.brandId, BATCH))
    yield stored.filter(({ id }) => !named.has(id)).map((position) => holdPosition(position, null));
}
