// What the shop says of wordings in titles and queries, over what the data of the reader say of them.
import { isReadKind } from '../../../contract/catalogue/words.ts';
import { wordsOf } from '../../platform/text/words.ts';
import type { Kind, Machine } from './lexicon-data.ts';
import { nameOf } from './names.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** One entry of the shop; of those of other kinds than READ_KINDS the reader takes no notice. */
export interface OwnEntry {
  readonly kind: string;
  readonly word: string;
  readonly means: string;
}

interface Reading {
  readonly forms: readonly string[];
  /** Null for both: neither part nor machine. */
  readonly part: Kind | null;
  readonly machine: Machine | null;
}

/** Pieces of a text that the shop says something of: those from `from` to before `to`. */
export interface Claim extends Pick<Reading, 'part' | 'machine'> {
  readonly from: number;
  readonly to: number;
  /** Whether it is one word or number. */
  readonly isSingle: boolean;
}

/** «№» as the reader cuts it. */
const NUMBER_SIGN = 'no';

const formsOfPiece = ({ is, typed }: Piece): string[] => (is === 'sign' || typed === NUMBER_SIGN ? [] : wordsOf(typed));

/** The word forms of a wording, by which titles that hold it are found in the word index. */
export const formsOfWording = (wording: string): string[] => piecesOf(wording).flatMap(formsOfPiece);

export class OwnReadings {
  /** By their first form, the longest first. */
  readonly #byStart = new Map<string, Reading[]>();

  constructor(readings: readonly Reading[]) {
    const sorted = [...readings].sort((one, other) => other.forms.length - one.forms.length);
    for (const reading of sorted) {
      const [first = ''] = reading.forms;
      const list = this.#byStart.get(first);
      if (list) list.push(reading);
      else this.#byStart.set(first, [reading]);
    }
  }

  /** What stands in a text, from left to right, at each place the longest wording. */
  claimsIn(pieces: readonly Piece[]): Claim[] {
    const forms: string[] = [];
    const places: number[] = [];
    for (const [at, piece] of pieces.entries())
      for (const form of formsOfPiece(piece)) {
        forms.push(form);
        places.push(at);
      }
    const isEdge = (at: number) => at === 0 || places[at] !== places[at - 1];
    const claims: Claim[] = [];
    for (let at = 0; at < forms.length; ) {
      const found = (isEdge(at) ? this.#byStart.get(forms[at] as string) : undefined)?.find(
        (reading) => isEdge(at + reading.forms.length) && reading.forms.every((form, one) => forms[at + one] === form),
      );
      if (!found) {
        at++;
        continue;
      }
      const from = places[at] as number;
      at += found.forms.length;
      const to = (places[at - 1] as number) + 1;
      claims.push({ part: found.part, machine: found.machine, from, to, isSingle: to - from === 1 });
    }
    return claims;
  }
}

const made = new WeakMap<readonly OwnEntry[], OwnReadings | null>();

/** The readings among the entries of the shop; null where there are none. Made once for the same array. */
export function ownReadings(entries: readonly OwnEntry[]): OwnReadings | null {
  const known = made.get(entries);
  if (known !== undefined) return known;
  const readings = entries.flatMap((entry) => readingOf(entry) ?? []);
  const own = readings.length > 0 ? new OwnReadings(readings) : null;
  made.set(entries, own);
  return own;
}

/** Null for an entry that says nothing to the reader: of another kind, or with a name that its data have no more. */
function readingOf({ kind, word, means }: OwnEntry): Reading | null {
  if (!isReadKind(kind)) return null;
  const forms = formsOfWording(word);
  if (forms.length === 0) return null;
  if (kind === 'plain') return { forms, part: null, machine: null };
  const named = nameOf(kind, means);
  return named && { forms, part: null, machine: null, ...named };
}

/** What the note of how titles were read gets behind it while the titles that hold a wording are still to be read again. */
export const pendingReread = (wording: string): string => `\n${wording}\n`;
