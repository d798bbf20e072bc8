import type { Kysely, Selectable } from 'kysely';
import type { Editor } from '../../../contract/answers.ts';
import type { SearchWord, SearchWordPage } from '../../../contract/catalogue/search-words.ts';
import type { OwnWordKind, WordKind } from '../../../contract/catalogue/words.ts';
import { OWN_SEARCH_WORDS_MAX, SEARCH_WORDS_PAGE } from '../../../contract/limits.ts';
import { editorOfRow, savedNow } from '../../platform/database/editor-columns.ts';
import type { Database } from '../../platform/database/types.ts';
import { isoTime } from '../../platform/text/day.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import type { CatalogueSchema, SearchWordTable } from '../context/schema.ts';
import { builtInWords, meaningsOf, type WordEntry, wordKey } from './dictionary.ts';

/** Which words; '' and null leave every one in. */
interface WordFilter {
  readonly text: string;
  readonly kind: OwnWordKind | null;
  readonly isOwn: boolean;
}

/** The word as it counts: what the shop says goes over what the product says; at least one of them says something. */
export function searchWordAnswer(builtIn: WordEntry<WordKind> | null, own: OwnWordRecord | null): SearchWord {
  const said = own ?? builtIn;
  if (!said) throw new RangeError('nothing is said of the word');
  return {
    word: said.word,
    kind: said.kind,
    means: meaningsOf(said.means),
    builtIn: builtIn && { kind: builtIn.kind, means: meaningsOf(builtIn.means) },
    own: own && { savedAt: isoTime(own.saved_at), savedBy: editorOfRow(own) },
  };
}

/** One page of the dictionary by the alphabet, behind a word; `builtIn` is by key. */
export function wordPage(
  builtIn: ReadonlyMap<string, WordEntry<WordKind>>,
  own: readonly OwnWordRecord[],
  { text, kind, isOwn }: WordFilter,
  behind: string | null,
): SearchWordPage {
  const listed = new Map([...builtIn].map(([key, entry]) => [key, searchWordAnswer(entry, null)]));
  for (const record of own) listed.set(record.key, searchWordAnswer(builtIn.get(record.key) ?? null, record));
  const folded = foldSearch(text);
  const words = [...listed.values()]
    .filter((word) => (!isOwn || word.own !== null) && (kind === null || word.kind === kind))
    .filter(({ word, means }) => [word, ...means].some((one) => foldSearch(one).includes(folded)))
    .sort((one, other) => inOrder(one.word, other.word));
  const rest = behind === null ? words : words.filter(({ word }) => inOrder(word, behind) > 0);
  const page = rest.slice(0, SEARCH_WORDS_PAGE);
  return {
    words: page,
    total: words.length,
    next: rest.length > page.length ? (page.at(-1)?.word ?? null) : null,
  };
}

const ALPHABET = new Intl.Collator('ru');
/** Two spellings that the alphabet puts in one place still have an order. */
const inOrder = (one: string, other: string): number =>
  ALPHABET.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);

let known: ReadonlyMap<string, WordEntry<WordKind>> | undefined;

/** The words that the product comes with by their keys, which take a stem of each word; made once. */
export function builtInByKey(): ReadonlyMap<string, WordEntry<WordKind>> {
  known ??= new Map(builtInWords().map((entry) => [wordKey(entry.word), entry]));
  return known;
}

type OwnWordRecord = Selectable<SearchWordTable>;

/** What an administrator says of a word; `key` is the word by its forms. */
export interface OwnWord {
  readonly key: string;
  readonly word: string;
  readonly kind: OwnWordKind;
  readonly means: readonly string[];
}

export const listOwnWords = (read: Kysely<CatalogueSchema>): Promise<OwnWordRecord[]> =>
  read.selectFrom('search_words').selectAll().orderBy('id').execute();

/** Says it in place of what was said of the word before; null when the shop has said as much as it may. */
export const saveOwnWord = (
  database: Database<CatalogueSchema>,
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
export const removeOwnWord = (database: Database<CatalogueSchema>, key: string): Promise<boolean> =>
  database.write(async (transaction) => {
    const removed = await transaction.deleteFrom('search_words').where('key', '=', key).executeTakeFirst();
    return removed.numDeletedRows > 0n;
  });
