// Reads which machines a text names: the longest spelling counts; short or common ones beside their make only.

import type { Lexicon, NamedMachine } from './lexicon.ts';
import { isOf, keyOfPieces, MACHINE_CUT_MIN, type Machine, SHORT_NAME } from './lexicon-data.ts';
import type { Claim } from './own-readings.ts';
import { endOf, isLatin, type Piece, type Role, TEXT_MAX } from './pieces.ts';

/** Pieces between a make and a bare number that is a model of it. */
const BESIDE = 3;

/** Shorter titles are cut nowhere. */
const CUT_TEXT_MIN = 16;

/** What is sold whole, and stands in the names of machines. */
const UNITS = ['коробка передач', 'двигатель', 'мост', 'насос', 'компрессор', 'гидромолот'];

const NONE_BARRED: ReadonlySet<number> = new Set();

export interface ReadMachines {
  /** Without a make that stands beside a model of it. */
  readonly machines: readonly Machine[];
  /** By place in the text the machines that a name may mean: mostly one. */
  readonly named: readonly (readonly Machine[])[];
}

type Makes = ReadonlySet<string>;

/** A place of the text that machines are named at. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly forms: readonly NamedMachine[];
}

export class MachineReader {
  readonly #lexicon: Lexicon;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** Marks the pieces that machines are named by. */
  read(text: string, pieces: readonly Piece[], roles: Role[], claims: readonly Claim[]): ReadMachines {
    const spans = this.#spans(pieces, roles, claims).filter(({ from, to }) => !isGas(text, pieces, from, to));
    const cut = this.#cutName(text, pieces, roles, spans);
    if (cut) spans.push(cut);
    const { certain, sure } = makesNamed(spans);
    const found = new Set<Machine>();
    const groups: Machine[][] = [];
    const accepted: { to: number; make: string }[] = [];
    for (const { from, to, forms } of spans) {
      const isBare = pieces.slice(from, to).every(({ is }) => is !== 'word');
      const isBeside = (make: string, most: number) =>
        accepted.some((one) => one.make === make && one.to <= from && from - one.to <= most);
      const mayBeSize = isBare || looksLikeRim(pieces, from);
      const isLongNumber = isBare && isModelNumber(pieces, from);
      const isOfEngine = isBare && isBesideEngine(pieces, from, to);
      const kept = forms.filter(
        ({ isNear, machine }) =>
          !isNear ||
          (isOfEngine && machine.sort === 'engine') ||
          (mayBeSize ? isBeside(machine.make, isBare ? BESIDE : 0) : sure.has(machine.make)) ||
          (isLongNumber && sure.has(machine.make)),
      );
      for (const { machine } of kept) accepted.push({ to, make: machine.make });
      if (kept.length === 0) continue;
      // Of several machines with one name that of a make in the text.
      const named = kept.filter(({ machine }) => certain.has(machine.make));
      const likely = kept.filter(({ isUnlikely }) => !isUnlikely);
      const group = [named, likely, kept].find((some) => some.length > 0)?.map(({ machine }) => machine) ?? [];
      for (const machine of group) found.add(machine);
      if (!groups.some((known) => isSameGroup(known, group))) groups.push(group);
      for (let at = from; at < to; at++) if (!this.#isPart(pieces[at] as Piece, to - from)) roles[at] = 'machine';
    }
    // A make says nothing beside its model.
    const all = [...found];
    const isRepeated = (machine: Machine) => all.some((other) => other !== machine && other.wider.includes(machine));
    return {
      machines: all.filter((machine) => !isRepeated(machine)),
      named: groups.filter((group) => !group.every(isRepeated)),
    };
  }

  /** Whether a word is a short name with an ending; letters of two alphabets are no change. */
  #isChangedShortName({ form, typed }: Pick<Piece, 'form' | 'typed'>): boolean {
    if (form.length > SHORT_NAME || this.#lexicon.isShortName(typed)) return false;
    return typed.length > form.length || !(/[a-z]/.test(typed) && /[а-я]/.test(typed));
  }

  /** «КПП ЯМЗ-239» is a machine that parts are made for, and a gearbox. */
  #isPart({ is, typed, form }: Piece, count: number): boolean {
    if (count === 1 || is !== 'word' || !/^[а-я]/.test(typed)) return false;
    const kind = this.#lexicon.kindNamed(form);
    return kind !== undefined && UNITS.some((name) => isOf(kind, name));
  }

  /** The machines that a word means that is typed as their name is. */
  namedBy({ form, typed, is }: Piece): Machine[] {
    if (is !== 'word' || this.#isChangedShortName({ form, typed })) return [];
    return this.#lexicon
      .machinesOf(form)
      .filter(({ isUnlikely }) => !isUnlikely)
      .map(({ machine }) => machine);
  }

  /**
   * Places that the data cannot read as a machine because the shop says what they are. A longer wording of a part may name
   * its machine too, by words that no part has.
   */
  #barred(pieces: readonly Piece[], claims: readonly Claim[]): ReadonlySet<number> {
    const barred = new Set<number>();
    for (const { part, from, to, isSingle } of claims)
      for (let at = from; at < to; at++)
        if (!part || isSingle || this.#lexicon.wordNumber((pieces[at] as Piece).form) !== undefined) barred.add(at);
    return barred;
  }

  /** The machine whose name the end of a title in capitals cuts short: «НАСОС ВОДЯНОЙ VOLV». */
  #cutName(text: string, pieces: readonly Piece[], roles: readonly Role[], spans: readonly Span[]): Span | null {
    const at = pieces.length - 1;
    const word = pieces[at];
    if (word?.is !== 'word' || word.isCut || word.typed.length < MACHINE_CUT_MIN || roles[at] !== 'rest') return null;
    if ((spans.at(-1)?.to ?? 0) > at || text.length < CUT_TEXT_MIN || text !== text.toUpperCase()) return null;
    if (this.#lexicon.wordNumber(word.form) !== undefined || this.#lexicon.beginsWord(word.typed)) return null;
    const machine = this.#lexicon.machineFrom(word.form);
    return machine ? { from: at, to: at + 1, forms: [{ machine, isNear: false, isUnlikely: false }] } : null;
  }

  #spans(pieces: readonly Piece[], roles: readonly Role[], claims: readonly Claim[]): Span[] {
    const spans: Span[] = [];
    const barred = claims.length > 0 ? this.#barred(pieces, claims) : NONE_BARRED;
    for (let at = 0; at < pieces.length; at++) {
      const claim = claims.find(({ machine, from }) => machine !== null && from === at);
      if (claim?.machine) {
        spans.push({ ...claim, forms: [{ machine: claim.machine, isNear: false, isUnlikely: false }] });
        at = claim.to - 1;
        continue;
      }
      if (roles[at] !== 'rest') continue;
      const span = this.#spanAt(pieces, at, barred);
      if (!span) continue;
      spans.push(span);
      at = this.#readList(pieces, span, barred, spans) - 1;
    }
    return spans;
  }

  /**
   * Reads the models of a list behind its first machine, «HD65/72/78», «КАМАЗ 5320, 5511», «2108-15», «D10R/T»; returns its
   * end.
   */
  #readList(pieces: readonly Piece[], first: Span, barred: ReadonlySet<number>, spans: Span[]): number {
    let end = first.to;
    for (;;) {
      const sign = pieces[end];
      if (!sign || !pieces[end + 1] || !/^[/,-]$/.test(sign.typed) || barred.has(end + 1)) return end;
      const following = sign.typed === '-' ? null : this.#spanAt(pieces, end + 1, barred);
      const member = this.#memberOfList(pieces, first, end);
      if (!member && !following) return end;
      // A list goes on with what else its next machine is called.
      const isOther = following !== null && (!member || following.to > member.to);
      spans.push(isOther || !member ? (following as Span) : withForms(member, following));
      end = (isOther ? following : (member ?? first)).to;
      if (isOther) return end;
    }
  }

  /** The machine behind a sign of a list whose name is that of the first one but for its number or its last letters. */
  #memberOfList(pieces: readonly Piece[], first: Span, sign: number): Span | null {
    const last = pieces[first.to - 1] as Piece;
    const hasLetters = last.is === 'word' && last.isGlued && pieces[first.to - 2]?.is === 'number';
    const numberAt = first.to - (hasLetters ? 2 : 1);
    const [number, next, letters] = [pieces[numberAt] as Piece, pieces[sign + 1], pieces[sign + 2]];
    if (number.is !== 'number' || !next) return null;
    const before = pieces.slice(first.from, numberAt);
    if (next.is === 'word') {
      const isSuffix = hasLetters && next.isGlued && next.typed.length === last.typed.length;
      return isSuffix ? this.#member([...before, number, next], sign + 1, sign + 2) : null;
    }
    if (next.is !== 'number') return null;
    const isRange = pieces[sign]?.typed === '-';
    if (isRange && !isEndOfRange(pieces, sign)) return null;
    const full = isRange ? endOfRange(number.form, next.form) : next.form;
    if (full === null) return null;
    const model = { ...next, form: full };
    if (letters?.is === 'word' && letters.isGlued && !isRange) {
      const whole = this.#member([...before, model, letters], sign + 1, sign + 3);
      if (whole) return whole;
    }
    const member = this.#member([...before, model], sign + 1, sign + 2);
    return isRange && !member?.forms.some(({ machine }) => isOfOneMake(first, machine)) ? null : member;
  }

  #member(named: readonly Piece[], from: number, to: number): Span | null {
    const forms = this.#lexicon.machinesOf(keyOfPieces(named));
    return forms.length > 0 ? { from, to, forms } : null;
  }

  #spanAt(pieces: readonly Piece[], at: number, barred: ReadonlySet<number>): Span | null {
    const first = pieces[at] as Piece;
    if (isWithinName(pieces, at)) return null;
    for (let count = this.#lexicon.longestMachine(first.form); count > 0; count--) {
      const to = endOf(pieces, at, count);
      if (to === null || (barred.size > 0 && pieces.some((_, one) => one >= at && one < to && barred.has(one))))
        continue;
      const forms = this.#lexicon.machinesOf(keyOfPieces(pieces, at, to));
      if (forms.length === 0 || isOfArticle(pieces, at, to)) continue;
      // «порш.» is no Porsche.
      if (count === 1 && first.isCut && this.#lexicon.beginsWord(first.typed)) continue;
      // «газа» is no «ГАЗ»: a short name does not change.
      if (count === 1 && this.#isChangedShortName(first)) continue;
      // A word that names a kind is a machine only beside its make.
      if (count === 1 && first.is === 'word' && this.#lexicon.kindNamed(first.form)) continue;
      return { from: at, to, forms: looksLikeSize(pieces, at) ? forms.map(besideMakeOnly) : forms };
    }
    return null;
  }
}

/**
 * The makes that are named: those of names of one make alone, and all makes of a name of several, none of which is named
 * otherwise.
 */
function makesNamed(spans: readonly Span[]): { readonly certain: Makes; readonly sure: Makes } {
  const certain = new Set<string>();
  const doubtful: (readonly NamedMachine[])[] = [];
  for (const { forms } of spans) {
    const make = forms[0]?.machine.make;
    if (forms.some(({ machine }) => machine.make !== make)) doubtful.push(forms);
    else if (make !== undefined && forms.some(({ isNear }) => !isNear)) certain.add(make);
  }
  if (doubtful.length === 0) return { certain, sure: certain };
  const sure = new Set(certain);
  for (const forms of doubtful) {
    if (forms.some(({ machine }) => certain.has(machine.make))) continue;
    for (const { machine, isNear } of forms) if (!isNear) sure.add(machine.make);
  }
  return { certain, sure };
}

const isSameGroup = (one: readonly Machine[], other: readonly Machine[]): boolean =>
  one.length === other.length && one.every((machine) => other.includes(machine));

const isOfOneMake = ({ forms }: Span, { make }: Machine): boolean => forms.some(({ machine }) => machine.make === make);

/** A place with the machines that it may mean by another reading too, each once. */
function withForms(span: Span, other: Span | null): Span {
  if (!other) return span;
  const further = other.forms.filter(({ machine }) => !span.forms.some((one) => one.machine === machine));
  return { ...span, forms: [...span.forms, ...further] };
}

const besideMakeOnly = (form: NamedMachine): NamedMachine =>
  /[А-Я]/.test(form.machine.name) ? form : { ...form, isNear: true };

/** «d-65», «L-1500»: a diameter or a length, unless the make says otherwise. */
const looksLikeSize = (pieces: readonly Piece[], at: number): boolean =>
  /^[dl]$/.test(pieces[at]?.typed ?? '') && pieces[at + 1]?.typed === '-' && pieces[at + 2]?.is === 'number';

/** «R16» is of a wheel. */
const looksLikeRim = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at]?.form === 'r' && /^(?:1[2-9]|2[0-4])$/.test(pieces[at + 1]?.typed ?? '');

/** Whether «дв.» stands before or behind a list of numbers: «дв. 405, 406», «402 дв». */
function isBesideEngine(pieces: readonly Piece[], from: number, to: number): boolean {
  if (pieces[from]?.is !== 'number' || (pieces[from]?.typed.length ?? 0) < SHORT_NAME) return false;
  let before = from - 1;
  while (isOfNumberList(pieces[before])) before--;
  let behind = to;
  while (isOfNumberList(pieces[behind])) behind++;
  return isEngineWord(pieces[before]) || isEngineWord(pieces[behind]);
}

const isOfNumberList = (piece: Piece | undefined): boolean =>
  piece !== undefined && (piece.is === 'number' ? piece.typed.length >= SHORT_NAME : /^[,/]$/.test(piece.typed));

const isEngineWord = (piece: Piece | undefined): boolean =>
  piece?.is === 'word' && /^(?:дв|двс|двиг|двигател[ьяей]{1,2})\.?$/.test(piece.typed);

/** The last number of a range: «15» behind «2108» is «2115»; null where none can end so. */
function endOfRange(first: string, next: string): string | null {
  if (next.length < 2 || next.length > first.length) return null;
  const full = first.slice(0, first.length - next.length) + next;
  return full > first && (full[0] === first[0] || full.length === 2) ? full : null;
}

/** Whether nothing is joined behind a range: «2108-15» is one, «2108-1001-15» an article. */
function isEndOfRange(pieces: readonly Piece[], hyphen: number): boolean {
  const [join, last] = [pieces[hyphen], pieces[hyphen + 1]];
  const behind = pieces[hyphen + 2];
  if (!join?.isGlued || !last?.isGlued || !behind?.isGlued) return true;
  return behind.is === 'sign' && !(/^[-.]$/.test(behind.typed) && pieces[hyphen + 3]?.isGlued);
}

const OF_GAS = /^(?:аморт|упор|газлифт|баллон|пропан|метан|бензин)/;

/** «Упор газ», «амортизатор газ/масло»: a gas and not the make, by its small letters or by what stands with it. */
function isGas(text: string, pieces: readonly Piece[], from: number, to: number): boolean {
  const word = pieces[from] as Piece;
  if (word.typed !== 'газ' || to > from + 1) return false;
  const isMixed = /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text);
  if (isMixed) return !/(?<!\p{L})Г[аА][зЗ]/u.test(text.slice(0, TEXT_MAX));
  return pieces.some(({ typed }) => OF_GAS.test(typed)) || pieces[from + 1]?.typed.startsWith('масл') === true;
}

/** Digits of a model that may stand right behind the name of its make. */
const LONGEST_MODEL = 5;

const STANDARDS = new Set(['гост', 'ост', 'din', 'iso', 'ту', 'wva', 'sae']);

const isArticleNumber = (piece: Piece | undefined): boolean =>
  piece?.is === 'number' && piece.typed.length > SHORT_NAME;

/** A number that is long enough for a model wherever the make stands: «CAT 1R-0749 (3508, 3512)», not «1500 мм». */
const isModelNumber = (pieces: readonly Piece[], at: number): boolean =>
  isArticleNumber(pieces[at]) && !/^(?:мм|см|м|кг|г|гр|л|мл|вт|а|ач|шт|mm|kg|w|l)$/.test(pieces[at + 1]?.typed ?? '');

/** A number with a longer one behind it is the beginning of an article: «130-3509012». */
function isOfArticle(pieces: readonly Piece[], from: number, to: number): boolean {
  const first = pieces[from] as Piece;
  const [before, earlier] = [pieces[from - 1], pieces[from - 2]];
  if (first.isGlued && before?.is === (first.is === 'word' ? 'number' : 'word')) return true;
  // «ГОСТ 6402», «11210-JD000».
  if (first.is === 'number' && before?.is === 'word' && STANDARDS.has(before.typed)) return true;
  if (first.isGlued && isLatin(first) && before?.typed === '-' && before.isGlued && isArticleNumber(earlier))
    return true;
  const behind = pieces[to];
  if (pieces[to - 1]?.is === 'word' && behind?.is === 'number' && behind.isGlued && behind.typed.length > LONGEST_MODEL)
    return true;
  if (first.is === 'number' && first.isGlued) {
    // «ТМ-100», «21-1701».
    if (before?.isGlued && /^[-.]$/.test(before.typed) && earlier && earlier.is !== 'sign') return true;
  }
  if (pieces[to - 1]?.is !== 'number' || isNameOfDrawing(pieces, from, to)) return false;
  const [join, next] = [pieces[to], pieces[to + 1]];
  if (!join?.isGlued || !/^[-.,]$/.test(join.typed) || !next?.isGlued || next.is !== 'number') return false;
  // «ГАЗ-53,3307» is a list.
  if (join.typed === ',' && next.typed.length > 2) return false;
  const [again, last] = [pieces[to + 2], pieces[to + 3]];
  const goesOn =
    again?.isGlued === true && /^[-.]$/.test(again.typed) && last?.isGlued === true && last.is === 'number';
  return (
    next.typed.length >= 4 ||
    goesOn ||
    (join.typed !== '-' && next.typed.length <= 2 && to - from > 1 && pieces[to - 1]?.typed.length === 1)
  );
}

/** «КС-45717.63.400»: letters and a long number, joined, name the machine whose drawing it is. */
const isNameOfDrawing = (pieces: readonly Piece[], from: number, to: number): boolean =>
  pieces[from]?.is === 'word' &&
  (pieces[to - 1]?.typed.length ?? 0) >= DRAWN_MIN &&
  pieces.slice(from, to).every(({ isGlued }, at) => isGlued === at > 0);
const DRAWN_MIN = 4;

/** A word joined by a hyphen to another word before it is a piece of a maker's name: «Ремдеталь-Урал». */
function isWithinName(pieces: readonly Piece[], at: number): boolean {
  const [word, hyphen, before] = [pieces[at], pieces[at - 1], pieces[at - 2]];
  return (
    word?.is === 'word' &&
    word.isGlued &&
    hyphen?.typed === '-' &&
    hyphen.isGlued &&
    before?.is === 'word' &&
    before.typed.length > 3 &&
    !/^[a-z]/.test(before.typed)
  );
}
