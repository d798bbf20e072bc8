// The shop's own synonyms, abbreviations and stop words for the search: the routes by which administrators edit them,
// and their SQL.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CompiledQuery, type Selectable } from 'kysely';
import Type from 'typebox';
import type { Editor } from '../../../contract/answers.ts';
import { SEARCH_WORD_FORM } from '../../../contract/catalogue/forms.ts';
import type { PartsDirectory } from '../../../contract/catalogue/parts.ts';
import {
  LikelyMakers,
  PartNamesAnswer,
  PartNamesQuery,
  SavedSearchWord,
  type SearchWord,
  SearchWordPage,
  SearchWordsQuery,
} from '../../../contract/catalogue/search-words.ts';
import {
  hasMeanings,
  isNamed,
  isReadKind,
  OWN_WORD_KINDS,
  type OwnWordKind,
  type WordKind,
} from '../../../contract/catalogue/words.ts';
import {
  LIKELY_MAKERS_MAX,
  OWN_SEARCH_WORDS_MAX,
  SEARCH_WORD_MAX,
  SEARCH_WORDS_PAGE,
} from '../../../contract/limits.ts';
import { editorOfRow, savedNow } from '../../platform/database/types.ts';
import { badRequest, notFound, readForm, requireEditor } from '../../platform/http/request.ts';
import { isoTime } from '../../platform/text/day.ts';
import { foldSearch } from '../../platform/text/fold-search.ts';
import type { CatalogueContext } from '../context/context.ts';
import type { CatalogueDatabase, CatalogueSource, SearchWordTable } from '../context/schema.ts';
import type { SearchEngine } from '../context/search-questions.ts';
import { pendingReread } from '../part-reader/own-readings.ts';
import { builtInWords, meaningsOf, type WordEntry, wordKey } from './dictionary.ts';
import { isOfMakers, makerNamesOf } from './maker-names.ts';

const TEXT_MAX = 200;

const SETTLE_MAKERS_JOB = new URL('../changes/settle-makers-job.ts', import.meta.url);
const REREAD_TITLES_JOB = new URL('../changes/reread-titles-job.ts', import.meta.url);

/** The dictionary of the search, for administrators; what is saved counts for the next search. */
export function ownWordRoutes({ database, clock }: CatalogueContext, search: SearchEngine): FastifyPluginAsyncTypebox {
  /** Titles follow what the shop says of their words, as it says it; copies of the catalogue follow by themselves. */
  const reread = async (wording: string, ...kinds: readonly string[]) => {
    if (database.dialect === 'sqlite' && kinds.some(isReadKind)) await database.runJob(REREAD_TITLES_JOB, { wording });
    if (kinds.some(isOfMakers)) await database.runJob(SETTLE_MAKERS_JOB, null);
  };
  return async (app) => {
    app.get(
      '/search/words',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'What the search knows of words: the dictionary of the product and what the shop says over it',
          querystring: SearchWordsQuery,
          response: { 200: SearchWordPage },
        },
      },
      async ({ query: { query = '', kind = '', own = '', cursor } }, reply) => {
        const known = OWN_WORD_KINDS.find((one) => one === kind) ?? null;
        if (kind !== '' && known === null) throw badRequest('invalid filter');
        const filter = { text: query.slice(0, TEXT_MAX), kind: known, isOwn: own === '1' };
        reply.header('cache-control', 'no-store');
        return wordPage(builtInByKey(), await listOwnWords(database.read), filter, cursor || null);
      },
    );

    app.post(
      '/search/words',
      {
        config: { permission: 'admin', form: SEARCH_WORD_FORM },
        schema: {
          summary: 'Says something of a word, in place of what was said before',
          response: { 200: SavedSearchWord },
        },
      },
      async (request) => {
        const said = await ownWordOf(readForm(request, SEARCH_WORD_FORM), search);
        const before = await listOwnWords(database.read);
        if (isCircle(said, before)) throw badRequest('names in a circle');
        const saved = await saveOwnWord(database, said, requireEditor(request), clock());
        if (!saved) throw badRequest('too many words');
        const { record, replaced } = saved;
        await reread(said.word, said.kind, replaced?.kind ?? '');
        const isOther = replaced && (replaced.kind !== record.kind || replaced.means !== record.means);
        return {
          ...searchWordAnswer(builtInByKey().get(said.key) ?? null, record),
          replaced: isOther ? { ...replaced, means: meaningsOf(replaced.means) } : null,
        };
      },
    );

    app.delete(
      '/search/words',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Takes back what the shop said of a word: what the product says counts again',
          querystring: Type.Object({ word: Type.Optional(Type.String()) }),
          response: { 204: Type.Null() },
        },
      },
      async ({ query: { word = '' } }, reply) => {
        const removed = await removeOwnWord(database, wordKey(word.slice(0, TEXT_MAX)));
        if (!removed) throw notFound('search word not found');
        await reread(removed.word, removed.kind);
        return reply.code(204).send(null);
      },
    );

    app.get(
      '/search/words/makers',
      {
        config: { permission: 'admin' },
        schema: {
          summary:
            'Names of manufacturers in the catalogue that are likely one, of which the shop has said nothing yet',
          response: { 200: LikelyMakers },
        },
      },
      async (_, reply) => {
        const { makers } = JSON.parse(await search.directory()) as PartsDirectory;
        reply.header('cache-control', 'no-store');
        const names = await makerNamesOf(database.read);
        return {
          pairs: names.likely(
            makers.map(({ title, count }) => ({ title, count })),
            LIKELY_MAKERS_MAX,
          ),
        };
      },
    );

    app.get(
      '/search/words/names',
      {
        config: { permission: 'admin' },
        schema: {
          summary: 'Names of parts or machines that a wording can be read as',
          querystring: PartNamesQuery,
          response: { 200: PartNamesAnswer },
        },
      },
      async ({ query: { kind = '', text = '' } }, reply) => {
        if (kind !== 'part' && kind !== 'machine') throw badRequest('invalid kind');
        reply.header('cache-control', 'no-store');
        const { containing } = await search.names(kind, text.slice(0, TEXT_MAX));
        return { names: [...containing] };
      },
    );
  };
}

/** A word as it is kept; throws 400 for one that says nothing. */
async function ownWordOf({ word, kind, means }: Omit<OwnWord, 'key'>, search: SearchEngine): Promise<OwnWord> {
  const key = wordKey(word);
  if (key === '' || (!isReadKind(kind) && [...word].length > SEARCH_WORD_MAX)) throw badRequest('invalid word');
  if (isNamed(kind)) {
    const { name, near } = await search.names(kind, means.join('; '));
    if (name === null) throw badRequest(kind === 'part' ? 'unknown part' : 'unknown machine', { near });
    return { key, word, kind, means: [name] };
  }
  if (!hasMeanings(kind)) return { key, word, kind, means: [] };
  // A word that is read as itself, or as nothing that can be searched for, would be saved and change nothing.
  const isTelling = (text: string) => wordKey(text) !== '' && wordKey(text) !== key;
  // A maker that means itself alone stands apart from those that the product would join with it.
  const isApart = kind === 'maker' && means.length === 1 && wordKey(means[0] ?? '') === key;
  if (!isApart && (means.length === 0 || !means.every(isTelling))) throw badRequest('invalid means');
  return { key, word, kind, means };
}

/** Whether what the shop has said of the name that is to stand for a maker leads back to this one. */
function isCircle({ key, kind, means }: OwnWord, before: readonly OwnWordRecord[]): boolean {
  const nextOf = new Map(
    before.flatMap((said) => {
      const [name, ...others] = said.kind === 'maker' ? meaningsOf(said.means) : [];
      return name === undefined || others.length > 0 ? [] : [[said.key, wordKey(name)] as const];
    }),
  );
  let next = kind === 'maker' && means.length === 1 ? wordKey(means[0] ?? '') : undefined;
  if (next === key) return false;
  for (let step = 0; next !== undefined && step <= before.length; step++) {
    if (next === key) return true;
    next = nextOf.get(next);
  }
  return false;
}

/** Which words; '' and null leave every one in. */
interface WordFilter {
  readonly text: string;
  readonly kind: OwnWordKind | null;
  readonly isOwn: boolean;
}

/** The word as it counts: what the shop says goes over what the product says; at least one of them says something. */
function searchWordAnswer(builtIn: WordEntry<WordKind> | null, own: OwnWordRecord | null): SearchWord {
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
function wordPage(
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
  return { words: page, total: words.length, next: rest.length > page.length ? (page.at(-1)?.word ?? null) : null };
}

const ALPHABET = new Intl.Collator('ru');
/** Two spellings that the alphabet puts in one place still have an order. */
const inOrder = (one: string, other: string): number =>
  ALPHABET.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);

let known: ReadonlyMap<string, WordEntry<WordKind>> | undefined;

/** The words that the product comes with by their keys, which take a stem of each word; made once. */
function builtInByKey(): ReadonlyMap<string, WordEntry<WordKind>> {
  known ??= new Map(builtInWords().map((entry) => [wordKey(entry.word), entry]));
  return known;
}

type OwnWordRecord = Selectable<SearchWordTable>;

/** What an administrator says of a word; `key` is the word by its forms. */
interface OwnWord {
  readonly key: string;
  readonly word: string;
  readonly kind: OwnWordKind;
  readonly means: readonly string[];
}

const listOwnWords = (read: CatalogueSource): Promise<OwnWordRecord[]> =>
  read.selectFrom('search_words').selectAll().orderBy('id').execute();

/**
 * An embedded catalogue whose titles are not yet read with a word reads all of them at its next start, unless they are
 * read before.
 */
const titlesAreBehind = async (
  { dialect }: CatalogueDatabase,
  transaction: CatalogueSource,
  word: string,
  ...kinds: readonly string[]
): Promise<void> => {
  if (dialect !== 'sqlite' || !kinds.some(isReadKind)) return;
  const pending = CompiledQuery.raw('UPDATE read_titles SET read_with = read_with || ?', [pendingReread(word)]);
  await transaction.executeQuery(pending);
};

type SaidBefore = Pick<OwnWordRecord, 'word' | 'kind' | 'means'>;

/** Says it in place of what was said of the word before; null when the shop has said as much as it may. */
const saveOwnWord = (
  database: CatalogueDatabase,
  { key, word, kind, means }: OwnWord,
  by: Editor,
  now: number,
): Promise<{ readonly record: OwnWordRecord; readonly replaced: SaidBefore | null } | null> =>
  database.write(async (transaction) => {
    const said = { word, kind, means: means.join('; '), ...savedNow(by, now) };
    const replaced =
      (await transaction
        .selectFrom('search_words')
        .select(['word', 'kind', 'means'])
        .where('key', '=', key)
        .executeTakeFirst()) ?? null;
    const changed = await transaction
      .updateTable('search_words')
      .set(said)
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirst();
    if (changed) {
      await titlesAreBehind(database, transaction, word, kind, replaced?.kind ?? '');
      return { record: changed, replaced };
    }
    const { count } = await transaction
      .selectFrom('search_words')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= OWN_SEARCH_WORDS_MAX) return null;
    const record = await transaction
      .insertInto('search_words')
      .values({ key, ...said })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(said))
      .returningAll()
      .executeTakeFirstOrThrow();
    await titlesAreBehind(database, transaction, word, kind);
    return { record, replaced };
  });

/** Takes back what the shop said of a word; undefined when it said nothing. */
const removeOwnWord = (database: CatalogueDatabase, key: string): Promise<OwnWordRecord | undefined> =>
  database.write(async (transaction) => {
    const removed = await transaction
      .deleteFrom('search_words')
      .where('key', '=', key)
      .returningAll()
      .executeTakeFirst();
    if (removed) await titlesAreBehind(database, transaction, removed.word, removed.kind);
    return removed;
  });
