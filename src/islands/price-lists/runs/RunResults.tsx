// What a run (an import of a price list) does or did, in figures: totals, rows of each sheet, equal errors together;
// for the dry run and for reports too.
import type { ErrorGroup, RowReport, RunCounts, RunKind, SheetCounts } from '../../../../contract/catalogue/runs.ts';
import { UPLOAD_REPORT_MAX } from '../../../../contract/limits.ts';
import { formatNumber } from '../../../../rules/format/texts.ts';
import { COUNT_LABELS } from '../../../../rules/price-lists/run-labels.ts';
import { runReport as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import type { RuleInWords } from '../../../lib/price-lists/upload/price-rules.ts';
import { Button } from '../../ui/controls.tsx';

const NAMES = Object.keys(COUNT_LABELS) as readonly (keyof RunCounts)[];
/** Counts that need attention when they are not zero. */
const TROUBLE: ReadonlySet<keyof RunCounts> = new Set(['priceGone', 'failed', 'clashing']);

/** What a run of crosses never does. */
const OF_POSITIONS: ReadonlySet<keyof RunCounts> = new Set([
  'priceUp',
  'priceDown',
  'priceGone',
  'stockChanged',
  'termsChanged',
  'clashing',
]);

/** What a run does or did, as large figures. */
export function RunFigures({ counts, kind = 'file' }: { readonly counts: RunCounts; readonly kind?: RunKind }) {
  const shownNames = kind === 'crosses' ? NAMES.filter((name) => !OF_POSITIONS.has(name)) : NAMES;
  return (
    <dl className="run-figures below-20 row" aria-label={texts.counts}>
      {shownNames.map((name) => (
        <div key={name} className={counts[name] === 0 ? 'none' : TROUBLE.has(name) ? 'trouble' : undefined}>
          <dt>{COUNT_LABELS[name]}</dt>
          <dd>{formatNumber(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

const FIGURES = ['applied', 'skipped', 'failed'] as const;

interface SheetFiguresProps {
  readonly sheets?: readonly SheetCounts[] | undefined;
  /** Takes a sheet in that was left out; missing where that is over. */
  readonly onTake?: (name: string) => void;
}

/** What became of the rows of each sheet, where several are read in one run. */
export function SheetFigures({ sheets = [], onTake }: SheetFiguresProps) {
  if (sheets.length === 0) return null;
  const { sheetTable: table } = texts;
  return (
    <section className="reports sheet-figures">
      <h2>{texts.sheets}</h2>
      <table className="cards labelled">
        <thead>
          <tr>
            <th scope="col">{table.sheet}</th>
            {FIGURES.map((name) => (
              <th key={name} scope="col" className="number">
                {table[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheets.map((sheet) => (
            <tr key={sheet.name}>
              <td className="sheet-name breaks" data-label={table.sheet}>
                {sheet.name} {sheet.isLeftOut && <span className="tag warn">{table.leftOut}</span>}{' '}
                {sheet.isLeftOut && onTake && (
                  <Button kind="quiet" onClick={() => onTake(sheet.name)} aria-label={table.takeOf(sheet.name)}>
                    {table.take}
                  </Button>
                )}
              </td>
              {FIGURES.map((name) => (
                <td key={name} data-label={table[name]} className="number">
                  {formatNumber(sheet[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What stands for rows where a remark is about the file as a whole. */
const WHOLE_FILE = '0';

/** Equal remarks of many rows, each with its rows as the sheet numbers them. */
export function ErrorGroups({ heading, groups }: { readonly heading: string; readonly groups: readonly ErrorGroup[] }) {
  if (groups.length === 0) return null;
  const { table } = texts;
  const hasSheets = groups.some(({ sheet }) => sheet !== undefined);
  return (
    <section className="reports">
      <h2>{heading}</h2>
      <table className="cards labelled">
        <thead>
          <tr>
            <th scope="col">{table.what}</th>
            {hasSheets && <th scope="col">{table.sheet}</th>}
            <th scope="col">{table.column}</th>
            <th scope="col">{table.text}</th>
            <th scope="col" className="number">
              {table.count}
            </th>
            <th scope="col">{table.rows}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={`${group.code} ${group.sheet} ${group.column} ${group.message}`}>
              <td data-label={table.what}>{group.message}</td>
              {hasSheets && (
                <td className="sheet-name breaks" data-label={table.sheet}>
                  {group.sheet ?? '—'}
                </td>
              )}
              <td data-label={table.column}>{group.column ?? '—'}</td>
              <td data-label={table.text} className="mono breaks">
                {group.text || '—'}
              </td>
              <td data-label={table.count} className="number">
                {formatNumber(group.count)}
              </td>
              <td data-label={table.rows}>{group.rows === WHOLE_FILE ? '—' : group.rows || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Remarks about single rows, each with its place in the file. */
export function RowReports({ heading, rows }: { readonly heading: string; readonly rows: readonly RowReport[] }) {
  if (rows.length === 0) return null;
  const { report } = texts;
  return (
    <section className="reports">
      <h2>{heading}</h2>
      {rows.length >= UPLOAD_REPORT_MAX && <p className="muted">{texts.firstOnly}</p>}
      <table className="cards labelled">
        <thead>
          <tr>
            <th scope="col">{report.row}</th>
            <th scope="col">{report.column}</th>
            <th scope="col">{report.message}</th>
            <th scope="col">{report.text}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.sheet} ${row.row} ${row.column} ${row.code} ${row.text}`}>
              <td className="sheet-row" data-label={report.row}>
                {texts.place(row.row, row.sheet)}
              </td>
              <td data-label={report.column}>{row.column ?? '—'}</td>
              <td data-label={report.message}>{row.message}</td>
              <td data-label={report.text} className="mono breaks">
                {row.text || '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** By what a file was read, in words: a mark-up of another supplier must be seen before it is applied. */
export function ReadingRules({ heading, rules }: { readonly heading: string; readonly rules: readonly RuleInWords[] }) {
  if (rules.length === 0) return null;
  return (
    <section className="check-reading below-20">
      <h2>{heading}</h2>
      <dl>
        {rules.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
