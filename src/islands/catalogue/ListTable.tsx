import type { ListLineAnswer, ListTotals } from '../../../contract/list-search.ts';
import { formatExactPrice } from '../../../rules/format/price.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { listSearch, totalNotes } from '../../lib/catalogue/list-search-texts.ts';
import { ListLine } from './ListLine.tsx';

interface Props {
  readonly lines: readonly ListLineAnswer[];
  readonly totals: ListTotals;
  readonly onLine: (line: number, other: string) => void;
}

/** The lines that found something, and what they come to. */
export function ListTable({ lines, totals, onLine }: Props) {
  const { columns } = listSearch;
  return (
    <table className="list-table">
      <caption className="visually-hidden">{catalog.results}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.asked}</th>
          <th scope="col">{columns.part}</th>
          <th scope="col" className="end">
            {columns.stock}
          </th>
          <th scope="col" className="end">
            {columns.price}
          </th>
          <th scope="col" className="end">
            {columns.sum}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <ListLine key={line.line} line={line} onLine={onLine} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {listSearch.total(totals)}
            <small>{totalNotes(totals).join(', ')}</small>
          </th>
          <td className="end price">{formatExactPrice(totals.sum) ?? listSearch.onRequest}</td>
        </tr>
      </tfoot>
    </table>
  );
}
