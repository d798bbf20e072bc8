import type { ListSearchRow } from '../../../contract/bridge.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { listSearch } from '../../lib/catalogue/list-search-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { PositionHeads, StockCells, TitleAndArticle } from './PositionCells.tsx';

/** The answer of a list search: each article that was asked with its positions, or a word that there are none. */
export function ListSearchTable({ rows }: { rows: readonly ListSearchRow[] }) {
  return (
    <table className="results list">
      <caption className="visually-hidden">{catalog.results}</caption>
      <thead>
        <tr>
          <th scope="col">{listSearch.asked}</th>
          <PositionHeads />
        </tr>
      </thead>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same article may stand on several lines, and lines never move
        <tbody key={at}>
          {row.positions.length === 0 ? <MissingRow article={row.article} /> : <FoundRows row={row} />}
        </tbody>
      ))}
    </table>
  );
}

function MissingRow({ article }: { article: string }) {
  return (
    <tr className="missing">
      <th scope="row" className="asked mono">
        {article}
      </th>
      <td colSpan={4} className="none">
        <span className="tag bad">{listSearch.missing}</span>{' '}
        <a href={paths.search(article)}>{catalog.similar}</a>
      </td>
    </tr>
  );
}

function FoundRows({ row }: { row: ListSearchRow }) {
  return row.positions.map((position, at) => (
    <tr key={position.id}>
      {at === 0 && (
        <th scope="rowgroup" rowSpan={row.positions.length} className="asked mono">
          {row.article}
        </th>
      )}
      <td className="what">
        <TitleAndArticle position={position} query={row.article} />
      </td>
      <td className="maker">{position.manufacturer || position.brantTitle}</td>
      <StockCells position={position} />
    </tr>
  ));
}
