// Reads the data files of the reader and makes of them what a lexicon looks things up in.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { forgetForms, isAnd, isBarrier, isParticle, type Piece, piecesOf } from './pieces.ts';
import { indexSlips, type SlipIndex } from './slips.ts';
import { listOf, type TextList, type TextTable, tableOf, textAt } from './text-table.ts';

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

/** Whether a kind is this one or a narrower one. */
export function isOf(kind: Kind | null, name: string): boolean {
  for (let one = kind; one; one = one.parent) if (one.name === name) return true;
  return false;
}

export const SIGN_SORTS = [
  'сторона',
  'знак',
  'шум',
  'город',
  'количество',
  'слово',
  'страна',
  'изготовитель',
  'написание',
] as const;
export type SignSort = (typeof SIGN_SORTS)[number];

export interface Sign {
  readonly sort: SignSort;
  readonly name: string;
}

const FILES = ['kinds.csv', 'machines.csv', 'signs.csv'] as const;
const bytesOf = (file: (typeof FILES)[number]): Buffer => readFileSync(new URL(`./${file}`, import.meta.url));

/** Grows when the rules of the reader read a title otherwise than before. */
const RULES = 6;

let named: string | undefined;

/** Names the rules and the data by which titles are read. */
export function readWith(): string {
  if (named !== undefined) return named;
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(bytesOf(file));
  named = `${RULES}-${hash.digest('base64url').slice(0, 12)}`;
  return named;
}

/** Rows of a data file: columns parted by semicolons, no quoting. */
function rowsOf(file: (typeof FILES)[number]): string[][] {
  return bytesOf(file)
    .toString()
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

/** The words and numbers of a name as they are compared. */
export const keysOf = (text: string): string[] =>
  piecesOf(text)
    .filter(({ is }) => is !== 'sign')
    .map(({ form }) => form);

/** The pieces of a machine's name as they are compared: those from `from` to before `to`, all of them by default. */
export function keyOfPieces(pieces: readonly Piece[], from = 0, to = pieces.length): string {
  let key = '';
  for (let at = from; at < to; at++) {
    const { is, form } = pieces[at] as Piece;
    if (is !== 'sign') key = key === '' ? form : `${key} ${form}`;
  }
  return key;
}

const PREFIX_MIN = 3;
/** A name or number so short may be anything. */
export const SHORT_NAME = 3;
/** A shorter beginning of a machine's name says too little. */
export const MACHINE_CUT_MIN = 4;

interface ReadForm {
  readonly kind: Kind;
  readonly words: readonly string[];
  readonly joins: boolean;
}

/** The number of a ball bearing, which is likelier than a lorry of the same number. */
const BEARING = /^6[0234]\d\d$/;

/** Set beside the number of words of a form. */
export const JOINS = 64;

/** Whether a spelling says too little alone: three letters, a short number, a word of other names: «пер», «80», «Т-38». */
function isWeak(pieces: readonly Piece[], isCommon: (word: string) => boolean): boolean {
  const [first, second] = pieces as [Piece, ...Piece[]];
  const signs = pieces.reduce((sum, { typed }) => sum + typed.length, 0);
  if (first.is === 'number') return pieces.length === 1 || second?.is === 'number' || signs <= SHORT_NAME;
  if (second?.is === 'number') return first.typed.length === 1 && second.typed.length < SHORT_NAME;
  if (second) return isCommon(first.form) && isCommon(second.form);
  return first.typed.length <= SHORT_NAME || isCommon(first.form);
}

/** «120A», «540Н», «16V»: a quantity. */
const isQuantity = ([number, unit, third]: readonly Piece[]): boolean =>
  number?.is === 'number' && number.typed.length <= SHORT_NAME && !third && /^[abvwntl]$/.test(unit?.form ?? '');

/** What the row of a machine says of it but for its name. */
export function machineFacts(stored: StoredLexicon, row: number): Pick<Machine, 'make' | 'sort' | 'years'> {
  const [make = '', sort = '', years = ''] = textAt(stored.machineFacts, row).split(';');
  return { make, sort, years };
}

/** A form of a kind in `#forms`: its kind, how many words it has, their numbers. */
export type FormPlace = number;

/** What is said of a machine's form in one number. */
const packed = (row: number, isNear: boolean, isUnlikely: boolean): number =>
  row * 4 + (isUnlikely ? 2 : 0) + (isNear ? 1 : 0);

/** A text of its own: a slice would keep the whole file in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

const NO_TEXTS: TextTable = tableOf([]);

/** All that a lexicon is, in the form in which it is stored; one object may stand in several places. */
function emptyLexicon() {
  return {
    kinds: [] as Kind[],
    words: NO_TEXTS,
    /** All forms of kinds one after another, and by word those whose rarest word it is. */
    forms: new Int32Array(),
    formsFrom: new Int32Array(),
    formPlaces: new Int32Array(),
    /** Each name has the number of its row, and each row of facts: make, sort and years, parted by semicolons. */
    machineNames: NO_TEXTS,
    machineFacts: NO_TEXTS as TextList,
    /** Spellings of machines, and from where to where the machines stand, packed, that each may mean. */
    machineForms: NO_TEXTS,
    machinesFrom: new Int32Array(),
    machines: new Int32Array(),
    /** First pieces of spellings, and how many pieces the longest has that begins so. */
    machineStarts: NO_TEXTS,
    machineLengths: new Uint8Array(),
    /** Spellings of short names, which do not change. */
    shortNames: new Set<string>(),
    signs: new Map<string, Sign>(),
    /** What names a country, or stands before the name of a maker. */
    origins: new Map<string, Sign>(),
    /** By word in small letters how it is written in a sentence. */
    spellings: new Map<string, string>(),
    signStarts: new Map<string, number>(),
    sides: [] as string[],
    units: new Set<string>(),
    /** Words that an abbreviation stands for. */
    meant: new Map<string, readonly string[]>(),
    sorted: [] as string[],
    /** Spellings of machines in one word, ascending, and the first row that each may mean. */
    machineWords: [] as string[],
    machineWordRows: new Int32Array(),
    slips: { hashes: new Float64Array(), places: new Int32Array() } as SlipIndex,
    wholeNames: new Map<string, Kind>(),
  };
}
export type StoredLexicon = ReturnType<typeof emptyLexicon>;

/** Makes a lexicon of the files, which takes a second. */
export function makeLexicon(): StoredLexicon {
  return new LexiconMaker().stored;
}

class LexiconMaker {
  readonly stored = emptyLexicon();
  readonly #kinds = new Map<string, Kind>();
  readonly #words = new Map<string, number>();
  /** The words of each form of a kind. */
  readonly #kindKeys = new Set<string>();
  readonly #machineRows = new Map<string, { readonly row: number; readonly make: string }>();
  /** By spelling the machines that it may mean, packed. */
  readonly #machineForms = new Map<string, number[]>();
  readonly #machineStarts = new Map<string, number>();

  constructor() {
    this.#indexForms(this.#readKinds());
    this.stored.words = tableOf(this.#words.keys());
    this.#readSigns();
    this.#readMachines();
    this.#indexMachineWords();
    this.stored.sorted = [...this.#words.keys()]
      .filter((word) => word.length >= PREFIX_MIN && /^[а-яa-z]+$/.test(word))
      .sort();
    this.stored.slips = indexSlips(this.stored.sorted);
    forgetForms();
  }

  #readKinds(): ReadForm[] {
    const rows = rowsOf('kinds.csv');
    const said = new Map(rows.map(([name = '', parent = '', system = '']) => [name, { parent, system }]));
    const kindOf = (name: string): Kind | null => {
      const known = this.#kinds.get(name);
      if (known) return known;
      const row = said.get(name);
      if (!row) return null;
      const kind = { name: copied(name), system: copied(row.system), parent: kindOf(row.parent) };
      this.#kinds.set(kind.name, kind);
      this.stored.kinds.push(kind);
      return kind;
    };
    return rows.flatMap(([name = '', , , forms]) => {
      const kind = kindOf(name) as Kind;
      return [name, ...alternatives(forms)].map((form) => ({
        kind,
        words: wordsOfForm(form),
        joins: piecesOf(form).some((piece, at, pieces) => isBarrier(pieces, at) || isAnd(piece)),
      }));
    });
  }

  #indexForms(read: readonly ReadForm[]): void {
    const counts = new Map<string, number>();
    for (const { words } of read) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const word of counts.keys()) this.#words.set(word, this.#words.size);
    const places = new Map(this.stored.kinds.map((kind, at) => [kind, at]));
    const known = this.#kindKeys;
    const forms: number[] = [];
    const byWord: number[][] = [];
    for (const { kind, words, joins } of read) {
      const [first] = words;
      const key = [...words].sort().join(' ');
      if (first === undefined || known.has(key) || words.every((word) => /^\d+$/.test(word))) continue;
      known.add(key);
      const rarest = words.reduce((one, other) => ((counts.get(other) ?? 0) < (counts.get(one) ?? 0) ? other : one));
      const at = this.#words.get(rarest) as number;
      byWord[at] = [...(byWord[at] ?? []), forms.length];
      forms.push(
        places.get(kind) as number,
        words.length + (joins ? JOINS : 0),
        ...words.map((word) => this.#words.get(word) as number),
      );
      if (words.length === 1) this.stored.wholeNames.set(first, kind);
    }
    this.stored.forms = Int32Array.from(forms);
    this.stored.formsFrom = new Int32Array(this.#words.size + 1);
    for (let word = 0; word < this.#words.size; word++)
      this.stored.formsFrom[word + 1] = (this.stored.formsFrom[word] as number) + (byWord[word]?.length ?? 0);
    this.stored.formPlaces = Int32Array.from(
      Array.from({ length: this.#words.size }, (_, word) => byWord[word] ?? []).flat(),
    );
  }

  #readMachines(): void {
    const rows = rowsOf('machines.csv');
    const facts: string[] = [];
    for (const [name = '', make = '', sort = '', , , years = ''] of rows) {
      if (this.#machineRows.has(name)) continue;
      this.#machineRows.set(name, { row: facts.length, make });
      facts.push([make, sort, years].join(';'));
    }
    for (const [name = '', , , forms, near] of rows) {
      const isOfMake = near === '1' || near === '2';
      const spellings = isOfMake ? alternatives(forms) : [name, ...alternatives(forms)];
      for (const spelling of spellings) this.#addMachineForm(spelling, name, near);
    }
    this.stored.machineNames = tableOf(this.#machineRows.keys());
    this.stored.machineFacts = listOf(facts);
    this.stored.machineForms = tableOf(this.#machineForms.keys());
    const machines = [...this.#machineForms.values()];
    this.stored.machines = Int32Array.from(machines.flat());
    this.stored.machinesFrom = new Int32Array(machines.length + 1);
    for (const [at, { length }] of machines.entries())
      this.stored.machinesFrom[at + 1] = (this.stored.machinesFrom[at] as number) + length;
    this.stored.machineStarts = tableOf(this.#machineStarts.keys());
    this.stored.machineLengths = Uint8Array.from(this.#machineStarts.values());
  }

  /**
   * `near`: '1' where a short or common spelling says too little without the make, '2' where any does, '0' where it never
   * does, however short.
   */
  #addMachineForm(spelling: string, name: string, near: string | undefined): void {
    const { row, make } = this.#machineRows.get(name) as { row: number; make: string };
    const saysNear = near === '1' || near === '2';
    const pieces = piecesOf(spelling).filter(({ is }) => is !== 'sign');
    const [first] = pieces;
    if (!first) return;
    const key = keyOfPieces(pieces);
    // «пусковой двигатель» is a part.
    if (pieces.length > 1 && this.#kindKeys.has(key.split(' ').sort().join(' '))) return;
    // A make may be a short word, but not an English one that parts are named by: Carrier, Rover.
    const isMake = make === name && !(/^[a-z]/.test(first.form) && this.#words.has(first.form));
    const isLongNumber = first.is === 'number' && first.typed.length > SHORT_NAME && !BEARING.test(first.typed);
    const isNear =
      near === '2' ||
      isQuantity(pieces) ||
      (near !== '0' &&
        isWeak(pieces, (word) => this.#words.has(word) || this.stored.signs.has(word)) &&
        (saysNear || (pieces.length === 1 && !isMake && !isLongNumber)));
    const list = this.#machineForms.get(key) ?? [];
    // Of two rows of a machine with the same spelling the one that is sure alone counts.
    const same = list.find((one) => one >> 2 === row);
    if (same !== undefined && (isNear || (same & 1) === 0)) return;
    this.#machineForms.set(key, [...list.filter((one) => one !== same), packed(row, isNear, saysNear)]);
    this.#machineStarts.set(first.form, Math.max(pieces.length, this.#machineStarts.get(first.form) ?? 0));
    if (pieces.length === 1 && first.form.length <= SHORT_NAME) this.stored.shortNames.add(first.typed);
  }

  #indexMachineWords(): void {
    const words = [...this.#machineForms.keys()]
      .filter((word) => word.length > MACHINE_CUT_MIN && /^[a-zа-я]+$/.test(word))
      .sort();
    this.stored.machineWords = words;
    const first = (word: string) => (this.#machineForms.get(word) as number[])[0] as number;
    this.stored.machineWordRows = Int32Array.from(words, (word) => first(word) >> 2);
  }

  #readSigns(): void {
    for (const [sort = '', name = '', forms] of rowsOf('signs.csv')) {
      if (sort === 'сторона' && !name.includes(' ')) this.stored.sides.push(name);
      if (sort === 'написание')
        for (const word of name.split(' ')) this.stored.spellings.set(word.toLowerCase().replaceAll('ё', 'е'), word);
      // «г/» stands for a word alone and before another one: «г/цилиндр».
      const written = alternatives(forms).flatMap((form) =>
        form.endsWith('/') ? [[form], keysOf(form)] : [keysOf(form)],
      );
      for (const words of written) this.#addSign({ sort: sort as SignSort, name }, words);
    }
  }

  #addSign(sign: Sign, words: readonly string[]): void {
    const [first] = words;
    if (first === undefined) return;
    const key = words.join(' ');
    if (sign.sort === 'слово') {
      this.stored.meant.set(key, [...(this.stored.meant.get(key) ?? []), ...wordsOfForm(sign.name)]);
      return;
    }
    if (sign.sort === 'количество') {
      this.stored.units.add(key);
      return;
    }
    const signs = sign.sort === 'страна' || sign.sort === 'изготовитель' ? this.stored.origins : this.stored.signs;
    if (!signs.has(key)) signs.set(key, sign);
    this.stored.signStarts.set(first, Math.max(words.length, this.stored.signStarts.get(first) ?? 0));
  }
}
