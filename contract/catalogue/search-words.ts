// What the API answers to administrators about the search: its dictionary, the shop's own words, and queries that found
// nothing.
import Type, { type Static } from 'typebox';
import { Editor, Nullable } from '../answers.ts';
import { MISS_OUTCOMES, OWN_WORD_KINDS, READ_KINDS, WORD_KINDS } from './words.ts';

const Means = Type.Array(Type.String(), { description: 'What it may be read as, likeliest first' });

export const SearchWord = Type.Object({
  word: Type.String(),
  kind: Type.Enum([...OWN_WORD_KINDS], {
    description:
      '`none`: taken out of the dictionary by the shop; `part`, `machine`, `plain`: what it is read as in titles and queries',
  }),
  means: Means,
  builtIn: Nullable(
    Type.Object(
      { kind: Type.Enum([...WORD_KINDS]), means: Means },
      { description: 'What the product itself says of it; null: nothing' },
    ),
  ),
  own: Nullable(
    Type.Object(
      { savedAt: Type.String({ description: 'ISO 8601, UTC' }), savedBy: Nullable(Editor) },
      { description: 'When and by whom the shop said so; null: it said nothing' },
    ),
  ),
});
export type SearchWord = Static<typeof SearchWord>;

/** POST /search/words */
export const SavedSearchWord = Type.Object({
  ...SearchWord.properties,
  replaced: Nullable(
    Type.Object(
      { word: Type.String(), kind: Type.Enum([...OWN_WORD_KINDS]), means: Means },
      { description: 'What the shop had said of the word before, where it was something else' },
    ),
  ),
});
export type SavedSearchWord = Static<typeof SavedSearchWord>;

export const SearchWordsQuery = Type.Object({
  query: Type.Optional(Type.String({ description: 'A part of a word or of what it is read as' })),
  kind: Type.Optional(Type.String({ description: `One of ${OWN_WORD_KINDS.join(', ')}` })),
  own: Type.Optional(Type.String({ description: '`1`: only what the shop said' })),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before' })),
});

/** GET /search/words: by the alphabet. */
export const SearchWordPage = Type.Object({
  words: Type.Array(SearchWord),
  total: Type.Integer(),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=' })),
});
export type SearchWordPage = Static<typeof SearchWordPage>;

const ListedMaker = Type.Object({
  title: Type.String(),
  count: Type.Integer({ description: 'Parts that visitors see' }),
});

/** GET /search/words/makers */
export const LikelyMakers = Type.Object({
  pairs: Type.Array(Type.Object({ word: ListedMaker, means: ListedMaker }), {
    description: 'Names of manufacturers that are likely one: the rarer and the commoner name',
  }),
});
export type LikelyMakers = Static<typeof LikelyMakers>;

export const PartNamesQuery = Type.Object({
  kind: Type.Optional(
    Type.String({ description: `One of ${READ_KINDS.filter((kind) => kind !== 'plain').join(', ')}` }),
  ),
  text: Type.Optional(Type.String({ description: 'A part of the name' })),
});

/** GET /search/words/names: those that begin so first. */
export const PartNamesAnswer = Type.Object({
  names: Type.Array(Type.String(), { description: 'Of parts or machines that the product can read out of a title' }),
});
export type PartNamesAnswer = Static<typeof PartNamesAnswer>;

/** A wording that buyers searched for and did not find as they typed it. */
export const SearchMiss = Type.Object({
  wording: Type.String(),
  count: Type.Integer({ description: 'How often it was searched for' }),
  outcome: Type.Enum([...MISS_OUTCOMES], {
    description:
      'How the last search ended: with nothing, with words left out, or with an article beside the typed one',
  }),
  left: Type.String({ description: 'The words that were left out, or the article that is not there' }),
  firstAt: Type.String({ description: 'ISO 8601, UTC' }),
  lastAt: Type.String({ description: 'ISO 8601, UTC' }),
});
export type SearchMiss = Static<typeof SearchMiss>;

export const SearchMissesQuery = Type.Object({
  outcome: Type.Optional(Type.String({ description: `One of ${MISS_OUTCOMES.join(', ')}` })),
  cursor: Type.Optional(Type.String({ description: '`next` of the page before' })),
});

/** GET /search/misses: the most frequent first. */
export const SearchMissPage = Type.Object({
  misses: Type.Array(SearchMiss),
  next: Nullable(Type.String({ description: 'Opaque, accepted as cursor=' })),
});
export type SearchMissPage = Static<typeof SearchMissPage>;
