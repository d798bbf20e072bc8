import type { UploadDoubt } from '../../../../contract/bridge.ts';
import { type OtherOwner, othersListDoubt } from '../rules/whose-list.ts';
import type { ApplyContext } from './context.ts';

/** Where the positions of a brand are looked for. */
export interface OwnersStore {
  /** The other provider that has most of these articles under the brand; null where none has any. */
  mainOwnerOf(keys: readonly string[], brandId: number, besides: number): Promise<OtherOwner | null>;
}

/**
 * The doubts about a file, with that its articles are another provider's where they are; what its header says of the same
 * is not told beside it.
 */
export async function withOwnerDoubt(
  doubts: readonly UploadDoubt[],
  { articles, settings: { providerId, brandId } }: Pick<ApplyContext, 'articles' | 'settings'>,
  store: OwnersStore,
): Promise<readonly UploadDoubt[]> {
  const { keys, own } = articles;
  if (providerId === null || brandId === null || keys.length === 0) return doubts;
  const doubt = othersListDoubt(
    { articles: keys.length, own },
    await store.mainOwnerOf(keys, brandId, providerId),
  );
  return doubt ? [doubt, ...doubts.filter(({ kind }) => kind !== doubt.kind)] : doubts;
}
