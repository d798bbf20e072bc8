import type { ErrorGroup } from '../../../contract/run-counts.ts';
import { formatNumber } from '../../../rules/format/number.ts';
import { runReport } from '../../lib/import-runs/run-texts.ts';

/** What stands for rows where a remark is about the file as a whole. */
const WHOLE_FILE = '0';

interface Props {
  readonly heading: string;
  readonly groups: readonly ErrorGroup[];
}

/** Equal remarks of many rows, each with its rows as the sheet numbers them. */
export function ErrorGroups({ heading, groups }: Props) {
  if (groups.length === 0) return null;
  const { table } = runReport;
  const hasSheets = groups.some(({ sheet }) => sheet !== undefined);
  return (
    <section className="reports">
      <h2>{heading}</h2>
      <table>
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
                <td className="sheet-name" data-label={table.sheet}>
                  {group.sheet ?? '—'}
                </td>
              )}
              <td data-label={table.column}>{group.column ?? '—'}</td>
              <td data-label={table.text} className="mono">
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
