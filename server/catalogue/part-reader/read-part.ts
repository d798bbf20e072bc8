// Reads what a part is out of a title or a query: its kind, side, machines, marks, sizes. Rules only; every name stands
// in the data files beside.

import { KindReader, type ReadKinds } from './kinds-in-text.ts';
import { type Kind, keyOfPieces, type Lexicon, theLexicon } from './lexicon.ts';
import { MachineReader, type ReadMachines } from './machines-in-text.ts';
import type { Claim, OwnReadings } from './own-readings.ts';
import { endOf, type Piece, piecesOf, type Role } from './pieces.ts';
import { readSizes } from './sizes.ts';

export interface PartReading extends ReadMachines, Pick<ReadKinds, 'kind' | 'objects'> {
  readonly pieces: readonly Piece[];
  /** By piece. */
  readonly roles: readonly Role[];
  readonly sides: readonly string[];
  readonly marks: readonly string[];
  /** In one notation: «135x140», «m8x1.25», «24v». */
  readonly sizes: readonly string[];
}

const NO_CLAIMS: readonly Claim[] = [];

/** Takes what the shop says something of from what else it might be read as: one word wholly, a machine too. */
function settle({ machine, from, to, isSingle }: Claim, roles: Role[]): void {
  if (machine || isSingle) roles.fill(machine ? 'rest' : 'noise', from, to);
}

class PartReader {
  readonly #lexicon: Lexicon;
  readonly #machines: MachineReader;
  readonly #kinds: KindReader;

  constructor(lexicon: Lexicon = theLexicon()) {
    this.#lexicon = lexicon;
    this.#machines = new MachineReader(lexicon);
    this.#kinds = new KindReader(lexicon, (piece) => this.#machines.namedBy(piece));
  }

  /** `own`: what the shop says of wordings goes over the data; `plain`: words, as typed, that are never read as a name. */
  read(text: string, own: OwnReadings | null = null, plain: readonly string[] = []): PartReading {
    const pieces = piecesOf(text);
    const roles: Role[] = pieces.map(() => 'rest');
    // A sign is part of no name.
    const named = pieces.map((piece) => (plain.includes(piece.typed) ? { ...piece, is: 'sign' as const } : piece));
    return { ...this.#readNames(named, roles, own), pieces, roles };
  }

  #readNames(pieces: readonly Piece[], roles: Role[], own: OwnReadings | null): Omit<PartReading, 'pieces' | 'roles'> {
    this.#readAmounts(pieces, roles);
    const sizes = readSizes(pieces, roles);
    const claims = own?.claimsIn(pieces) ?? NO_CLAIMS;
    for (const claim of claims) settle(claim, roles);
    const { machines, named } = this.#machines.read(pieces, roles, claims);
    const { sides, marks } = this.#readSigns(pieces, roles);
    const { kind, objects, late } =
      claims.length > 0 ? this.#kinds.readClaimed(pieces, roles, claims) : this.#kinds.read(pieces, roles);
    const others = late.filter((group) => !group.some((machine) => machines.includes(machine)));
    return {
      ...{ kind, objects, sides, marks, sizes },
      machines: [...machines, ...others.flat()],
      named: [...named, ...others],
    };
  }

  #readSigns(pieces: readonly Piece[], roles: Role[]) {
    const sides = new Set<string>();
    const marks = new Set<string>();
    for (let at = 0; at < pieces.length; at++) {
      if (roles[at] !== 'rest' || isGearNumber(pieces, at)) continue;
      const cut = this.#lexicon.sideFrom(pieces[at] as Piece);
      if (cut) {
        sides.add(cut);
        roles[at] = 'side';
        continue;
      }
      for (let count = this.#lexicon.longestSign(pieces[at]?.form ?? ''); count > 0; count--) {
        const end = endOf(pieces, at, count);
        const sign = end === null ? undefined : this.#lexicon.signOf(keyOfPieces(pieces.slice(at, end)));
        if (!sign || end === null) continue;
        if (sign.sort === 'сторона') for (const side of sign.name.split(' ')) sides.add(side);
        if (sign.sort === 'знак') marks.add(sign.name);
        const role = sign.sort === 'сторона' ? 'side' : sign.sort === 'знак' ? 'mark' : 'noise';
        for (let one = at; one < end; one++) roles[one] = role;
        at = end - 1;
        break;
      }
    }
    return { sides: [...sides], marks: [...marks] };
  }

  /** «4 шт», «2 к-та», «1.» before a line of a list. */
  #readAmounts(pieces: readonly Piece[], roles: Role[]): void {
    const [first, dot, next] = pieces;
    if (first?.is === 'number' && dot?.is === 'sign' && /^[.)]$/.test(dot.typed) && next && !next.isGlued)
      roles[0] = 'noise';
    for (const [at, piece] of pieces.entries()) {
      const before = at - 1;
      if (piece.is !== 'word' || pieces[before]?.is !== 'number' || !this.#lexicon.isUnit(piece.form)) continue;
      // «65.05510-5020 к-т» counts nothing.
      if (pieces[before]?.isGlued || (pieces[before]?.typed.length ?? 0) > 4) continue;
      roles[before] = 'noise';
      roles[at] = 'noise';
    }
  }

  partsOf(kind: Kind): readonly Kind[] {
    return this.#kinds.partsOf(kind);
  }
}

let reader: PartReader | undefined;
/** The last text and what it says: a document and its facts are made one after the other. */
let last: {
  readonly text: string;
  readonly own: OwnReadings | null;
  readonly plain: string;
  readonly reading: PartReading;
} | null = null;

const theReader = (): PartReader => {
  reader ??= new PartReader();
  return reader;
};

/** The parts that the name of a kind contains: of «прокладка головки блока» the head. */
export const partsOf = (kind: Kind): readonly Kind[] => theReader().partsOf(kind);

/**
 * What a title or a query says of its part, by the data of the product and what the shop says over them; words of
 * `plain` are read as no name.
 */
export function readPart(text: string, own: OwnReadings | null = null, plain: readonly string[] = []): PartReading {
  const words = plain.join(' ');
  if (last?.text === text && last.own === own && last.plain === words) return last.reading;
  const reader = theReader();
  last = { text, own, plain: words, reading: reader.read(text, own, plain) };
  return last.reading;
}

/** «шестерня 5 перед.» is of the fifth gear. */
const isGearNumber = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at]?.typed.startsWith('пер') === true &&
  pieces[at - 1]?.is === 'number' &&
  (pieces[at - 1]?.typed.length ?? 0) === 1;
