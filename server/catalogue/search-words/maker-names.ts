// Which names of manufacturers mean one maker: those that differ in their legal form, and those that a word of the
// dictionary, or of the shop, gives one meaning (decision 111).
import { createHash } from 'node:crypto';
import type { OwnWordKind } from '../../../contract/catalogue/words.ts';
import { SEARCH_WORD_MAX } from '../../../contract/limits.ts';
import { manufacturerKey } from '../../platform/text/article-key.ts';
import { oneErrorAway, spellingsBySound } from '../../platform/text/misspellings.ts';
import { rawWords } from '../../platform/text/words.ts';
import type { CatalogueSource } from '../context/schema.ts';
import { builtInWords, meaningsOf, type WordEntry, wordKey } from './dictionary.ts';

/** Words of the shop that say anything of makers. */
const OF_MAKERS: readonly OwnWordKind[] = ['maker', 'none'];

export const isOfMakers = (kind: string): boolean => OF_MAKERS.some((one) => one === kind);

export const OWN_MAKERS_SQL = `SELECT kind, word, means FROM search_words
  WHERE kind IN (${OF_MAKERS.map((kind) => `'${kind}'`).join(', ')}) ORDER BY id`;

/** Steps from a name to the one that stands for it, at the most. */
const STEPS_MAX = 6;
const KEPT = 20_000;

/** Legal forms whose keys begin or end nothing else. */
const FORMS = {
  before: ['ПАО', 'ОАО', 'ЗАО', 'ООО'],
  behind: ['GmbH', 'GmbH & Co KG', 'Co Ltd', 'Ltd', 'LLC', 'Corporation'],
} as const;
/** Others count where what is left is a maker of the dictionary. */
const DOUBTFUL_FORMS = {
  before: ['АО', 'НАО', 'ТОО', 'ИП', 'НПО', 'НПП', 'ПО', 'ПК', 'ТД', 'ГК'],
  behind: ['ПАО', 'ОАО', 'ЗАО', 'ООО', 'АО', 'AG', 'SE', 'Inc', 'Corp', 'Co', 'SA', 'SpA', 'AB', 'BV', 'KG', 'Group'],
} as const;

/** They count beside any Russian name: «Aosheng» has no Cyrillic letter. */
const RUSSIAN_FORMS = {
  before: new Set([manufacturerKey('АО')]),
  behind: new Set(['ПАО', 'ОАО', 'ЗАО', 'ООО', 'АО'].map(manufacturerKey)),
};

/** The longest first: «GmbH & Co KG» before «KG». */
const byLength = (forms: readonly string[]): string[] =>
  forms.map(manufacturerKey).sort((one, other) => other.length - one.length);
const CLEAR = { before: byLength(FORMS.before), behind: byLength(FORMS.behind) };
const DOUBTFUL = { before: byLength(DOUBTFUL_FORMS.before), behind: byLength(DOUBTFUL_FORMS.behind) };
const FORM_WORDS = new Set(
  [...FORMS.before, ...FORMS.behind, ...DOUBTFUL_FORMS.before, ...DOUBTFUL_FORMS.behind]
    .flatMap((form) => form.split(' '))
    .map(manufacturerKey),
);

/** A key without a legal form at one of its ends; what is left is a name. */
function* withoutForms(key: string, { before, behind }: typeof CLEAR): Generator<string> {
  const isName = (rest: string) => rest.length >= 3 && /\p{L}/u.test(rest);
  for (const form of before) if (key.startsWith(form) && isName(key.slice(form.length))) yield key.slice(form.length);
  for (const form of behind)
    if (key.endsWith(form) && isName(key.slice(0, -form.length))) yield key.slice(0, -form.length);
}

function isRussian(key: string, rest: string): boolean {
  if (!/\p{Script=Cyrillic}/u.test(rest)) return false;
  if (key.endsWith(rest)) return RUSSIAN_FORMS.before.has(key.slice(0, -rest.length));
  // «ТОП-1000» ends like a name with «ООО».
  return /\p{L}$/u.test(rest) && RUSSIAN_FORMS.behind.has(key.slice(rest.length));
}

const QUOTES = /["'«»“”„‘’]/g;

/** «ПАО «КАМАЗ»» is «КАМАЗ»; a text of nothing but legal forms stays. */
function titleWithoutForms(title: string): string {
  const words = title.replace(QUOTES, ' ').split(/\s+/).filter(Boolean);
  const isForm = (word: string | undefined) => word !== undefined && FORM_WORDS.has(manufacturerKey(word));
  let [from, to] = [0, words.length];
  while (from < to - 1 && isForm(words[from])) from += 1;
  while (to > from + 1 && isForm(words[to - 1])) to -= 1;
  return words.slice(from, to).join(' ').replace(/,$/, '') || title;
}

interface Alias {
  readonly key: string;
  readonly title: string;
  readonly isOwn: boolean;
}

/** A maker as it is listed. */
export interface LikelyMaker {
  readonly title: string;
  readonly count: number;
}

export interface LikelyPair {
  /** The rarer name, and the one that could stand for both. */
  readonly word: LikelyMaker;
  readonly means: LikelyMaker;
}

/** Which names mean one maker; made once for what a shop says. */
export class MakerNames {
  readonly #aliases = new Map<string, Alias>();
  /** How the dictionary spells a maker, by key. */
  readonly #spelled = new Map<string, string>();
  /** How the shop does. */
  readonly #ownTitles = new Map<string, string>();
  /** Names that the shop wants to stand for themselves. */
  readonly #apart = new Set<string>();
  readonly #own: readonly WordEntry[];
  readonly #keys = new Map<string, string>();
  readonly #titles = new Map<string, string>();

  constructor(own: readonly WordEntry[]) {
    this.#own = own;
    const said = new Map<string, WordEntry & { readonly isOwn: boolean }>();
    for (const entry of builtInWords()) said.set(wordKey(entry.word), { ...entry, isOwn: false });
    for (const entry of own) said.set(wordKey(entry.word), { ...entry, isOwn: true });
    for (const { kind, word, means, isOwn } of said.values()) {
      const key = manufacturerKey(word);
      if (kind === 'none' && isOwn) this.#apart.add(key);
      const [title, ...others] = kind === 'maker' ? meaningsOf(means) : [];
      const target = title === undefined ? '' : manufacturerKey(title);
      // One of several meanings is a guess.
      if (title === undefined || others.length > 0 || target === '') continue;
      if (isOwn && target === key) this.#apart.add(key);
      if (isOwn || !this.#spelled.has(target)) this.#spelled.set(target, title);
      if (isOwn) this.#ownTitles.set(target, title);
      if (target !== key && (isOwn || !this.#aliases.has(key))) this.#aliases.set(key, { key: target, title, isOwn });
    }
    // What the shop calls a maker goes over what the product would.
    for (const key of this.#ownTitles.keys()) if (this.#aliases.get(key)?.isOwn === false) this.#aliases.delete(key);
  }

  /** Others than these, and what is stored by them has to be settled anew. */
  get fingerprint(): string {
    const said = JSON.stringify([[...this.#aliases], [...this.#apart], FORMS, DOUBTFUL_FORMS]);
    return createHash('sha256').update(said).digest('base64url');
  }

  /** The manufacturer key that stands for a maker of this key: the same for all its names, itself for its own. */
  keyOf(key: string): string {
    const known = this.#keys.get(key);
    if (known !== undefined) return known;
    const passed = [key];
    for (let next = this.#next(key); next !== null && passed.length <= STEPS_MAX; next = this.#next(next)) {
      const circle = passed.indexOf(next);
      if (circle !== -1) {
        // What a shop says may run in circles: each of its names has the same.
        passed.push(passed.slice(circle).sort()[0] as string);
        break;
      }
      passed.push(next);
    }
    const found = passed.at(-1) as string;
    if (this.#keys.size >= KEPT) this.#keys.clear();
    this.#keys.set(key, found);
    return found;
  }

  #next(key: string): string | null {
    if (key === '' || this.#apart.has(key)) return null;
    const alias = this.#aliases.get(key);
    if (alias) return alias.key;
    if (this.#spelled.has(key)) return null;
    const [clear] = withoutForms(key, CLEAR);
    if (clear !== undefined) return clear;
    for (const rest of withoutForms(key, DOUBTFUL)) {
      if (this.#aliases.has(rest) || this.#spelled.has(rest)) return rest;
      if (isRussian(key, rest)) return rest;
    }
    return null;
  }

  /** Whether the shop itself spells any maker. */
  get hasOwnTitles(): boolean {
    return this.#ownTitles.size > 0;
  }

  /** The name under which a maker is shown that a price list names so. */
  titleOf(title: string): string {
    const known = this.#titles.get(title);
    if (known !== undefined) return known;
    const key = manufacturerKey(title);
    const maker = this.keyOf(key);
    const found = this.#ownTitles.get(maker) ?? (maker === key ? title : this.#renamed(title, maker));
    if (this.#titles.size >= KEPT) this.#titles.clear();
    this.#titles.set(title, found);
    return found;
  }

  /** A title of another name of the maker: without its legal form, else as the dictionary has it. */
  #renamed(title: string, maker: string): string {
    const short = titleWithoutForms(title);
    return manufacturerKey(short) === maker ? short : (this.#spelled.get(maker) ?? short);
  }

  /** Rows of positions with the names under which their makers are shown. */
  named<Row extends { readonly manufacturer: string }>(rows: readonly Row[]): Row[] {
    return rows.map((row) => {
      const manufacturer = this.titleOf(row.manufacturer);
      return manufacturer === row.manufacturer ? row : { ...row, manufacturer };
    });
  }

  /** Pairs of these makers that are likely one, the commonest first; without those that the shop has said anything of. */
  likely(makers: readonly LikelyMaker[], max: number): LikelyPair[] {
    const saidOf = new Set(this.#own.map(({ word }) => wordKey(word)));
    const byKey = new Map(makers.map((maker) => [manufacturerKey(maker.title), maker]));
    const byWord = new Map<string, LikelyMaker[]>();
    for (const maker of makers)
      for (const word of new Set(rawWords(maker.title))) byWord.set(word, [...(byWord.get(word) ?? []), maker]);
    const pairs = new Map<string, LikelyPair>();
    const add = (one: LikelyMaker, other: LikelyMaker | undefined) => {
      if (other === undefined || one === other) return;
      const [word, means] = one.count < other.count ? [one, other] : [other, one];
      if (word.title.length > SEARCH_WORD_MAX || pairs.has(word.title)) return;
      if (saidOf.has(wordKey(word.title))) return;
      pairs.set(word.title, { word, means });
    };
    const related = relatedNames();
    for (const maker of makers) {
      const key = manufacturerKey(maker.title);
      for (const other of related.get(key) ?? []) add(maker, byKey.get(other));
      for (const other of nearNames(maker.title, key)) add(maker, byKey.get(other));
      const words = rawWords(maker.title);
      // «АЗ УРАЛ» is «УралАЗ».
      for (let at = 1; at < words.length; at++)
        add(maker, byKey.get(manufacturerKey([...words.slice(at), ...words.slice(0, at)].join(''))));
      for (const other of byWord.get(words[0] ?? '') ?? []) if (isWithin(words, other.title)) add(maker, other);
      for (const other of byWord.get(words.at(-1) ?? '') ?? []) if (isWithin(words, other.title)) add(maker, other);
    }
    return [...pairs.values()].sort((one, other) => other.means.count - one.means.count).slice(0, max);
  }
}

/** Shorter names are part of too many others. */
const WITHIN_MIN = 3;

function isWithin(words: readonly string[], title: string): boolean {
  const others = new Set(rawWords(title));
  return words.join('').length >= WITHIN_MIN && others.size > words.length && words.every((word) => others.has(word));
}

const NEAR_MIN = 6;

/** Keys of names that sound alike or are one slip away. */
function nearNames(title: string, key: string): Set<string> {
  const near = new Set(spellingsBySound(title.slice(0, SOUND_MAX)).map(manufacturerKey));
  if (key.length >= NEAR_MIN && key.length <= SOUND_MAX) for (const other of oneErrorAway(key)) near.add(other);
  near.delete(key);
  return near;
}

const SOUND_MAX = 20;

let related: ReadonlyMap<string, readonly string[]> | undefined;

/** Names by key, each with what a word of the dictionary may mean by it, and the reverse. */
function relatedNames(): ReadonlyMap<string, readonly string[]> {
  if (related) return related;
  const made = new Map<string, string[]>();
  for (const { kind, word, means } of builtInWords()) {
    if (kind !== 'maker') continue;
    const key = manufacturerKey(word);
    const meant = meaningsOf(means).map(manufacturerKey);
    for (const other of meant) made.set(other, [...(made.get(other) ?? []), key]);
    made.set(key, [...(made.get(key) ?? []), ...meant]);
  }
  related = made;
  return made;
}

let last: { readonly written: string; readonly names: MakerNames } | undefined;
const known = new WeakMap<readonly WordEntry[], MakerNames>();

/** The names with what a shop says of its own words; made once for the same words. */
export function makerNames(own: readonly WordEntry[]): MakerNames {
  const made = known.get(own);
  if (made) return made;
  const said = own.filter(({ kind }) => isOfMakers(kind)).map(({ kind, word, means }) => ({ kind, word, means }));
  const written = JSON.stringify(said);
  if (last?.written !== written) last = { written, names: new MakerNames(said) };
  known.set(own, last.names);
  return last.names;
}

/** The names as a catalogue has them now. */
export async function makerNamesOf(read: CatalogueSource): Promise<MakerNames> {
  const own = read.selectFrom('search_words').select(['kind', 'word', 'means']).where('kind', 'in', OF_MAKERS);
  return makerNames(await own.orderBy('id').execute());
}
