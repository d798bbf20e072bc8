import type { Position } from '../../../contract/bridge.ts';
import { paths } from '../../lib/paths/paths.ts';
import { Article } from './Article.tsx';
import { Amount, Price } from './Stock.tsx';

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
      </td>
    </>
  );
}
