import type { FoundPosition, Match } from '../../../contract/bridge.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { photoSources } from '../../lib/position/photo.ts';
import { PartPicture } from '../ui/PartPicture.tsx';
import { PositionHeads, StockCells, TitleAndArticle } from './PositionCells.tsx';

interface Group {
  readonly match: Match;
  readonly rows: FoundPosition[];
}

/** Rows in the order of the answer, cut where the way they were found changes. */
function groupsOf(rows: readonly FoundPosition[]): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last?.match === row.match) last.rows.push(row);
    else groups.push({ match: row.match, rows: [row] });
  }
  return groups;
}

/** Results as a table; a narrow screen shows each row as a card in the same order. */
export function ResultsTable({ rows, query }: { rows: readonly FoundPosition[]; query: string }) {
  const groups = groupsOf(rows);
  return (
    <table className="results">
      <caption className="visually-hidden">{catalog.results}</caption>
      <thead>
        <tr>
          <PositionHeads />
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.rows[0]?.id}>
          {groups.length > 1 && (
            <tr className="group">
              <th scope="rowgroup" colSpan={4}>
                {catalog.groups[group.match]}
              </th>
            </tr>
          )}
          {group.rows.map((row) => (
            <ResultRow key={row.id} row={row} query={query} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function ResultRow({ row, query }: { row: FoundPosition; query: string }) {
  const sameMaker = row.manufacturer?.toLowerCase() === row.brantTitle.toLowerCase();
  return (
    <tr>
      <td className="what">
        <div className="what-row">
          <Thumbnail row={row} />
          <div>
            <TitleAndArticle position={row} query={query} />
          </div>
        </div>
      </td>
      <td className="maker">
        {row.manufacturer || row.brantTitle}
        {row.manufacturer && !sameMaker && (
          <small>
            {catalog.brand}: {row.brantTitle}
          </small>
        )}
      </td>
      <StockCells position={row} />
    </tr>
  );
}

function Thumbnail({ row }: { row: FoundPosition }) {
  if (!row.photo) return <PartPicture title={row.title} className="thumbnail" />;
  return (
    <span className="part-picture thumbnail">
      <img src={photoSources(row.photo).src} alt="" width={56} height={44} loading="lazy" decoding="async" />
    </span>
  );
}
