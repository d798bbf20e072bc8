// The dictionary of the search: synonyms, abbreviations and stop words of words.csv, overridden by those of the shop.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { isReadKind, type OwnWordKind, type WordKind } from '../../../contract/catalogue/words.ts';
import { wordsOf } from '../../platform/text/words.ts';

export interface Meaning {
  /** Says nothing about the part that is looked for. */
  readonly isStop: boolean;
  /** Names a maker or a model, not a part. */
  readonly isName: boolean;
  /** What it may be read as instead, likeliest first. */
  readonly texts: readonly string[];
}

export interface Dictionary {
  readonly meanings: ReadonlyMap<string, Meaning>;
  /** Words of its longest entry. */
  readonly longest: number;
}

/** Meanings of meanings that are followed. */
const DEPTH_MAX = 4;
/** Texts that one word is read as, at the most. */
const TEXTS_MAX = 40;

const known = new WeakMap<readonly WordEntry[], Dictionary>();

/** The dictionary of the product with what the shop says of its own over it; made once for the same array. */
export function dictionaryWith(own: readonly WordEntry[]): Dictionary {
  const made = known.get(own) ?? makeDictionary([...builtInWords(), ...own]);
  known.set(own, made);
  return made;
}

const ownOnly = new WeakMap<readonly WordEntry[], Dictionary>();

/**
 * What the shop says of its own alone, words that it takes out of the product's too; made once for the same array. What
 * wordings are read as is the reader's, and another name of a maker takes nothing from what is read.
 */
export function dictionaryOf(own: readonly WordEntry[]): Dictionary {
  const entries = own.filter(({ kind }) => !isReadKind(kind) && kind !== 'maker');
  const made =
    ownOnly.get(own) ??
    makeDictionary(entries.map((entry) => (entry.kind === 'none' ? { ...entry, kind: 'stop' } : entry)));
  ownOnly.set(own, made);
  return made;
}

const ofMakers = new WeakMap<readonly WordEntry[], Dictionary | null>();

/** The names of makers that the shop says mean one; null where it says none. Made once for the same array. */
export function makersOf(own: readonly WordEntry[]): Dictionary | null {
  const known = ofMakers.get(own);
  if (known !== undefined) return known;
  // Only the last word on a name counts.
  const entries = [...new Map(own.map((entry) => [wordKey(entry.word), entry])).values()];
  const makers = entries.filter(({ kind }) => kind === 'maker');
  const made = makers.length === 0 ? null : makeDictionary(makers);
  ofMakers.set(own, made);
  return made;
}

/** A dictionary of these entries; of several for one word the last counts, and one of the kind `none` or of READ_KINDS says nothing. */
function makeDictionary(written: readonly WordEntry[]): Dictionary {
  const entries = [...new Map(written.map((entry) => [wordKey(entry.word), entry]))]
    .filter(([, { kind }]) => kind !== 'none' && !isReadKind(kind))
    .map(([key, entry]) => ({ ...entry, key }));
  const forward = new Map<string, string[]>();
  const back = new Map<string, string[]>();
  for (const { key, kind, word, means } of entries) {
    if (kind === 'stop') continue;
    for (const text of meaningsOf(means)) {
      append(forward, key, text);
      // A catalogue may use the abbreviations of buyers too; a common word is no synonym.
      if (kind !== 'synonym' || formsOfEntry(text).length > 1) append(back, wordKey(text), word);
    }
  }
  // What people write may run in circles: each meaning is followed once.
  const follow = (key: string, depth: number, visited: Set<string>): string[] =>
    (depth === 0 ? [] : (forward.get(key) ?? [])).flatMap((text) => {
      const other = wordKey(text);
      if (visited.has(other)) return [];
      visited.add(other);
      return [text, ...follow(other, depth - 1, visited)];
    });
  const makers = new Set(entries.filter(({ kind }) => kind === 'maker').map(({ key }) => key));
  const named = new Set([...makers].flatMap((key) => (forward.get(key) ?? []).map(wordKey)));
  const meanings = new Map<string, Meaning>();
  for (const key of new Set([...forward.keys(), ...back.keys()])) {
    const texts = follow(key, DEPTH_MAX, new Set([key])).slice(0, TEXTS_MAX);
    const siblings = makers.has(key) ? texts.flatMap((text) => back.get(wordKey(text)) ?? []) : [];
    meanings.set(key, {
      isStop: false,
      isName: makers.has(key) || named.has(key),
      texts: otherTexts(key, [...texts, ...siblings, ...(back.get(key) ?? [])]),
    });
  }
  for (const { key, kind } of entries)
    if (kind === 'stop') meanings.set(key, { isStop: true, isName: false, texts: [] });
  const lengths = Array.from(meanings.keys(), (key) => key.split(' ').length);
  return { meanings, longest: Math.max(1, ...lengths) };
}

function append(lists: Map<string, string[]>, key: string, text: string): void {
  const list = lists.get(key);
  if (list) list.push(text);
  else lists.set(key, [text]);
}

/** Each text once, none that is the key itself. */
function otherTexts(key: string, texts: readonly string[]): string[] {
  const others = new Map<string, string>();
  for (const text of texts) {
    const other = wordKey(text);
    if (other !== key && !others.has(other)) others.set(other, text);
  }
  return [...others.values()];
}

/** One entry of the dictionary: `means` holds alternatives, parted by `;`, and nothing for a stop word. */
export interface WordEntry<Kind extends OwnWordKind = OwnWordKind> {
  readonly kind: Kind;
  readonly word: string;
  readonly means: string;
}

let builtIn: readonly WordEntry<WordKind>[] | undefined;

export function builtInWords(): readonly WordEntry<WordKind>[] {
  builtIn ??= parse<WordEntry<WordKind>>(readFileSync(new URL('./words.csv', import.meta.url)), { columns: true });
  return builtIn;
}

/** Stands for any number in an entry: «# шт». */
export const ANY_NUMBER = '#';

/** The forms of the words of an entry, by which it is looked up; `#` stands for a number. */
const formsOfEntry = (text: string): string[] =>
  text.split(/\s+/).flatMap((piece) => (piece === ANY_NUMBER ? [ANY_NUMBER] : wordsOf(piece)));

/** The one key of an entry: the same for every form of its words; '' for a text without letter and digit. */
export const wordKey = (text: string): string => formsOfEntry(text).join(' ');

export const meaningsOf = (means: string): string[] =>
  means
    .split(';')
    .map((text) => text.trim())
    .filter((text) => text !== '');
