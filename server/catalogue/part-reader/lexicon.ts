// The reader's data in the form that it is looked up by: names of kinds, machines and signs by the words they hold.
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { forgetForms, isBarrier, isParticle, type Piece, piecesOf } from './pieces.ts';

/** A kind of part: «насос водяной». */
export interface Kind {
  readonly name: string;
  /** The next wider one, null for a widest. */
  readonly parent: Kind | null;
  /** The unit of a vehicle that it belongs to: «охлаждение». */
  readonly system: string;
}

/** A make, a model, an engine, a gearbox or an axle that parts are made for. */
export interface Machine {
  readonly name: string;
  readonly make: string;
  readonly sort: string;
  /** «1998–2010» or ''. */
  readonly years: string;
  /** Machines that it is a member of, the nearest first: the family of the model, the make. */
  readonly wider: readonly Machine[];
}

/** The kinds that a kind is one of, the nearest first. */
export function widerKinds(kind: Kind | null): Kind[] {
  const wider: Kind[] = [];
  for (let one = kind?.parent ?? null; one; one = one.parent) wider.push(one);
  return wider;
}

/** Whether a spelling says too little alone: three letters, a short number, a word of other names: «пер», «80», «Т-38». */
function isWeak(pieces: readonly Piece[], isCommon: (word: string) => boolean): boolean {
  const [first, second] = pieces as [Piece, ...Piece[]];
  const signs = pieces.reduce((sum, { typed }) => sum + typed.length, 0);
  if (first.is === 'number') return pieces.length === 1 || second?.is === 'number' || signs <= SHORT;
  if (second?.is === 'number') return first.typed.length === 1 && second.typed.length < SHORT;
  if (second) return isCommon(first.form) && isCommon(second.form);
  return first.typed.length <= SHORT || isCommon(first.form);
}

type MachineRow = Omit<Machine, 'wider'>;

function rowOf(text: string | undefined): MachineRow {
  const [name = '', make = '', sort = '', years = ''] = (text ?? '').split(';');
  return { name, make, sort, years };
}

/** One machine that a spelling may mean. */
export interface NamedMachine {
  readonly machine: Machine;
  /** Whether it means the machine only beside its make, or another machine of it. */
  readonly isNear: boolean;
  /** Whether another machine of the same name is likelier. */
  readonly isUnlikely: boolean;
}

export const SIGN_SORTS = ['сторона', 'знак', 'шум', 'город', 'количество', 'слово'] as const;
export type SignSort = (typeof SIGN_SORTS)[number];

export interface Sign {
  readonly sort: SignSort;
  readonly name: string;
}

const FILES = ['kinds.csv', 'machines.csv', 'signs.csv'] as const;
const textOf = (file: (typeof FILES)[number]): string => readFileSync(new URL(`./${file}`, import.meta.url), 'utf8');

/** Grows when the rules of the reader read a title otherwise than before. */
const RULES = 1;

let named: string | undefined;

/** Names the rules and the data by which titles are read. */
export function readWith(): string {
  if (named !== undefined) return named;
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(textOf(file));
  named = `${RULES}-${hash.digest('base64url').slice(0, 12)}`;
  return named;
}

/** Rows of a data file: columns parted by semicolons, no quoting. */
function rowsOf(file: (typeof FILES)[number]): string[][] {
  return textOf(file)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(';'));
}

const alternatives = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split('|')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** The words of a form as they are compared: no particles, no signs. */
export const wordsOfForm = (form: string): string[] => [
  ...new Set(
    piecesOf(form)
      .filter((piece) => piece.is !== 'sign' && !isParticle(piece))
      .map(({ form: word }) => word),
  ),
];

/** The pieces of a machine's name as they are compared. */
export const keyOfPieces = (pieces: readonly Piece[]): string =>
  pieces
    .filter(({ is }) => is !== 'sign')
    .map(({ form }) => form)
    .join(' ');

const PREFIX_MIN = 3;
const SHORT = 3;
const SIDE_MIN = 4;
const NO_MACHINES: readonly NamedMachine[] = [];

interface ReadForm {
  readonly kind: Kind;
  readonly words: readonly string[];
  readonly joins: boolean;
}

/** Set beside the number of words of a form. */
const JOINS = 64;

/** More words than the data will have. */
const SORTED_MAX = 2 ** 20;
/** A shorter word is near to too many. */
export const SLIP_MIN = 5;

/** A word, and what is left of it without one letter that is not its first. */
function* lessOneLetter(word: string): Generator<string> {
  yield word;
  for (let at = 1; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1);
}

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** The first place of a number or of a larger one among ascending ones. */
function firstFrom(numbers: Float64Array, wanted: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether one letter left out, added, exchanged or swapped with its neighbour makes one word of the other. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let head = 0;
  while (head < one.length && one[head] === other[head]) head++;
  let tail = 0;
  while (tail < Math.min(one.length, other.length) - head && one.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const [left, right] = [one.slice(head, one.length - tail), other.slice(head, other.length - tail)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** A name without the signs that join it to what follows. */
function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && ' .-'.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

/** A form of a kind in `#forms`: its kind, how many words it has, their numbers. */
type FormPlace = number;

/** What is said of a machine's form in one number. */
const packed = (row: number, isNear: boolean, isUnlikely: boolean): number =>
  row * 4 + (isUnlikely ? 2 : 0) + (isNear ? 1 : 0);

/** A text of its own: a slice would keep the whole file in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

/** All that a lexicon is, in the form in which it is stored; one object may stand in several places. */
function emptyLexicon() {
  return {
    kinds: new Map<string, Kind>(),
    kindList: [] as Kind[],
    words: new Map<string, number>(),
    /** All forms of kinds one after another, and by word those whose rarest word it is. */
    forms: new Int32Array(),
    formsFrom: new Int32Array(),
    formPlaces: new Int32Array(),
    /** By row of a machine what the file says of it: name, make, sort and years, parted by semicolons. */
    machineRows: [] as string[],
    machineNames: new Map<string, number>(),
    /** By spelling the machines that it may mean, packed. */
    machineForms: new Map<string, number | number[]>(),
    /** How many pieces the longest spelling has that begins with this piece. */
    machineStarts: new Map<string, number>(),
    /** Spellings of short names, which do not change. */
    shortNames: new Set<string>(),
    signs: new Map<string, Sign>(),
    signStarts: new Map<string, number>(),
    sides: [] as string[],
    units: new Set<string>(),
    /** Words that an abbreviation stands for. */
    meant: new Map<string, readonly string[]>(),
    sorted: [] as string[],
    /** Hashes of words and of what is left of them without one letter, ascending, and the words by place in `sorted`. */
    slipHashes: new Float64Array(),
    slipWords: new Int32Array(),
    wholeNames: new Map<string, Kind>(),
  };
}
type StoredLexicon = ReturnType<typeof emptyLexicon>;

export class Lexicon {
  /** What is stored of it. */
  readonly stored: StoredLexicon;
  readonly #madeMachines = new Map<number, Machine>();
  readonly #named = new Map<string, readonly NamedMachine[]>();
  /** The words of each form of a kind, while the data are read. */
  readonly #kindKeys = new Set<string>();

  constructor(stored: StoredLexicon | null = null) {
    this.stored = stored ?? emptyLexicon();
    if (stored) return;
    this.#indexForms(this.#readKinds());
    this.#readSigns();
    this.#readMachines();
    this.stored.sorted = [...this.stored.words.keys()]
      .filter((word) => word.length >= PREFIX_MIN && /^[а-яa-z]+$/.test(word))
      .sort();
    [this.stored.slipHashes, this.stored.slipWords] = this.#indexSlips();
    this.#kindKeys.clear();
    forgetForms();
  }

  get kinds(): ReadonlyMap<string, Kind> {
    return this.stored.kinds;
  }

  #readKinds(): ReadForm[] {
    const rows = rowsOf('kinds.csv');
    const said = new Map(rows.map(([name = '', parent = '', system = '']) => [name, { parent, system }]));
    const kindOf = (name: string): Kind | null => {
      const known = this.kinds.get(name);
      if (known) return known;
      const row = said.get(name);
      if (!row) return null;
      const kind = { name: copied(name), system: copied(row.system), parent: kindOf(row.parent) };
      this.stored.kinds.set(kind.name, kind);
      this.stored.kindList.push(kind);
      return kind;
    };
    return rows.flatMap(([name = '', , , forms]) => {
      const kind = kindOf(name) as Kind;
      return [name, ...alternatives(forms)].map((form) => ({
        kind,
        words: wordsOfForm(form),
        joins: piecesOf(form).some(isBarrier),
      }));
    });
  }

  #indexForms(read: readonly ReadForm[]): void {
    const counts = new Map<string, number>();
    for (const { words } of read) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of counts.keys()) this.stored.words.set(word, this.stored.words.size);
    const places = new Map(this.stored.kindList.map((kind, at) => [kind, at]));
    const known = this.#kindKeys;
    const forms: number[] = [];
    const byWord: number[][] = [];
    for (const { kind, words, joins } of read) {
      const [first] = words;
      const key = [...words].sort().join(' ');
      if (first === undefined || known.has(key) || words.every((word) => /^\d+$/.test(word))) continue;
      known.add(key);
      const rarest = words.reduce((one, other) => ((counts.get(other) ?? 0) < (counts.get(one) ?? 0) ? other : one));
      const at = this.stored.words.get(rarest) as number;
      byWord[at] = [...(byWord[at] ?? []), forms.length];
      forms.push(
        places.get(kind) as number,
        words.length + (joins ? JOINS : 0),
        ...words.map((word) => this.stored.words.get(word) as number),
      );
      if (words.length === 1) this.stored.wholeNames.set(first, kind);
    }
    this.stored.forms = Int32Array.from(forms);
    this.stored.formsFrom = new Int32Array(this.stored.words.size + 1);
    for (let word = 0; word < this.stored.words.size; word++)
      this.stored.formsFrom[word + 1] = (this.stored.formsFrom[word] as number) + (byWord[word]?.length ?? 0);
    this.stored.formPlaces = Int32Array.from(
      Array.from({ length: this.stored.words.size }, (_, word) => byWord[word] ?? []).flat(),
    );
  }

  /** The kind of which these words, in any order, are a name. */
  kindOfWords(words: readonly string[]): Kind | undefined {
    const numbers = new Set(words.map((word) => this.stored.words.get(word) ?? -1));
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
    return this.stored.kindList[this.stored.forms[place] as number] as Kind;
  }

  /** The words that a form needs, in any order. */
  wordsOfForm(place: FormPlace): Int32Array {
    return this.stored.forms.subarray(place + 2, place + 2 + ((this.stored.forms[place + 1] as number) & (JOINS - 1)));
  }

  /** Whether a form names what comes along with the part: «гайка с фланцем». */
  joins(place: FormPlace): boolean {
    return ((this.stored.forms[place + 1] as number) & JOINS) !== 0;
  }

  #readMachines(): void {
    const rows = rowsOf('machines.csv');
    for (const [name = '', make = '', sort = '', , , years = ''] of rows) {
      if (this.stored.machineNames.has(name)) continue;
      this.stored.machineNames.set(copied(name), this.stored.machineRows.length);
      this.stored.machineRows.push(copied([name, make, sort, years].join(';')));
    }
    for (const [name = '', , , forms, near] of rows) {
      const row = this.stored.machineNames.get(name) as number;
      const spellings = near === '1' ? alternatives(forms) : [name, ...alternatives(forms)];
      for (const spelling of spellings) this.#addMachineForm(spelling, row, near === '1');
    }
  }

  #addMachineForm(spelling: string, row: number, saysNear: boolean): void {
    const pieces = piecesOf(spelling).filter(({ is }) => is !== 'sign');
    const [first] = pieces;
    if (!first) return;
    const key = keyOfPieces(pieces);
    // «пусковой двигатель» is a part.
    if (pieces.length > 1 && this.#kindKeys.has(key.split(' ').sort().join(' '))) return;
    const { name, make } = rowOf(this.stored.machineRows[row]);
    // A make may be a short word, but not an English one that parts are named by: Carrier, Rover.
    const isMake = make === name && !(/^[a-z]/.test(first.form) && this.stored.words.has(first.form));
    const isLongNumber = first.is === 'number' && first.typed.length > SHORT;
    const isNear =
      isWeak(pieces, (word) => this.stored.words.has(word) || this.stored.signs.has(word)) &&
      (saysNear || (pieces.length === 1 && !isMake && !isLongNumber));
    const known = this.stored.machineForms.get(key);
    const list = known === undefined ? [] : typeof known === 'number' ? [known] : known;
    if (list.some((one) => one >> 2 === row)) return;
    const rows = [...list, packed(row, isNear, saysNear)];
    this.stored.machineForms.set(key, rows.length === 1 ? (rows[0] as number) : rows);
    this.stored.machineStarts.set(first.form, Math.max(pieces.length, this.stored.machineStarts.get(first.form) ?? 0));
    if (pieces.length === 1 && first.form.length <= SHORT) this.stored.shortNames.add(first.typed);
  }

  /** Whether a word is spelled as a short name is, which no ending changes. */
  isShortName(typed: string): boolean {
    return this.stored.shortNames.has(typed);
  }

  machineNames(): Iterable<string> {
    return this.stored.machineNames.keys();
  }

  machineNamed(name: string): Machine | undefined {
    const row = this.stored.machineNames.get(name);
    return row === undefined ? undefined : this.#machine(row);
  }

  #machine(row: number): Machine {
    const known = this.#madeMachines.get(row);
    if (known) return known;
    const { name, make, sort, years } = rowOf(this.stored.machineRows[row]);
    const wider: Machine[] = [];
    const machine = { name, make, sort, years, wider };
    this.#madeMachines.set(row, machine);
    const add = (other: string) => {
      const at = this.stored.machineNames.get(other);
      if (at === undefined || at === row) return;
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
    add(make);
    return machine;
  }

  #readSigns(): void {
    for (const [sort = '', name = '', forms] of rowsOf('signs.csv')) {
      if (sort === 'сторона' && !name.includes(' ')) this.stored.sides.push(name);
      for (const form of alternatives(forms)) {
        const pieces = piecesOf(form).filter(({ is }) => is !== 'sign');
        const [first] = pieces;
        if (!first) continue;
        const key = keyOfPieces(pieces);
        if (sort === 'слово') {
          this.stored.meant.set(key, [...(this.stored.meant.get(key) ?? []), ...wordsOfForm(name)]);
          continue;
        }
        if (sort === 'количество') {
          this.stored.units.add(key);
          continue;
        }
        if (!this.stored.signs.has(key)) this.stored.signs.set(key, { sort: sort as SignSort, name });
        this.stored.signStarts.set(first.form, Math.max(pieces.length, this.stored.signStarts.get(first.form) ?? 0));
      }
    }
  }

  wordNumber(form: string): number | undefined {
    return this.stored.words.get(form);
  }

  /** Numbers of the words that begin so; none where they are more than `most`. */
  wordsFrom(prefix: string, most: number): number[] {
    let [low, high] = [0, this.stored.sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.stored.sorted[middle] as string) < prefix) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; this.stored.sorted[at]?.startsWith(prefix); at++) {
      if (found.length === most) return [];
      found.push(this.stored.words.get(this.stored.sorted[at] as string) as number);
    }
    return found;
  }

  #indexSlips(): [Float64Array<ArrayBuffer>, Int32Array<ArrayBuffer>] {
    const packed: number[] = [];
    for (const [at, word] of this.stored.sorted.entries()) {
      if (word.length < SLIP_MIN) continue;
      for (const less of lessOneLetter(word)) packed.push(hashOf(less) * SORTED_MAX + at);
    }
    const ordered = Float64Array.from(packed).sort();
    return [ordered.map((one) => Math.floor(one / SORTED_MAX)), Int32Array.from(ordered, (one) => one % SORTED_MAX)];
  }

  /** Numbers of the words that one slip of the hand makes of this one, whose first letter is theirs. */
  wordsNear(typed: string): number[] {
    const near = new Set<number>();
    for (const less of lessOneLetter(typed)) {
      const hash = hashOf(less);
      for (let at = firstFrom(this.stored.slipHashes, hash); this.stored.slipHashes[at] === hash; at++) {
        const word = this.stored.sorted[this.stored.slipWords[at] as number] as string;
        if (isOneSlip(typed, word)) near.add(this.stored.words.get(word) as number);
      }
    }
    return [...near];
  }

  machinesOf(key: string): readonly NamedMachine[] {
    const found = this.stored.machineForms.get(key);
    if (found === undefined) return NO_MACHINES;
    const known = this.#named.get(key);
    if (known) return known;
    const rows = typeof found === 'number' ? [found] : found;
    const made = rows.map((one) => ({
      machine: this.#machine(one >> 2),
      isNear: (one & 1) === 1,
      isUnlikely: (one & 2) === 2,
    }));
    this.#named.set(key, made);
    return made;
  }

  longestMachine(first: string): number {
    return this.stored.machineStarts.get(first) ?? 0;
  }

  signOf(key: string): Sign | undefined {
    return this.stored.signs.get(key);
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

  /** Whether a word counts pieces or sets. */
  isUnit(form: string): boolean {
    return this.stored.units.has(form);
  }

  longestSign(first: string): number {
    return this.stored.signStarts.get(first) ?? 0;
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
const SOURCES = ['./lexicon.ts', './pieces.ts', '../../platform/text/words.ts'];

/**
 * Stored beside the compiled modules, if there is a folder for them (decision 83): to read it takes a tenth of the time
 * that making it does. What cannot be read or written is made.
 */
function storedLexicon(): Lexicon {
  const folder = process.env.NODE_COMPILE_CACHE;
  if (!folder) return new Lexicon();
  const hash = createHash('sha256').update(readWith());
  for (const source of SOURCES) hash.update(readFileSync(new URL(source, import.meta.url)));
  const file = join(folder, `part-reader-${hash.digest('hex').slice(0, 16)}`);
  try {
    return new Lexicon(deserialize(readFileSync(file)) as StoredLexicon);
  } catch {
    const made = new Lexicon();
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
