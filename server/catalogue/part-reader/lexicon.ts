// The reader's data in the form that it is looked up by: names of kinds, machines and signs by the words they hold.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import {
  type FormPlace,
  JOINS,
  type Kind,
  keysOf,
  type Machine,
  machineFacts,
  makeLexicon,
  readWith,
  type Sign,
  type StoredLexicon,
} from './lexicon-data.ts';
import type { Piece } from './pieces.ts';
import { firstNotBefore, wordsNear } from './slips.ts';
import { numberOf, textAt, textsOf } from './text-table.ts';

const SIDE_MIN = 4;
const NO_MACHINES: readonly NamedMachine[] = [];

/** One machine that a spelling may mean. */
export interface NamedMachine {
  readonly machine: Machine;
  /** Whether it means the machine only beside its make, or another machine of it. */
  readonly isNear: boolean;
  /** Whether another machine of the same name is likelier. */
  readonly isUnlikely: boolean;
}

/** A name without the signs that join it to what follows. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && ' .-'.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

export class Lexicon {
  /** What is stored of it. */
  readonly stored: StoredLexicon;
  /** By their names. */
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly #madeMachines = new Map<number, Machine>();
  readonly #named = new Map<number, readonly NamedMachine[]>();
  readonly #sideWords = new Map<string, number | undefined>();
  #wholeWords: Set<number> | undefined;

  constructor(stored: StoredLexicon) {
    this.stored = stored;
    this.kinds = new Map(stored.kinds.map((kind) => [kind.name, kind]));
  }

  /** The kind of which these words, in any order, are a name. */
  kindOfWords(words: readonly string[]): Kind | undefined {
    const numbers = new Set(words.map((word) => numberOf(this.stored.words, word)));
    for (const word of numbers) {
      if (word < 0) return undefined;
      for (const form of this.formsOfWord(word)) {
        const others = this.wordsOfForm(form);
        if (others.length === numbers.size && others.every((other) => numbers.has(other))) return this.kindOfForm(form);
      }
    }
    return undefined;
  }

  /** Places of the forms of kinds whose rarest word this is. */
  formsOfWord(word: number): Int32Array {
    return this.stored.formPlaces.subarray(this.stored.formsFrom[word], this.stored.formsFrom[word + 1]);
  }

  /** Those of `formsOfWord` whose words are all there. */
  formsWithin(word: number, isThere: (word: number) => boolean): FormPlace[] {
    const { forms, formPlaces, formsFrom } = this.stored;
    const found: FormPlace[] = [];
    const end = formsFrom[word + 1] as number;
    for (let at = formsFrom[word] as number; at < end; at++) {
      const place = formPlaces[at] as number;
      let left = (forms[place + 1] as number) & (JOINS - 1);
      while (left > 0 && isThere(forms[place + 1 + left] as number)) left--;
      if (left === 0) found.push(place);
    }
    return found;
  }

  kindOfForm(place: FormPlace): Kind {
    return this.stored.kinds[this.stored.forms[place] as number] as Kind;
  }

  /** The words that a form needs, in any order. */
  wordsOfForm(place: FormPlace): Int32Array {
    return this.stored.forms.subarray(place + 2, place + 2 + ((this.stored.forms[place + 1] as number) & (JOINS - 1)));
  }

  /** Whether a form names what comes along with the part, or two parts: «гайка с фланцем», «болт и гайка». */
  joins(place: FormPlace): boolean {
    return ((this.stored.forms[place + 1] as number) & JOINS) !== 0;
  }

  /** The machine whose name begins so; its make where several models of it do, undefined where those of several makes do. */
  machineFrom(beginning: string): Machine | undefined {
    const { machineWords, machineWordRows } = this.stored;
    let found: Machine | undefined;
    for (let at = firstNotBefore(machineWords, beginning); machineWords[at]?.startsWith(beginning); at++) {
      const machine = this.#machine(machineWordRows[at] as number);
      if (found && found.make !== machine.make) return undefined;
      found = found && found !== machine ? this.machineNamed(machine.make) : machine;
    }
    return found;
  }

  /** Whether a word is spelled as a short name is, which no ending changes. */
  isShortName(typed: string): boolean {
    return this.stored.shortNames.has(typed);
  }

  machineNames(): Iterable<string> {
    return textsOf(this.stored.machineNames);
  }

  machineNamed(name: string): Machine | undefined {
    const row = numberOf(this.stored.machineNames, name);
    return row < 0 ? undefined : this.#machine(row);
  }

  #machine(row: number): Machine {
    const known = this.#madeMachines.get(row);
    if (known) return known;
    const name = textAt(this.stored.machineNames, row);
    const facts = machineFacts(this.stored, row);
    const wider: Machine[] = [];
    const machine = { name, ...facts, wider };
    this.#madeMachines.set(row, machine);
    const add = (other: string) => {
      const at = numberOf(this.stored.machineNames, other);
      if (at < 0 || at === row) return;
      const found = this.#machine(at);
      if (!wider.includes(found)) wider.push(found);
    };
    // «HOWO A7» belongs to «HOWO», «WD615.47» to «WD615».
    for (let end = name.length - 1; end > 1; end--) {
      const [shorter, rest] = [name.slice(0, end), name.slice(end)];
      if ((/\d$/.test(shorter) && /^\d/.test(rest)) || (/\p{L}$/u.test(shorter) && /^\p{L}/u.test(rest))) continue;
      add(shorter);
      add(withoutEnd(shorter));
    }
    add(facts.make);
    return machine;
  }

  wordNumber(form: string): number | undefined {
    const number = numberOf(this.stored.words, form);
    return number < 0 ? undefined : number;
  }

  /** Whether any word begins so. */
  beginsWord(beginning: string): boolean {
    const { sorted } = this.stored;
    return sorted[firstNotBefore(sorted, beginning)]?.startsWith(beginning) === true;
  }

  /** Numbers of the words that begin so; none where they are more than `most`. */
  wordsFrom(prefix: string, most: number): number[] {
    const found: number[] = [];
    for (let at = firstNotBefore(this.stored.sorted, prefix); this.stored.sorted[at]?.startsWith(prefix); at++) {
      if (found.length === most) return [];
      found.push(numberOf(this.stored.words, this.stored.sorted[at] as string));
    }
    return found;
  }

  /** Numbers of the words that a misspelt one may mean. */
  wordsNear(typed: string): number[] {
    const { words, sorted, slips } = this.stored;
    return wordsNear(typed, sorted, slips).map((word) => numberOf(words, word));
  }

  machinesOf(key: string): readonly NamedMachine[] {
    const { machineForms, machinesFrom, machines } = this.stored;
    const form = numberOf(machineForms, key);
    if (form < 0) return NO_MACHINES;
    const known = this.#named.get(form);
    if (known) return known;
    const made = Array.from(machines.subarray(machinesFrom[form], machinesFrom[form + 1]), (one) => ({
      machine: this.#machine(one >> 2),
      isNear: (one & 1) === 1,
      isUnlikely: (one & 2) === 2,
    }));
    this.#named.set(form, made);
    return made;
  }

  longestMachine(first: string): number {
    return this.stored.machineLengths[numberOf(this.stored.machineStarts, first)] ?? 0;
  }

  signOf(key: string): Sign | undefined {
    return this.stored.signs.get(key);
  }

  /** The sign that says who makes a part, or where. */
  originOf(key: string): Sign | undefined {
    return this.stored.origins.get(key);
  }

  /** How a sentence writes a word that is no common noun: «ТНВД», «Евро»; undefined for any other. */
  spellingOf(typed: string): string | undefined {
    return this.stored.spellings.get(typed);
  }

  /** The words that an abbreviation stands for. */
  meantBy(form: string): readonly string[] {
    return this.stored.meant.get(form) ?? [];
  }

  /** The side whose name is cut short in this word: «ЛЕВЫ»; undefined for none. */
  sideFrom({ is, typed }: Piece): string | undefined {
    if (is !== 'word' || typed.length < SIDE_MIN) return undefined;
    return this.stored.sides.find((name) => name.startsWith(typed));
  }

  /** The number of the word of the side that a word cut short means: «боков.», «зад.»; undefined where it is the word itself. */
  sideWord(piece: Piece): number | undefined {
    const sign = this.stored.signs.get(piece.form);
    const name = sign?.sort === 'сторона' ? sign.name : this.sideFrom(piece);
    const word = name === undefined ? undefined : this.#numberOfSide(name);
    return word === this.wordNumber(piece.form) ? undefined : word;
  }

  #numberOfSide(name: string): number | undefined {
    if (!this.#sideWords.has(name)) {
      const [word = '', ...others] = keysOf(name);
      this.#sideWords.set(name, others.length > 0 ? undefined : this.wordNumber(word));
    }
    return this.#sideWords.get(name);
  }

  /** Whether a word counts pieces or sets. */
  isUnit(form: string): boolean {
    return this.stored.units.has(form);
  }

  longestSign(first: string): number {
    return this.stored.signStarts.get(first) ?? 0;
  }

  /** Whether this word is the whole name of a kind. */
  isWholeName(word: number | undefined): boolean {
    this.#wholeWords ??= new Set(
      Array.from(this.stored.wholeNames.keys(), (name) => numberOf(this.stored.words, name)),
    );
    return word !== undefined && this.#wholeWords.has(word);
  }

  /** The kind whose whole name this word is. */
  kindNamed(word: string): Kind | undefined {
    return this.stored.wholeNames.get(word);
  }
}

let lexicon: Lexicon | undefined;

/** The data of the product; read once in each thread that asks for it. */
export function theLexicon(): Lexicon {
  lexicon ??= storedLexicon();
  return lexicon;
}

/** The sources whose change makes other lexicons of the same data. */
const SOURCES = ['./lexicon-data.ts', './slips.ts', './text-table.ts', './pieces.ts', '../../platform/text/words.ts'];

/**
 * Stored beside the compiled modules, if there is a folder for them (decision 83): to read it takes a tenth of the time
 * that making it does. What cannot be read or written is made.
 */
function storedLexicon(): Lexicon {
  const folder = process.env.NODE_COMPILE_CACHE ?? process.env.COMPILED_FOLDER;
  if (!folder) return new Lexicon(makeLexicon());
  const hash = createHash('sha256').update(readWith());
  for (const source of SOURCES) hash.update(readFileSync(new URL(source, import.meta.url)));
  const file = join(folder, `part-reader-${hash.digest('hex').slice(0, 16)}`);
  try {
    return new Lexicon(deserialize(readFileSync(file)) as StoredLexicon);
  } catch {
    const made = new Lexicon(makeLexicon());
    try {
      const unfinished = `${file}-${randomUUID()}`;
      writeFileSync(unfinished, serialize(made.stored));
      renameSync(unfinished, file);
    } catch {
      // The next thread makes it again.
    }
    return made;
  }
}

export const kindNamed = (name: string): Kind | undefined => theLexicon().kinds.get(name);
export const machineNamed = (name: string): Machine | undefined => theLexicon().machineNamed(name);
