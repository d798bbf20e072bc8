import type { Position } from '../../../contract/bridge.ts';
import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { AddToRequest } from '../request/AddToRequest.tsx';
import { Article } from './Article.tsx';
import { Amount, Price } from './Stock.tsx';

/** Heads of the columns that every table of positions has. */
export function PositionHeads() {
  const { columns } = catalog;
  return (
    <>
      <th scope="col">{columns.title}</th>
      <th scope="col">{columns.manufacturer}</th>
      <th scope="col" className="end">
        {columns.amount}
      </th>
      <th scope="col" className="end">
        {columns.price}
      </th>
    </>
  );
}

/** The title of a position, a link to its card, above its article. */
export function TitleAndArticle({ position, query }: { position: Position; query: string }) {
  return (
    <>
      <a className="title" href={paths.product(position.alias)}>
        {position.title}
      </a>
      <Article article={position.article} query={query} />
    </>
  );
}

/** How many of a position there are and for how much: the last two cells of its row. */
export function StockCells({ position }: { position: Position }) {
  return (
    <>
      <td className="stock end">
        <Amount amount={position.amount} />
        <small>{position.stock}</small>
      </td>
      <td className="cost end">
        <Price price={position.price} />
        <AddToRequest offer={position} />
      </td>
    </>
  );
}
