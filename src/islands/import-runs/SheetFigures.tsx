import type { SheetCounts } from '../../../contract/run-counts.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { runReport } from '../../lib/import-runs/run-texts.ts';

const FIGURES = ['applied', 'skipped', 'failed'] as const;

/** What became of the rows of each sheet, where several are read in one run. */
export function SheetFigures({ sheets = [] }: { readonly sheets?: readonly SheetCounts[] | undefined }) {
  if (sheets.length === 0) return null;
  const { sheetTable: table } = runReport;
  return (
    <section className="reports sheet-figures">
      <h2>{runReport.sheets}</h2>
      <table>
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
              <td className="sheet-name" data-label={table.sheet}>
                {sheet.name}
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
