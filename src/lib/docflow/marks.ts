/** Which documents of a list are marked, and where the last mark was put. */
export interface Marks {
  readonly ids: ReadonlySet<number>;
  /** Where a range begins; null: nowhere. */
  readonly anchor: number | null;
}

export const NO_MARKS: Marks = { ids: new Set(), anchor: null };

/** The marks after a press on the box of a document; with a range everything between it and the last pressed box follows it. */
export function withMark(
  { ids, anchor }: Marks,
  rows: readonly number[],
  id: number,
  isRange: boolean,
): Marks {
  const next = new Set(ids);
  const isMarked = !ids.has(id);
  const [from, to] = [rows.indexOf(anchor ?? id), rows.indexOf(id)].toSorted((one, other) => one - other);
  const touched = isRange && from !== undefined && from >= 0 ? rows.slice(from, (to ?? from) + 1) : [id];
  for (const one of touched) {
    if (isMarked) next.add(one);
    else next.delete(one);
  }
  return { ids: next, anchor: id };
}

/** Everything that is shown marked, or nothing where it is already. */
export const withAllMarked = ({ ids }: Marks, rows: readonly number[]): Marks =>
  rows.every((id) => ids.has(id)) ? NO_MARKS : { ids: new Set(rows), anchor: null };
