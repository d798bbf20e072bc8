import {
  labelWithUnit,
  POSITION_COLUMNS,
  POSITION_NAMES,
  type PositionColumn,
  type PositionColumnName,
} from '../../../../contract/catalogue/columns.ts';
import type { RunChange } from '../../../../contract/catalogue/runs.ts';
import { HIDDEN } from '../../../../contract/catalogue/words.ts';
import { formatNumber, formatPrice } from '../../../../rules/format/texts.ts';
import { createCursorList } from '../../ui/cursor-list.ts';
import type { RunCalls } from './run-calls.ts';
import { runReport } from './run-report-texts.ts';

/** What a run has changed, narrowed by how an article begins. */
export const createChanges = (calls: Pick<RunCalls, 'changes'>, id: number) =>
  createCursorList(
    {
      page: (query: string, cursor, signal) => calls.changes(id, query, cursor, signal),
      rowsOf: ({ changes }) => changes,
    },
    '',
  );

export type Changes = ReturnType<typeof createChanges>;

/** One column of a position before and after; `before` is null for a new position. */
interface ChangedCell {
  readonly label: string;
  readonly before: string | null;
  readonly after: string;
}

/** Stand beside the changes of a new position anyway. */
const NAMING: ReadonlySet<string> = new Set(['article', 'title']);

/**
 * The values of a change that a person understands, with their labels: what differs, or what a new position has. The
 * units are those of the table: kopecks, hundredths.
 */
export function changedCells({ before, after }: RunChange): ChangedCell[] {
  return POSITION_NAMES.filter((name) => name in after && labelOf(name) !== '').flatMap((name) => {
    const text = valueText(name, after[name] ?? null);
    if (before !== null) return { label: labelOf(name), before: valueText(name, before[name] ?? null), after: text };
    return NAMING.has(name) || isBlank(after[name]) ? [] : { label: labelOf(name), before: null, after: text };
  });
}

const isBlank = (value: unknown): boolean => value === null || value === '' || value === 0;

const labelOf = (name: PositionColumnName): string =>
  name === 'price' ? POSITION_COLUMNS.price.label : labelWithUnit(name);

function valueText(name: PositionColumnName, value: string | number | null): string {
  if (name === 'hidden') return runReport.shown[Number(value ?? HIDDEN.shown)] ?? '';
  const { imported }: PositionColumn = POSITION_COLUMNS[name];
  if (name === 'price') return formatPrice(hundredths(value)) ?? runReport.noPrice;
  if (value === null || value === '') return '—';
  if (imported?.as === 'size') return formatNumber(hundredths(value));
  return typeof value === 'number' ? formatNumber(value) : value;
}

const hundredths = (value: string | number | null): string => (Number(value ?? 0) / 100).toFixed(2);
