import type { UploadDoubt } from '../../../../contract/bridge.ts';
import type { ErrorGroup } from '../../../../contract/run-counts.ts';
import { formatNumber } from '../../../../rules/format/number.ts';
import { doubtsOfPrices, type PriceFacts } from './price-doubts.ts';
import { shareText } from './share-text.ts';

/** What a run came to, in rows and positions. */
export interface RunFacts {
  readonly applied: number;
  /** Rows that could not be applied, and rows without an article. */
  readonly refused: number;
  /** Rows left out as the form or the life of prices has it. */
  readonly leftOut: number;
  readonly prices: PriceFacts;
  /** Positions that lose their stock or are removed because the file does not name them. */
  readonly emptied: number;
  /** Equal row errors. */
  readonly errorGroups: readonly ErrorGroup[];
}

/** Shares of rows or positions from which on a run is doubtful. */
const REFUSED_SHARE = 0.2;
const SHIFTED_SHARE = 0.6;
/** Why a run that ended well should yet not be taken for a success; empty when nothing speaks against it. */
export function doubtsOf(facts: RunFacts): UploadDoubt[] {
  const { applied, refused, leftOut, emptied } = facts;
  const doubts: UploadDoubt[] = [];
  const rows = applied + refused + leftOut;
  if (applied === 0) {
    const text =
      'Ни\u00a0одна строка не\u00a0применена, каталог не\u00a0изменился. Проверьте лист, начальную строку и\u00a0столбцы.';
    doubts.push({ kind: 'nothing-applied', text });
  } else if (refused > rows * REFUSED_SHARE) {
    const text = `Не\u00a0применены ${shareText(refused, rows)} строк. Проверьте начальную строку и\u00a0столбцы.`;
    doubts.push({ kind: 'mostly-failed', text });
  }
  const shifted = mostlyUnread(facts.errorGroups, rows);
  if (shifted) {
    const text = `Похоже, сдвинуты столбцы: в\u00a0столбце ${shifted.column} не\u00a0читаются ${shareText(shifted.count, rows)} строк, например «${shifted.text}».`;
    doubts.push({ kind: 'columns-shifted', text });
  }
  doubts.push(...doubtsOfPrices(facts.prices));
  if (emptied > applied) {
    const text = `Прайс не\u00a0называет ${formatNumber(emptied)} позиций этого бренда и\u00a0поставщика, больше половины: они лишатся остатка или будут скрыты.`;
    doubts.push({ kind: 'mostly-missing', text });
  }
  return doubts;
}

/** Errors that say nothing of whether the column is the wanted one. */
const NO_OTHER_COLUMN: ReadonlySet<string> = new Set(['formula-without-value', 'formula-error', 'currency']);

interface Unread {
  readonly column: string;
  readonly count: number;
  readonly text: string;
}

/** The column in which most rows fail; a row has at most a few errors of one column, so that their sum tells. */
function mostlyUnread(groups: readonly ErrorGroup[], rows: number): Unread | null {
  const byColumn = new Map<string, Unread>();
  for (const { column, code, count, text } of groups) {
    if (column === null || NO_OTHER_COLUMN.has(code)) continue;
    const before = byColumn.get(column);
    byColumn.set(column, { column, count: count + (before?.count ?? 0), text: before?.text ?? text });
  }
  const worst = [...byColumn.values()].toSorted((one, other) => other.count - one.count)[0];
  return worst && worst.count > rows * SHIFTED_SHARE ? worst : null;
}
