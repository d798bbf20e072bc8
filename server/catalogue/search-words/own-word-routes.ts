import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { SEARCH_WORD_FORM } from '../../../contract/catalogue/forms.ts';
import { SearchWord, SearchWordPage, SearchWordsQuery } from '../../../contract/catalogue/search-words.ts';
import { hasMeanings, OWN_WORD_KINDS } from '../../../contract/catalogue/words.ts';
import { badRequest, notFound, readForm, requireEditor } from '../../platform/http/request.ts';
import type { CatalogueContext } from '../context/context.ts';
import { wordKey } from './dictionary.ts';
import {
  builtInByKey,
  listOwnWords,
  type OwnWord,
  removeOwnWord,
  saveOwnWord,
  searchWordAnswer,
  wordPage,
} from './own-words.ts';

const TEXT_MAX = 200;

/** The dictionary of the search, for administrators; what is saved counts for the next search. */
export function ownWordRoutes({
  database,
  clock,
}: Pick<CatalogueContext, 'database' | 'clock'>): FastifyPluginAsyncTypebox {
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
          response: { 200: SearchWord },
        },
      },
      async (request) => {
        const said = ownWordOf(readForm(request, SEARCH_WORD_FORM));
        const saved = await saveOwnWord(database, said, requireEditor(request), clock());
        if (!saved) throw badRequest('too many words');
        return searchWordAnswer(builtInByKey().get(said.key) ?? null, saved);
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
        if (!(await removeOwnWord(database, wordKey(word.slice(0, TEXT_MAX))))) throw notFound('search word not found');
        return reply.code(204).send(null);
      },
    );
  };
}

/** A word as it is kept; throws 400 for one that says nothing. */
function ownWordOf({ word, kind, means }: Omit<OwnWord, 'key'>): OwnWord {
  const key = wordKey(word);
  if (key === '') throw badRequest('invalid word');
  if (!hasMeanings(kind)) return { key, word, kind, means: [] };
  // A word that is read as itself, or as nothing that can be searched for, would be saved and change nothing.
  const isTelling = (text: string) => wordKey(text) !== '' && wordKey(text) !== key;
  if (means.length === 0 || !means.every(isTelling)) throw badRequest('invalid means');
  return { key, word, kind, means };
}
