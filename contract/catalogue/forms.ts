// What is sent to the catalogue: a list to search for, a brand or supplier, a cross (article replacement), a word of
// the search.
import type { ApiError } from '../errors.ts';
import { type Field, type Form, Refusal } from '../fields/field.ts';
import { referenceTitle, withoutUnseen } from '../fields/text.ts';
import {
  CROSS_TEXT_MAX,
  DELIVERY_DAYS_MAX,
  PUBLIC_NAME_MAX,
  READ_WORDING_MAX,
  SEARCH_LIST_MAX,
  SEARCH_MEANINGS_MAX,
  SEARCH_QUERY_MAX,
  SEARCH_WORD_MAX,
} from '../limits.ts';
import { term } from './sale-terms.ts';
import { CROSS_WAYS, type CrossWay, OWN_WORD_KINDS, type OwnWordKind } from './words.ts';

interface ListedArticles {
  /** As typed, blank ones left out, at most SEARCH_LIST_MAX; `ignored`: how many there are over that. */
  readonly articles: readonly string[];
  readonly ignored: number;
}

/** Articles in lines of text, or in a list of texts; nothing is refused. */
const listedArticles: Field<ListedArticles> = {
  schema: {
    description:
      `Articles in lines of text, or a list of them: ${SEARCH_LIST_MAX} at most, ` +
      `of each the first ${SEARCH_QUERY_MAX} characters`,
    examples: ['238Б-1601130\n4320ЯХ-1201010', ['238Б-1601130', '4320ЯХ-1201010']],
  },
  read: (given) => {
    const lines = linesOf(given)
      .map((line) => line.trim().slice(0, SEARCH_QUERY_MAX))
      .filter((line) => line !== '');
    return { articles: lines.slice(0, SEARCH_LIST_MAX), ignored: Math.max(0, lines.length - SEARCH_LIST_MAX) };
  },
};

/** Lines of a list of articles with quantities, as typed or pasted; nothing is refused. */
const listedLines: Field<readonly string[]> = {
  schema: {
    description:
      'Lines of text, or a list of them: an article, and a quantity beside it behind a tab, a semicolon or blanks. Of a ' +
      `line the first ${SEARCH_QUERY_MAX} characters are read, of the lines the first ${SEARCH_LIST_MAX}`,
    examples: ['238Б-1601130\t2\n4320ЯХ-1201010 5 шт', ['238Б-1601130;2', '4320ЯХ-1201010 x5']],
  },
  read: (given) =>
    linesOf(given)
      .map((line) => line.trimEnd())
      .filter((line) => line !== ''),
};

const linesOf = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [given])
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .flatMap((item) =>
      String(item)
        .toWellFormed()
        .split(/[\r\n]+/),
    );

export const LIST_SEARCH_FORM = { articles: listedArticles } satisfies Form;
/** A text in one line of at most so many characters; blanks and invisible characters do not make another one. */
const lineOf = (value: unknown, max: number): string | null => {
  if (typeof value !== 'string') return null;
  const line = withoutUnseen(value.toWellFormed().normalize('NFC').replace(/\s+/gu, ' ')).trim();
  return [...line].length <= max ? line : null;
};

/** POST /search/list/parts. */
export const LIST_PARTS_FORM = { lines: listedLines } satisfies Form;
export const REFERENCE_FORM = { title: referenceTitle('incorrect title', 'КАМАЗ') } satisfies Form;

const publicName: Field<string> = {
  schema: {
    type: ['string', 'null'],
    description: `At most ${PUBLIC_NAME_MAX} characters; empty for the number of the supplier`,
    examples: ['Склад Челябинск'],
  },
  read: (value) => (value === null ? '' : (lineOf(value, PUBLIC_NAME_MAX) ?? new Refusal('invalid public name'))),
};

const days = term('invalid delivery', 0, DELIVERY_DAYS_MAX);

/** PUT /providers/{id}/terms: what buyers read of a supplier. */
export const SUPPLIER_TERMS_FORM = { publicName, deliveryFrom: days, deliveryTo: days } satisfies Form;

/** With a letter or a digit. */
const crossArticle = (error: ApiError): Field<string> => ({
  schema: {
    type: 'string',
    minLength: 1,
    description: `With a letter or a digit, at most ${CROSS_TEXT_MAX} characters`,
    examples: ['740.1003010'],
  },
  read: (value) => {
    const line = lineOf(value, CROSS_TEXT_MAX);
    return line !== null && /[\p{L}\p{N}]/u.test(line) ? line : new Refusal(error);
  },
});

const crossMaker = (error: ApiError): Field<string> => ({
  schema: {
    type: ['string', 'null'],
    description: `At most ${CROSS_TEXT_MAX} characters; empty for any maker`,
    examples: ['КАМАЗ'],
  },
  read: (value) => (value === undefined || value === null ? '' : (lineOf(value, CROSS_TEXT_MAX) ?? new Refusal(error))),
});

const crossWay: Field<CrossWay> = {
  schema: {
    enum: [...CROSS_WAYS],
    description:
      '`both`: either stands for the other; `replaces`: the article replaces the cross; `replaced`: the reverse',
  },
  read: (value) => CROSS_WAYS.find((way) => way === value) ?? new Refusal('invalid way'),
};

export const CROSS_FORM = {
  article: crossArticle('invalid article'),
  maker: crossMaker('invalid maker'),
  crossArticle: crossArticle('invalid cross article'),
  crossMaker: crossMaker('invalid cross maker'),
  way: crossWay,
} satisfies Form;

const wordLineOf = (value: unknown, most = SEARCH_WORD_MAX): string | null => lineOf(value, most) || null;

const searchWord: Field<string> = {
  schema: {
    type: 'string',
    minLength: 1,
    description:
      `A word or some words with a letter or a digit, at most ${SEARCH_WORD_MAX} characters; ` +
      `${READ_WORDING_MAX} where it is read as a part or a machine`,
    examples: ['гбц'],
  },
  read: (value) => wordLineOf(value, READ_WORDING_MAX) ?? new Refusal('invalid word'),
};

const ownWordKind: Field<OwnWordKind> = {
  schema: {
    enum: [...OWN_WORD_KINDS],
    description: '`none` takes a word of the built-in dictionary out of it; `plain`: neither part nor machine',
  },
  read: (value) => OWN_WORD_KINDS.find((kind) => kind === value) ?? new Refusal('invalid kind'),
};

/** What the word may be read as, likeliest first; empty for words that say nothing. */
const meanings: Field<readonly string[]> = {
  schema: {
    type: ['string', 'array', 'null'],
    description: `At most ${SEARCH_MEANINGS_MAX} words or wordings, in a text parted by \`;\``,
    examples: [['головка блока цилиндров']],
  },
  read: (value) => {
    if (value === undefined || value === null) return [];
    const parts: unknown[] = typeof value === 'string' ? value.split(';') : Array.isArray(value) ? value : [null];
    const lines = parts
      .filter((part) => typeof part !== 'string' || part.trim() !== '')
      .map((part) => (typeof part === 'string' && part.includes(';') ? null : wordLineOf(part)));
    if (lines.length > SEARCH_MEANINGS_MAX) return new Refusal('invalid means');
    return lines.every((line) => line !== null) ? lines : new Refusal('invalid means');
  },
};

export const SEARCH_WORD_FORM = { word: searchWord, kind: ownWordKind, means: meanings } satisfies Form;
