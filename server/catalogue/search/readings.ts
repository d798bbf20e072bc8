// Reads a query, and rereads one without hits: other keyboard layout, by sound, without typing errors (decision 42).

import type { SearchNote } from '../../../contract/catalogue/positions.ts';
import { NEAR_ARTICLES_MAX } from '../../../contract/limits.ts';
import { articleKey } from '../../platform/text/article-key.ts';
import * as misspellings from '../../platform/text/misspellings.ts';
import { wordsOf } from '../../platform/text/words.ts';
import { ownReadings } from '../part-reader/own-readings.ts';
import type { Role } from '../part-reader/pieces.ts';
import { type PartReading, readPart } from '../part-reader/read-part.ts';
import * as queries from '../search-index/query.ts';
import { type Dictionary, dictionaryOf, dictionaryWith, makersOf, type WordEntry } from '../search-words/dictionary.ts';
import { segmentsOf } from '../search-words/segments.ts';
import { correctTyping, correctWords } from './correct-words.ts';
import * as wording from './resolve-words.ts';

const brandWords = new WeakMap<readonly queries.BrandTitle[], queries.BrandWords>();

/** The brands by the forms of their words; made once for the same array. */
function wordsOfBrands(brands: readonly queries.BrandTitle[]): queries.BrandWords {
  const known = brandWords.get(brands);
  if (known) return known;
  const words = new Map<string, number[]>();
  for (const { id, title } of brands) {
    for (const form of new Set(wordsOf(title))) words.set(form, [...(words.get(form) ?? []), id]);
  }
  brandWords.set(brands, words);
  return words;
}

const makesOf = new WeakMap<readonly queries.BrandTitle[], queries.QueryFacts['makes']>();

/** The brands that are makes of machines; made once for the same array. */
function makesAmong(brands: readonly queries.BrandTitle[]): queries.QueryFacts['makes'] {
  const known = makesOf.get(brands);
  if (known) return known;
  const makes = new Map<string, number[]>();
  for (const { id, title } of brands) {
    const { machines, roles, pieces } = readPart(title);
    if (pieces.some(({ is }, at) => is !== 'sign' && roles[at] !== 'machine')) continue;
    for (const { name } of machines) makes.set(name, [...(makes.get(name) ?? []), id]);
  }
  makesOf.set(brands, makes);
  return makes;
}

/** Reads a query against the catalogue; `completions` are given when a cursor carries them. */
export async function readQuery(
  index: queries.SearchIndex,
  parsed: queries.ParsedQuery,
  completions?: queries.Completions | null,
): Promise<queries.ReadQuery> {
  const own = await index.ownWords();
  const others: queries.ReadQuery[] = [];
  for (const other of otherNames(parsed, own)) others.push(await readOne(index, other, null));
  return { ...(await readOne(index, parsed, completions ?? null)), others };
}

async function readOne(
  index: queries.SearchIndex,
  parsed: queries.ParsedQuery,
  completions: queries.Completions | null,
): Promise<queries.ReadQuery> {
  return {
    ...{ parsed, completions, others: [] },
    brands: wordsOfBrands(await index.brands()),
    facts: await factsOfQuery(index, parsed),
    sizes: sizesOf(parsed, await index.ownWords()),
  };
}

/** Of a query with several names of makers so many others are asked too. */
const OTHER_NAMES_MAX = 6;

/** The query with each other name of a maker that the shop says is the same, in place of the one that it names. */
function otherNames(parsed: queries.ParsedQuery, own: readonly WordEntry[]): queries.ParsedQuery[] {
  const makers = makersOf(own);
  if (makers === null) return [];
  const segments = segmentsOf(parsed.text, makers);
  const texts = segments.flatMap(({ meaning }, at) =>
    (meaning?.texts ?? []).map((name) => segments.map(({ typed }, one) => (one === at ? name : typed)).join(' ')),
  );
  return texts.slice(0, OTHER_NAMES_MAX).flatMap((text) => queries.parseQuery(text, parsed.plain) ?? []);
}

/** The words of makers' names, as the shop says them, that would be read as a part: the «АЗ» of «АЗ УРАЛ». */
function wordsOfMakers(parsed: queries.ParsedQuery, own: readonly WordEntry[]): string[] {
  const makers = makersOf(own);
  if (makers === null) return [];
  const named = segmentsOf(parsed.text, makers).flatMap(({ meaning, typed }) =>
    meaning ? queries.plainWords(typed) : [],
  );
  if (named.length === 0) return [];
  const { pieces, roles } = readPart(parsed.text, ownReadings(own), parsed.plain);
  const isOfPart = (role: Role | undefined) => role === 'kind' || role === 'object';
  return pieces.filter(({ typed }, at) => isOfPart(roles[at]) && named.includes(typed)).map(({ typed }) => typed);
}

/** The sizes of a query whose pieces were not read as anything else. */
function sizesOf(parsed: queries.ParsedQuery, own: readonly WordEntry[]): queries.QuerySizes | null {
  const { pieces, roles, sizePlaces } = readPart(parsed.text, ownReadings(own), parsed.plain);
  const isOpen = (role: Role) => role === 'size' || role === 'rest' || role === 'mark' || role === 'noise';
  const places = sizePlaces.filter(({ from, to }) => roles.slice(from, to).every(isOpen));
  if (places.length === 0) return null;
  const isSize = pieces.map((_, at) => places.some(({ from, to }) => from <= at && at < to));
  const chunksOf = (left: readonly Role[]) =>
    queries.parseQuery(textOf({ pieces, roles: left }, ['rest']))?.chunks ?? [];
  return {
    names: [...new Set(places.map(({ name }) => name))],
    chunks: chunksOf(isSize.map((is) => (is ? 'size' : 'rest'))),
    rest: chunksOf(roles.map((role, at) => (isSize[at] ? 'size' : role))),
  };
}

/** What the query asks for; null where it says neither what part it wants nor nothing but machines. */
async function factsOfQuery(
  index: queries.SearchIndex,
  parsed: queries.ParsedQuery,
): Promise<queries.QueryFacts | null> {
  const own = await index.ownWords();
  const reading = readPart(parsed.text, ownReadings(own), [...parsed.plain, ...wordsOfMakers(parsed, own)]);
  const { kind, objects, named, sides, sizes, pieces, roles } = reading;
  // What the shop says that a word stands for goes over what is read.
  if (own.length > 0 && segmentsOf(parsed.text, dictionaryOf(own)).some(({ meaning }) => meaning)) return null;
  const isOfMachines = named.length > 0 && pieces.every(({ is }, at) => is === 'sign' || roles[at] !== 'rest');
  if (!kind && !isOfMachines) return null;
  const rest = queries.parseQuery(textOf({ pieces, roles }, ['rest']))?.chunks ?? [];
  const isKindHere = kind !== null && (await index.idsByWords(queries.ofKind(kind), 1)).length > 0;
  return {
    ...{ kind, objects, machines: named, sides, rest, reading, isKindHere },
    sizes: roles.includes('size') ? sizes : [],
    makes: makesAmong(await index.brands()),
  };
}

/** The pieces of a text that were read as one of these, with what joins them. */
function textOf({ pieces, roles }: Pick<PartReading, 'pieces' | 'roles'>, kept: readonly Role[]): string {
  let text = '';
  for (const [at, piece] of pieces.entries()) {
    const isKept = kept.includes(roles[at] as Role);
    text += isKept ? `${piece.isGlued ? '' : ' '}${piece.typed}` : ' ';
  }
  return queries.cleanQuery(text);
}

/** How far a query is read otherwise: not even for what it says; not at all; as long as all of it counts; with words left out. */
export type Reach = 'strictly' | 'as typed' | 'all of it' | 'parts of it';

interface Rereading {
  readonly parsed: queries.ParsedQuery;
  readonly notes: readonly SearchNote[];
}

/** What a query that finds nothing may have been meant to be, best guess first; each is worked out when it is asked for. */
export async function* rereadings(
  index: queries.SearchIndex,
  parsed: queries.ParsedQuery,
  reach: Reach,
): AsyncGenerator<Rereading> {
  if (reach === 'strictly' || reach === 'as typed') return;
  const tried = new Set([parsed.text.toLowerCase()]);
  for await (const { text, notes } of reread(index, parsed, reach)) {
    const clean = queries.cleanQuery(text);
    const other = queries.parseQuery(clean, parsed.plain);
    if (!other || tried.has(clean.toLowerCase()) || notes.some((note) => rereadsPlain(note, parsed))) continue;
    tried.add(clean.toLowerCase());
    yield { parsed: other, notes };
  }
}

/** Whether it is a plain word that is read otherwise: such words are what they are. */
const rereadsPlain = ({ text, means }: SearchNote, { plain }: queries.ParsedQuery): boolean =>
  means !== undefined && plain.length > 0 && queries.plainWords(text).some((word) => plain.includes(word));

async function* reread(
  index: queries.SearchIndex,
  parsed: queries.ParsedQuery,
  reach: Reach,
): AsyncGenerator<wording.Reread> {
  const { text } = parsed;
  const bySound = await readBySound(index, text);
  if (bySound) yield bySound;
  const layouts = misspellings
    .otherLayouts(text)
    .map((means): wording.Reread => ({ text: means, notes: [{ kind: 'layout', text, means }] }));
  yield* layouts;
  const brands = wordsOfBrands(await index.brands());
  const own = await index.ownWords();
  const reader = { index, brands, dictionary: dictionaryWith(own) };
  const typed = await readWords(reader, { text, notes: [] }, layouts);
  const facts = await factsOfQuery(index, parsed);
  const mended = await correctTyping(index, brands, parsed);
  // What was read is not to be read otherwise: only words beside it may be mended.
  const isSame = ({ text: other }: wording.Reread) =>
    !facts?.kind || saysSame(readPart(other, ownReadings(own)), facts.reading);
  if (facts?.isKindHere) {
    for (const reread of [...combined(typed), ...(mended ? [mended] : [])]) if (isSame(reread)) yield reread;
    if (reach !== 'parts of it') return;
    yield* withNearNumber(index, parsed);
    yield* withLessSaid(typed, facts.reading);
    return;
  }
  yield* combined(typed);
  if (mended && isSame(mended)) yield mended;
  const best = await withoutErrors(reader, typed);
  if (best !== typed) for (const reread of combined(best)) if (isSame(reread)) yield reread;
  if (reach !== 'parts of it') return;
  if (facts) {
    yield* withNearNumber(index, parsed);
    yield* withLessSaid(best, facts.reading);
  }
  // Of another part than the one asked for no word is any use.
  if (facts?.kind) return;
  yield* withNearArticle(index, best);
  for (const less of wording.leaveWordsOut(best.segments)) yield withNotes(best, less);
}

/** Whether both texts ask for the same part of the same side for the same machines. */
const saysSame = (one: PartReading, other: PartReading): boolean =>
  one.kind === other.kind &&
  one.sides.join() === other.sides.join() &&
  one.machines.length === other.machines.length &&
  one.machines.every((machine) => other.machines.includes(machine));

interface WordReader {
  readonly index: queries.SearchIndex;
  readonly brands: queries.BrandWords;
  readonly dictionary: Dictionary;
}

/** A query in the words of the catalogue and the dictionary, and what was read otherwise to come there. */
interface WordReading {
  readonly segments: readonly wording.Resolved[];
  readonly notes: readonly SearchNote[];
}

const withNotes = ({ notes }: WordReading, reading: wording.Reread): wording.Reread => ({
  text: reading.text,
  notes: [...notes, ...reading.notes],
});

function* combined(words: WordReading): Generator<wording.Reread> {
  for (const combination of wording.combinations(words.segments)) yield withNotes(words, combination);
  // What brought it here may be enough.
  if (words.notes.length > 0 && !words.segments.some(wording.isStop)) {
    yield { text: words.segments.map(({ typed }) => typed).join(' '), notes: words.notes };
  }
}

const knownCount = ({ segments }: WordReading): number =>
  segments.filter((segment) => wording.isStop(segment) || wording.firstOption(segment).count > 0).length;

/** The words of the query, or those of the other layout where more of them are known. */
async function readWords(
  { index, brands, dictionary }: WordReader,
  typed: wording.Reread,
  layouts: readonly wording.Reread[],
): Promise<WordReading> {
  const read = async ({ text, notes }: wording.Reread): Promise<WordReading> => ({
    segments: await wording.resolve(index, brands, segmentsOf(text, dictionary)),
    notes,
  });
  let best = await read(typed);
  for (const layout of layouts) {
    const other = await read(layout);
    if (knownCount(other) > knownCount(best)) best = other;
  }
  return best;
}

async function withoutErrors({ index, brands, dictionary }: WordReader, words: WordReading): Promise<WordReading> {
  const mended = await correctWords(index, brands, dictionary, words.segments);
  if (!mended) return words;
  return {
    segments: await wording.resolve(index, brands, segmentsOf(mended.text, dictionary)),
    notes: [...words.notes, ...mended.notes],
  };
}

const SAID: readonly Role[] = ['kind', 'object', 'machine', 'side', 'mark', 'size', 'rest'];

/** What a query says as one thing, and the query without it. */
export function wordsOfRole(
  { reading }: queries.QueryFacts,
  said: 'kind' | 'machine' | 'side',
): { readonly typed: string; readonly without: string } {
  const isOfIt = (role: Role) => role === said || (said === 'kind' && role === 'object');
  return {
    typed: textOf(reading, SAID.filter(isOfIt)),
    without: textOf(
      reading,
      SAID.filter((role) => !isOfIt(role)),
    ),
  };
}

/** What may be left out of a query that says which part it is about, in this order; the part itself never is. */
const LESS_SAID: readonly (readonly Role[])[] = [
  ['rest', 'size'],
  ['rest', 'size', 'object'],
  ['rest', 'size', 'object', 'side'],
  ['machine'],
  ['machine', 'side'],
  ['machine', 'side', 'rest', 'size', 'object'],
];
const NOTES_OF_ROLES = {
  machine: 'machine',
  side: 'side',
  object: 'dropped',
  rest: 'dropped',
  size: 'dropped',
} as const;

/** The query without words that no position has, then without one thing after another that it says. */
function* withLessSaid({ segments }: WordReading, reading: PartReading): Generator<wording.Reread> {
  const unknown = new Set(
    segments.filter((segment) => wording.firstOption(segment).count === 0).flatMap(({ typed }) => wordsOf(typed)),
  );
  const withoutUnknown = reading.roles.map((role, at): Role => {
    const piece = reading.pieces[at];
    return role === 'rest' && piece && wordsOf(piece.typed).some((word) => unknown.has(word)) ? 'noise' : role;
  });
  const noteOf = (kind: (typeof NOTES_OF_ROLES)[keyof typeof NOTES_OF_ROLES], left: string): SearchNote[] =>
    left === '' ? [] : [{ kind, text: left }];
  const isDropped = reading.roles.map((role, at): Role => (role === withoutUnknown[at] ? 'rest' : 'noise'));
  const dropped = textOf({ pieces: reading.pieces, roles: isDropped }, ['noise']);
  if (dropped !== '')
    yield { text: textOf({ ...reading, roles: withoutUnknown }, SAID), notes: noteOf('dropped', dropped) };
  for (const left of LESS_SAID) {
    const kept = SAID.filter((role) => !left.includes(role));
    const notes = (['machine', 'side', 'object', 'rest', 'size'] as const)
      .filter((role) => left.includes(role))
      .flatMap((role) => noteOf(NOTES_OF_ROLES[role], textOf(reading, [role])));
    const unknownNote = left.includes('rest') ? [] : noteOf('dropped', dropped);
    yield { text: textOf({ ...reading, roles: withoutUnknown }, kept), notes: [...notes, ...unknownNote] };
  }
}

/** The query with articles of the catalogue in place of the one piece that is none, though it looks like one. */
async function* withNearArticle(index: queries.SearchIndex, words: WordReading): AsyncGenerator<wording.Reread> {
  const telling = words.segments.filter((segment) => !wording.isStop(segment));
  const unknown = telling.filter((segment) => segment.hasDigits && wording.firstOption(segment).count === 0);
  const whole = telling.map(({ typed }) => typed).join(' ');
  // «740 1003011» is one article in two pieces.
  const pieces = telling.length > 1 && telling.every(({ hasDigits }) => hasDigits) ? [whole] : [];
  for (const typed of [...pieces, ...unknown.map((segment) => segment.typed)]) {
    const [first, ...others] = await nearArticles(index, typed);
    if (first === undefined) continue;
    const near = (means: string): SearchNote => ({ kind: 'near', text: typed, means });
    const text =
      typed === whole
        ? first
        : telling.map((segment) => (segment.typed === typed ? first : wording.firstOption(segment).text)).join(' ');
    yield withNotes(words, { text, notes: [near(first), ...others.map(near)] });
    return;
  }
}

/** A stretch of a text that may be an article. */
export interface TypedRun {
  readonly key: string;
  readonly typed: string;
}

/** Shorter keys among words are rather a size or a model. */
const RUN_MIN = 5;

/** Stretches of a text that may be an article among words, the longest first. */
export function articleRuns(words: string): TypedRun[] {
  const parsed = queries.parseQuery(words);
  if (!parsed) return [];
  const pieces = parsed.text.split(' ').filter((piece) => articleKey(piece) !== '');
  return parsed.runs
    .map(({ key, from, to }) => ({ key, typed: pieces.slice(from, to).join(' ') }))
    .filter(({ key, typed }) => key.length >= RUN_MIN && !namesMachine(typed))
    .sort((one, other) => other.key.length - one.key.length);
}

/** «ЗИЛ 130»: an article that is read as nothing but a machine. */
function namesMachine(text: string): boolean {
  const { pieces, roles } = readPart(text);
  return pieces.every(({ is }, at) => is === 'sign' || roles[at] === 'machine');
}

/** A number of fewer digits among words is near to too many. */
const RUN_DIGITS_MIN = 4;
const RUNS_MAX = 12;

/** The longest of these stretches that is a slip of articles of the catalogue, with those; null when none is. */
export async function nearRun(
  index: queries.SearchIndex,
  runs: readonly TypedRun[],
): Promise<(TypedRun & { readonly near: readonly string[] }) | null> {
  const numbers = runs.filter(({ key }) => (key.match(/\p{N}/gu)?.length ?? 0) >= RUN_DIGITS_MIN);
  for (const run of numbers.slice(0, RUNS_MAX)) {
    const near = await nearArticles(index, run.typed);
    if (near.length > 0) return { ...run, near };
  }
  return null;
}

/** The query with an article of the catalogue in place of the number among its words of which that is a slip. */
async function* withNearNumber(
  index: queries.SearchIndex,
  { text }: queries.ParsedQuery,
): AsyncGenerator<wording.Reread> {
  const found = await nearRun(index, articleRuns(text));
  const [first] = found?.near ?? [];
  if (!found || first === undefined) return;
  const notes = found.near.map((means): SearchNote => ({ kind: 'near', text: found.typed, means }));
  yield { text: text.replace(found.typed, () => first), notes };
}

/** Pieces between blanks that may be one article together. */
const PIECES_MAX = 4;
/** A key shorter than this begins too many others. */
const PREFIX_MIN = 5;
const KEY_MAX = 40;

/** The query with an article of the catalogue in place of one that was typed by sound; null when there is none such. */
async function readBySound(index: queries.SearchIndex, text: string): Promise<wording.Reread | null> {
  const pieces = text.split(' ');
  const candidates = pieces.length > 1 && pieces.length <= PIECES_MAX ? [text, ...pieces] : pieces;
  for (const piece of candidates) {
    if (!/\p{N}/u.test(piece) || !/\p{L}/u.test(piece) || piece.length > KEY_MAX) continue;
    const means = await knownSpelling(index, piece);
    if (means) return { text: text.replace(piece, () => means), notes: [{ kind: 'sound', text: piece, means }] };
  }
  return null;
}

/** The spelling that is an article, else the first that an article begins with. */
async function knownSpelling(index: queries.SearchIndex, piece: string): Promise<string | null> {
  let begins: string | null = null;
  for (const spelling of misspellings.spellingsBySound(piece)) {
    const key = articleKey(spelling);
    const first = await index.firstKeyFrom(key);
    if (first === key) return spelling;
    if (first !== null && key.length >= PREFIX_MIN) begins ??= spelling;
  }
  return begins;
}

/** Articles of the catalogue that one slip of the hand makes of this one, the nearest first, those in stock before others. */
export async function nearArticles(index: queries.SearchIndex, typed: string): Promise<string[]> {
  const key = articleKey(typed);
  if (!misspellings.hasNearKeys(key)) return [];
  const ranks = new Map((await index.nearKeys(key)).map((near) => [near.key, near.rank]));
  if (ranks.size === 0) return [];
  const hits = await index.byKeys([...ranks.keys()], 1);
  const rows = await index.rows(hits.map(({ id }) => id));
  const articles = rows.filter((row) => ranks.has(row.article_key));
  const rankOf = (row: queries.SearchRow) => (ranks.get(row.article_key) ?? 0) * 2 + (row.in_stock === 1 ? 0 : 1);
  articles.sort((one, other) => rankOf(one) - rankOf(other) || (one.article_key < other.article_key ? -1 : 1));
  return articles.slice(0, NEAR_ARTICLES_MAX).map(({ article }) => article);
}
