import type { positionsOf } from './catalogue.ts';

export type Row = Awaited<ReturnType<typeof positionsOf>>[number];

/** What is taken back together; the maker with all that hangs on it. */
const GROUPS = {
  maker: ['manufacturer_key', 'manufacturer', 'alias'],
  article: ['article'],
  title: ['title'],
  price: ['price'],
  amount: ['amount'],
  code: ['code'],
  hidden: ['hidden'],
} as const satisfies Record<string, readonly (keyof Row)[]>;
type Group = keyof typeof GROUPS;
const GROUP_NAMES = Object.keys(GROUPS) as Group[];

export const said = (row: Row, group: Group): string => GROUPS[group].map((name) => row[name]).join('|');

interface Entry {
  readonly run: number;
  readonly value: string;
}
/** What the undoing of a run did to a pile: took its upper entry off, or laid one back. */
interface Move {
  readonly id: number;
  readonly group: Group;
  readonly pile: Entry[];
  readonly entry: Entry;
  /** What the pile ended with afterwards. */
  readonly top: Entry;
  /** The move that took this one back. */
  reverted: Move | null;
}

const stands = ({ reverted }: Move): boolean => reverted === null || !stands(reverted);

/**
 * What undoing means, modelled without history or columns of a run: every value is a pile of what runs made of it, and
 * a run that lies on top is taken off.
 */
export class UndoModel {
  readonly #piles = new Map<number, Record<Group, Entry[]>>();
  readonly #created = new Map<number, number>();
  readonly #moves = new Map<number, Move[]>();

  /** What a run made of the catalogue. */
  ran(run: number, rows: readonly Row[]): void {
    for (const row of rows) {
      const known = this.#piles.get(row.id);
      if (!known) this.#create(run, row);
      else
        for (const group of GROUP_NAMES) {
          const value = said(row, group);
          if (known[group].at(-1)?.value !== value) known[group].push({ run, value });
        }
    }
  }

  #create(run: number, row: Row): void {
    this.#created.set(row.id, run);
    const piles = {} as Record<Group, Entry[]>;
    for (const group of GROUP_NAMES) piles[group] = [{ run, value: said(row, group) }];
    piles.hidden.unshift({ run: 0, value: '2' });
    this.#piles.set(row.id, piles);
  }

  /** What taking a run back by another makes of it; `isFree` says whether a maker of a position is to be had. */
  undid(run: number, by: number, isFree: (id: number, maker: string) => boolean): void {
    const moves: Move[] = [];
    const note = (id: number, group: Group, pile: Entry[], entry: Entry): Move => {
      const move = { id, group, pile, entry, top: pile.at(-1) as Entry, reverted: null };
      moves.push(move);
      return move;
    };
    const take = (id: number, group: Group, pile: Entry[]): Move => note(id, group, pile, pile.pop() as Entry);
    const isHad = (id: number, group: Group, entry: Entry | undefined): boolean =>
      group === 'maker' && !isFree(id, entry?.value ?? '');
    for (const move of this.#moves.get(run) ?? []) {
      const { id, group, pile, entry, top } = move;
      if (pile.at(-1) !== top || !stands(move)) continue;
      if (isHad(id, group, top === entry ? pile.at(-2) : entry)) continue;
      if (top === entry) move.reverted = take(id, group, pile);
      else {
        pile.push(entry);
        move.reverted = note(id, group, pile, entry);
      }
    }
    for (const [id, piles] of this.#piles) {
      const tops = GROUP_NAMES.filter((group) => piles[group].at(-1)?.run === run);
      if (this.#created.get(id) === run) {
        if (tops.length === GROUP_NAMES.length) take(id, 'hidden', piles.hidden);
      } else
        for (const group of tops) {
          if (!isHad(id, group, piles[group].at(-2))) take(id, group, piles[group]);
        }
    }
    this.#moves.set(by, moves);
  }

  /** What the catalogue is to look like. */
  expected(): Map<number, Record<string, string>> {
    return new Map(
      [...this.#piles].map(([id, piles]) => [
        id,
        Object.fromEntries(GROUP_NAMES.map((group) => [group, piles[group].at(-1)?.value ?? ''])),
      ]),
    );
  }
}

export const statesOf = (rows: readonly Row[]): Map<number, Record<string, string>> =>
  new Map(rows.map((row) => [row.id, Object.fromEntries(GROUP_NAMES.map((group) => [group, said(row, group)]))]));
