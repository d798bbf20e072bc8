import type { RowReport } from '../../../../contract/bridge.ts';
import type { ErrorGroup } from '../../../../contract/run-counts.ts';
import { kindOf } from './report.ts';

/** Groups that are kept; a file with more kinds of errors says nothing more by them. */
const GROUPS_MAX = 200;
/** Ranges of one group that are kept while rows come, and those that are shown. */
const RANGES_MAX = 1_000;
const RANGES_SHOWN = 12;

interface Group {
  readonly code: string;
  readonly message: string;
  readonly column: string | null;
  readonly sheet?: string;
  readonly text: string;
  count: number;
  /** First and last row of each range, in the order in which they came. */
  readonly ranges: [number, number][];
}

/** What is equal in the remarks of a run: one entry for each message and column, with its rows as ranges. */
export class RemarkGroups {
  readonly #groups = new Map<string, Group>();

  /** Takes a remark; `groupedAs` stands for its words where they are true of this row alone. */
  add(remark: RowReport, groupedAs?: string): void {
    const { row, column, code, text, sheet } = remark;
    const message = groupedAs ?? remark.message;
    // Remarks that name another row are of one kind, though their words differ.
    const key = `${kindOf(remark)}\n${column ?? ''}\n${sheet ?? ''}\n${withoutNumbers(message)}`;
    const group = this.#groups.get(key);
    if (group) {
      group.count += 1;
      addRow(group.ranges, row);
    } else if (this.#groups.size < GROUPS_MAX)
      this.#groups.set(key, {
        code,
        message,
        column,
        ...(sheet === undefined ? {} : { sheet }),
        text,
        count: 1,
        ranges: [[row, row]],
      });
  }

  /** The groups, the largest first. */
  list(): ErrorGroup[] {
    return [...this.#groups.values()]
      .toSorted((one, other) => other.count - one.count)
      .map(({ ranges, ...group }) => ({ ...group, rows: rangesText(ranges) }));
  }
}

/** A message with its numbers and quotations left out. */
const withoutNumbers = (message: string): string => message.replace(/\d+|«[^«»]*»/gu, '');

function addRow(ranges: [number, number][], row: number): void {
  const last = ranges.at(-1);
  if (last && (row === last[1] || row === last[1] + 1)) last[1] = row;
  else if (ranges.length < RANGES_MAX) ranges.push([row, row]);
}

/** `5–12, 40`; an ellipsis stands for ranges that are not shown. */
function rangesText(ranges: readonly (readonly [number, number])[]): string {
  const merged: [number, number][] = [];
  for (const [first, last] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const before = merged.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else merged.push([first, last]);
  }
  const shown = merged
    .slice(0, RANGES_SHOWN)
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return merged.length > RANGES_SHOWN ? `${shown.join(', ')}…` : shown.join(', ');
}
