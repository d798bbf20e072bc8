// One line of the answer to a buyer's pasted list: what was asked for, the part, how many there are, the price, other
// readings.
import type { ListLineAnswer, ListPart } from '../../../contract/catalogue/parts.ts';
import { markArticle } from '../../../rules/catalogue/article.ts';
import { plainLine } from '../../../rules/catalogue/list.ts';
import { AMOUNT_TO_ORDER, formatAmount, formatExactPrice, formatPrice } from '../../../rules/format/texts.ts';
import { listSearch } from '../../lib/catalogue/list-search-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { itemsOfTakes } from '../../lib/requests/request-address.ts';
import { Button } from '../ui/controls.tsx';
import { AddToRequest } from './AddToRequest.tsx';

interface ListLineProps {
  readonly line: ListLineAnswer;
  readonly onLine: (line: number, other: string) => void;
}

export function ListLine({ line: { line, readings, chosen }, onLine }: ListLineProps) {
  const reading = readings[chosen];
  const part = reading?.parts[0];
  if (!reading || !part) return null;
  const { article, amount, problem } = reading;
  const read = (other: { article: string; amount: number }, maker = '') => onLine(line, plainLine({ ...other, maker }));
  return (
    <tr>
      <th scope="row" className="asked breaks">
        <span className="mono">{article}</span> <span className="wanted">{listSearch.wanted(amount)}</span>
        {problem && <small className="list-problem">{listSearch.problems[problem]}</small>}
        {readings
          .filter((other) => other !== reading)
          .map((other) => (
            <Button key={other.article} kind="quiet" onClick={() => read(other)}>
              {listSearch.readAs(other.article, other.amount)}
            </Button>
          ))}
      </th>
      <td className="what breaks">
        <a className="title" href={paths.product(aliasOf(part))}>
          {part.title || part.article}
        </a>
        <Article article={part.article} query={article} />{' '}
        {part.maker && <span className="list-maker">{part.maker}</span>}
        {part.offers > 1 && <small>{listSearch.offers(part.offers)}</small>}
        {part.takes.length > 1 && (
          <small>
            {part.takes
              .map(({ stock, amount: taken, price }) => listSearch.take(stock, taken, formatPrice(price)))
              .join(', ')}
          </small>
        )}
        <ListMakers parts={reading.parts.slice(1)} onChoose={({ maker }) => read(reading, maker ?? '')} />
      </td>
      <td className="stock end">
        <Stock part={part} wanted={amount} />
      </td>
      <td className="cost end">{priceOf(part)}</td>
      <td className="sum end price">
        {formatExactPrice(part.sum) ?? <span className="price-on-request">{listSearch.onRequest}</span>}
        <AddLine part={part} />
      </td>
    </tr>
  );
}

function AddLine({ part: { id, article, title, takes } }: { part: ListPart }) {
  if (takes.length === 0) return null;
  const { items, prices } = itemsOfTakes(takes);
  return <AddToRequest offer={{ id, items, article, title, price: prices }} />;
}

/** The card of the first offer to take. */
const aliasOf = ({ takes, best }: ListPart): string =>
  (best.find(({ id }) => id === takes[0]?.positionId) ?? best[0])?.alias ?? '';

/** The price of one where there is only one, else the lowest. */
function priceOf({ takes }: ListPart): string {
  const prices = takes.map(({ price }) => price);
  const shown = formatExactPrice(prices[0] ?? null);
  if (!shown) return listSearch.onRequest;
  return prices.every((price) => price === prices[0]) ? shown : listSearch.from(shown);
}

function Stock({ part, wanted }: { part: ListPart; wanted: number }) {
  const { amount, short } = part;
  if (amount <= 0) return <span className="tag warn">{AMOUNT_TO_ORDER}</span>;
  if (short > 0) return <span className="tag warn">{listSearch.short(wanted - short, wanted)}</span>;
  return <span className="tag ok">{listSearch.enough(amount)}</span>;
}

interface ListMakersProps {
  readonly parts: readonly ListPart[];
  readonly onChoose: (part: ListPart) => void;
}

/** The same article of other makers, one of which may be chosen instead. */
function ListMakers({ parts, onChoose }: ListMakersProps) {
  if (parts.length === 0) return null;
  return (
    <details className="list-makers">
      <summary>{listSearch.others(parts.length)}</summary>
      <ul>
        {parts.map((part) => {
          const { id, maker, title, amount, priceFrom } = part;
          const price = formatPrice(priceFrom);
          return (
            <li key={id}>
              <span>
                <strong>{maker ?? listSearch.unnamedMaker}</strong> {title}
                <small>
                  {formatAmount(amount) ?? AMOUNT_TO_ORDER}, {price ? listSearch.from(price) : listSearch.onRequest}
                </small>
              </span>
              {maker && (
                <Button aria-label={listSearch.chooseMaker(title, maker)} onClick={() => onChoose(part)}>
                  {listSearch.choose}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

interface ArticleProps {
  readonly article: string;
  /** What was typed; the matching stretch of the article is marked. */
  readonly query?: string;
}

function Article({ article, query = '' }: ArticleProps) {
  let at = 0;
  return (
    <span className="mono article">
      {markArticle(article, query).map((piece) => {
        const key = at;
        at += piece.text.length;
        return piece.hit ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
      })}
    </span>
  );
}
