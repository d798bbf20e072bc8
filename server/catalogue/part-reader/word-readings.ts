// Reads which words of the data a word of a text may be: by its stem, a relative, an abbreviation, a beginning, a slip.
import type { Lexicon } from './lexicon.ts';
import type { Piece } from './pieces.ts';
import { SLIP_MIN } from './slips.ts';

/** More words of the data that begin so say too little. */
const BEGINNINGS_MAX = 60;
export const CUT_MIN = 3;
/** A word of the data may be the beginning of another one too: «уплотн». */
const KNOWN_CUT_MIN = 5;
/** What is longer by more than an ending than an abbreviation is another word. */
const ENDING_MAX = 2;

/** How surely a word of the text is a word of the data. */
export const SURE = 10;
export const ADJECTIVE = 9;
export const CUT = 7;
const SLIP = 6;
/** «подшипник генератора 6303»: what a part is for says more than its number. */
const NUMBER = 4;

const READINGS_MAX = 30_000;

/** The words of the data that a piece may be, each with how surely in one number. */
export type Readings = Int32Array;

export const SURENESS = 16;
const NO_READINGS = new Int32Array();

const packedReadings = (found: ReadonlyMap<number, number>): Readings =>
  found.size === 0 ? NO_READINGS : Int32Array.from(found, ([word, sure]) => word * SURENESS + sure);

export class WordReadings {
  readonly #lexicon: Lexicon;
  readonly #readings = new Map<string, Readings>();

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
  }

  /** `mend`: also words that one slip of the hand makes of it, where it is none itself. */
  of(piece: Piece, mend: boolean): Readings {
    // Numbers are too many to be remembered, and soon looked up.
    if (piece.is !== 'word') return this.#make(piece, mend);
    const name = piece.isCut || mend ? `${piece.typed}${piece.isCut ? '.' : ''}${mend ? '~' : ''}` : piece.typed;
    const known = this.#readings.get(name);
    if (known) return known;
    if (this.#readings.size > READINGS_MAX) this.#readings.clear();
    const made = this.#make(piece, mend);
    this.#readings.set(name, made);
    return made;
  }

  #make({ form, typed, is, isCut }: Piece, mend: boolean): Readings {
    if (is === 'number') {
      const word = this.#lexicon.wordNumber(form);
      return word === undefined ? NO_READINGS : Int32Array.of(word * SURENESS + NUMBER);
    }
    const found = new Map<number, number>();
    const add = (word: number | undefined, sure: number) => {
      if (word !== undefined && sure > (found.get(word) ?? 0)) found.set(word, sure);
    };
    add(this.#lexicon.wordNumber(form), SURE);
    // «водило» is no «вод.», «колено» no «кол.».
    if (typed.length - form.length <= ENDING_MAX)
      for (const other of this.#lexicon.meantBy(form)) add(this.#lexicon.wordNumber(other), ADJECTIVE);
    if (is !== 'word') return packedReadings(found);
    // «ремни» is no «рем», «поршневая» no piston: what is a name of its own says nothing of another one.
    const isName = this.#lexicon.isWholeName(this.#lexicon.wordNumber(form));
    if (/^[а-я]+$/.test(form))
      for (const other of relatives(form))
        if (!isName || other.length > form.length) add(this.#lexicon.wordNumber(other), ADJECTIVE);
    const [cut = ''] = typed.split(/[/-]/);
    // «вент-р» may be a name of its own too.
    const isKnown = found.size > 0 && cut === typed;
    if (cut.length >= (isCut ? 2 : isKnown ? KNOWN_CUT_MIN : CUT_MIN)) {
      for (const word of this.#lexicon.wordsFrom(cut, BEGINNINGS_MAX)) add(word, CUT);
      if (form !== cut && found.size === 0)
        for (const word of this.#lexicon.wordsFrom(form, BEGINNINGS_MAX)) add(word, CUT);
    }
    if (mend && found.size === 0 && form.length >= SLIP_MIN) {
      for (const other of this.#lexicon.wordsNear(form)) add(other, SLIP);
    }
    return packedReadings(found);
  }
}

/** «рессорный» is «рессоры», «тормоза» is «тормозной». */
function* relatives(stem: string): Generator<string> {
  if (stem.length < 4) return;
  if (stem.endsWith('н')) yield stem.slice(0, -1);
  if (stem.endsWith('ов') || stem.endsWith('ев')) yield stem.slice(0, -2);
  yield `${stem}н`;
  yield `${stem}ян`;
  if (stem.endsWith('ян') && stem.length > 5) yield stem.slice(0, -2);
  yield `${stem}ов`;
  if (stem.endsWith('к')) yield `${stem.slice(0, -1)}очн`;
  if (stem.endsWith('очн')) yield `${stem.slice(0, -3)}к`;
}
