import type { Kysely, Selectable } from 'kysely';
import { OWN_SEARCH_WORDS_MAX } from '../../../../contract/limits.ts';
import type { Editor } from '../../../../contract/versions.ts';
import type { OwnWordKind } from '../../../../contract/word-kinds.ts';
import { savedNow } from '../../../database/editor-columns.ts';
import type { Database } from '../../../database/types.ts';
import type { BridgeSchema, SearchWordTable } from '../../schema.ts';

export type OwnWordRecord = Selectable<SearchWordTable>;

/** What an administrator says of a word; `key` is the word by its forms. */
export interface OwnWord {
  readonly key: string;
  readonly word: string;
  readonly kind: OwnWordKind;
  readonly means: readonly string[];
}

export const listOwnWords = (read: Kysely<BridgeSchema>): Promise<OwnWordRecord[]> =>
  read.selectFrom('search_words').selectAll().orderBy('id').execute();

/** Says it in place of what was said of the word before; null when the shop has said as much as it may. */
export const saveOwnWord = (
  database: Database<BridgeSchema>,
  { key, word, kind, means }: OwnWord,
  by: Editor,
  now: number,
): Promise<OwnWordRecord | null> =>
  database.write(async (transaction) => {
    const said = { word, kind, means: means.join('; '), ...savedNow(by, now) };
    const changed = await transaction
      .updateTable('search_words')
      .set(said)
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirst();
    if (changed) return changed;
    const { count } = await transaction
      .selectFrom('search_words')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= OWN_SEARCH_WORDS_MAX) return null;
    return transaction
      .insertInto('search_words')
      .values({ key, ...said })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(said))
      .returningAll()
      .executeTakeFirstOrThrow();
  });

/** Takes back what the shop said of a word; false when it said nothing. */
export const removeOwnWord = (database: Database<BridgeSchema>, key: string): Promise<boolean> =>
  database.write(async (transaction) => {
    const removed = await transaction.deleteFrom('search_words').where('key', '=', key).executeTakeFirst();
    return removed.numDeletedRows > 0n;
  });
