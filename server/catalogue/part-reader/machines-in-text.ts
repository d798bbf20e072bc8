// Reads which machines a text names: the longest spelling counts; short or common ones beside their make only.
import { keyOfPieces, type Lexicon, type Machine, type NamedMachine } from './lexicon.ts';
import type { Claim } from './own-readings.ts';
import { endOf, type Piece, type Role } from './pieces.ts';

/** Pieces between a make and a bare number that is a model of it. */
const BESIDE = 3;
const SHORT_NAME = 3;
/** More words of the data that begin so say too little. */
const BEGINNINGS_MAX = 60;

const NONE_BARRED: ReadonlySet<number> = new Set();

export interface ReadMachines {
  /** Without a make that stands beside a model of it. */
  readonly machines: readonly Machine[];
  /** By place in the text the machines that a name may mean: mostly one. */
  readonly named: readonly (readonly Machine[])[];
}

export class MachineReader {
  readonly #lexicon: Lexicon;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** Marks the pieces that machines are named by. */
  read(pieces: readonly Piece[], roles: Role[], claims: readonly Claim[]): ReadMachines {
    const spans = this.#spans(pieces, roles, claims);
    const sure = new Set<string>();
    for (const { forms } of spans) for (const { machine, isNear } of forms) if (!isNear) sure.add(machine.make);
    const found = new Set<Machine>();
    const groups: Machine[][] = [];
    const accepted: { to: number; make: string }[] = [];
    for (const { from, to, forms } of spans) {
      const isBare = pieces.slice(from, to).every(({ is }) => is !== 'word');
      const isBeside = (make: string) =>
        accepted.some((one) => one.make === make && one.to <= from && from - one.to <= BESIDE);
      const kept = forms.filter(
        ({ isNear, machine }) => !isNear || (isBare ? isBeside(machine.make) : sure.has(machine.make)),
      );
      for (const { machine } of kept) accepted.push({ to, make: machine.make });
      if (kept.length === 0) continue;
      // Of several machines with one name that of a make in the text.
      const named = kept.filter(({ machine }) =>
        spans.some(
          (span) => span.from !== from && span.forms.some((form) => !form.isNear && form.machine.make === machine.make),
        ),
      );
      const likely = kept.filter(({ isUnlikely }) => !isUnlikely);
      const group = [named, likely, kept].find((some) => some.length > 0)?.map(({ machine }) => machine) ?? [];
      for (const machine of group) found.add(machine);
      groups.push(group);
      for (let at = from; at < to; at++) roles[at] = 'machine';
    }
    // A make says nothing beside its model.
    const all = [...found];
    const isRepeated = (machine: Machine) => all.some((other) => other !== machine && other.wider.includes(machine));
    return {
      machines: all.filter((machine) => !isRepeated(machine)),
      named: groups.filter((group) => !group.every(isRepeated)),
    };
  }

  /** The machines that a word means that is typed as their name is. */
  namedBy({ form, typed, is }: Piece): Machine[] {
    if (is !== 'word' || (form.length <= SHORT_NAME && !this.#lexicon.isShortName(typed))) return [];
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

  #spans(pieces: readonly Piece[], roles: readonly Role[], claims: readonly Claim[]) {
    const spans: { from: number; to: number; forms: readonly NamedMachine[] }[] = [];
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
      at = span.to - 1;
      // «HD65/72/78», «КАМАЗ 5320, 5511».
      const last = pieces[at];
      for (let sign = at + 1; last?.is === 'number'; sign += 2) {
        const [comma, number] = [pieces[sign], pieces[sign + 1]];
        if (!comma || !number || number.is !== 'number' || !/^[/,]$/.test(comma.typed) || barred.has(sign + 1)) break;
        const named = [...pieces.slice(span.from, at), number];
        const forms = this.#lexicon.machinesOf(keyOfPieces(named));
        const following = this.#spanAt(pieces, sign + 1, barred);
        if (forms.length === 0 && !following) break;
        spans.push(
          following && following.to > sign + 2
            ? following
            : { from: sign + 1, to: sign + 2, forms: [...forms, ...(following?.forms ?? [])] },
        );
      }
    }
    return spans;
  }

  #spanAt(pieces: readonly Piece[], at: number, barred: ReadonlySet<number>) {
    const first = pieces[at] as Piece;
    if (isWithinName(pieces, at)) return null;
    for (let count = this.#lexicon.longestMachine(first.form); count > 0; count--) {
      const to = endOf(pieces, at, count);
      if (to === null || (barred.size > 0 && pieces.some((_, one) => one >= at && one < to && barred.has(one))))
        continue;
      const forms = this.#lexicon.machinesOf(keyOfPieces(pieces.slice(at, to)));
      if (forms.length === 0 || isOfArticle(pieces, at, to)) continue;
      // «порш.» is no Porsche.
      if (count === 1 && first.isCut && this.#lexicon.wordsFrom(first.typed, BEGINNINGS_MAX).length > 0) continue;
      // «газа» is no «ГАЗ»: a short name does not change.
      if (count === 1 && first.form.length <= SHORT_NAME && !this.#lexicon.isShortName(first.typed)) continue;
      // A word that names a kind is a machine only beside its make.
      if (count === 1 && first.is === 'word' && this.#lexicon.kindNamed(first.form)) continue;
      return { from: at, to, forms };
    }
    return null;
  }
}

/** Digits of a model that may stand right behind the name of its make. */
const LONGEST_MODEL = 5;

/** A number with a longer one behind it is the beginning of an article: «130-3509012». */
function isOfArticle(pieces: readonly Piece[], from: number, to: number): boolean {
  const first = pieces[from] as Piece;
  const [before, earlier] = [pieces[from - 1], pieces[from - 2]];
  if (first.isGlued && before?.is === (first.is === 'word' ? 'number' : 'word')) return true;
  const behind = pieces[to];
  if (pieces[to - 1]?.is === 'word' && behind?.is === 'number' && behind.isGlued && behind.typed.length > LONGEST_MODEL)
    return true;
  if (first.is === 'number' && first.isGlued) {
    // «ТМ-100», «21-1701».
    if (before?.isGlued && /^[-.]$/.test(before.typed) && earlier && earlier.is !== 'sign') return true;
  }
  if (pieces[to - 1]?.is !== 'number') return false;
  const [join, next] = [pieces[to], pieces[to + 1]];
  if (!join?.isGlued || !/^[-.,]$/.test(join.typed) || !next?.isGlued || next.is !== 'number') return false;
  const [again, last] = [pieces[to + 2], pieces[to + 3]];
  const goesOn =
    again?.isGlued === true && /^[-.]$/.test(again.typed) && last?.isGlued === true && last.is === 'number';
  return (
    next.typed.length >= 4 ||
    goesOn ||
    (join.typed !== '-' && next.typed.length <= 2 && to - from > 1 && pieces[to - 1]?.typed.length === 1)
  );
}

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
