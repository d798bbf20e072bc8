// One line of the answer to a buyer's pasted list: what was asked for, the part, how many there are, the price, other
// readings.
import type { ListLineAnswer, ListPart, ListReading } from '../../../contract/catalogue/parts.ts';
import { markArticle } from '../../../rules/catalogue/article.ts';
import { plainLine } from '../../../rules/catalogue/list.ts';
import { marksText, saySame } from '../../../rules/catalogue/offer-wording.ts';
import { offerTitle, otherMachinesText, shownMaker } from '../../../rules/catalogue/part.ts';
import { AMOUNT_TO_ORDER, formatAmount, formatPrice } from '../../../rules/format/texts.ts';
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
  const { article, amount, problem, by } = reading;
  const read = (other: { article: string; amount: number }, maker = '') => onLine(line, plainLine({ ...other, maker }));
  const [taken] = part.takes;
  const name = taken && !saySame(taken.name, part.title) ? taken.name : part.title;
  const marks = marksText(taken?.marks ?? part.marks);
  const maker = shownMaker(part);
  const other =
    part.short > 0 &&
    part.best.find(({ id, amount: there }) => there > 0 && !part.takes.some((take) => take.positionId === id));
  return (
    <tr>
      <th scope="row" className="asked breaks">
        <span className={by === 'article' ? 'mono' : undefined}>{article}</span>{' '}
        <span className="wanted">{listSearch.wanted(amount)}</span>
        {problem && <small className="list-problem">{listSearch.problems[problem]}</small>}
        {readings
          .filter((other) => other !== reading && other.parts.length > 0)
          .map((other) => (
            <Button key={other.article} kind="quiet" onClick={() => read(other)}>
              {listSearch.readAs(other.article, other.amount)}
            </Button>
          ))}
      </th>
      <td className="what breaks">
        <a className="title" href={paths.product(aliasOf(part))}>
          {name || part.article}
        </a>
        <span className="list-facts">
          <Article article={part.article} query={by === 'article' ? article : ''} />
          {maker && <span className="list-maker">{maker}</span>}
          {marks && <span className="tag offer-mark">{marks}</span>}
          {by === 'words' && <span className="list-problem">{listSearch.byWords}</span>}
          {part.machines.length > 0 && <span>{otherMachinesText(part.machines)}</span>}
          {part.takes.length > 1 && (
            <span>
              {part.takes
                .map(({ stock, amount: many, inStock, price }) =>
                  listSearch.take(stock, inStock, many - inStock, formatPrice(price)),
                )
                .join(', ')}
            </span>
          )}
          {other && <span>{listSearch.alsoThere(marksText(other.marks), other.amount, formatPrice(other.price))}</span>}
          {part.special && <span className="list-problem">{listSearch.special}</span>}
          <ListParts
            parts={reading.parts.slice(1)}
            by={by}
            onChoose={(other) => read({ article: other.article || article, amount }, other.maker ?? '')}
          />
        </span>
      </td>
      <td className="stock end">
        <Stock part={part} wanted={amount} />
      </td>
      <td className="cost end">{priceOf(part)}</td>
      <td className="sum end price">
        {part.takes.length > 0 &&
          (formatPrice(part.sum) ?? <span className="price-on-request">{listSearch.onRequest}</span>)}
      </td>
      <td className="add end no-print">
        <AddLine part={part} amount={amount} />
      </td>
    </tr>
  );
}

/** Puts what the line takes into the request; of a part that is sold with a mark only, its first offer, as asked for. */
function AddLine({ part, amount }: { readonly part: ListPart; readonly amount: number }) {
  const { id, article, title, takes, best } = part;
  const { items, prices } = itemsOfTakes(takes);
  const [first] = best;
  if (takes.length > 0) return <AddToRequest offer={{ id, items, article, title, price: prices }} />;
  if (!first) return null;
  const special = { items: `${first.id}-${amount}`, title: offerTitle(first), price: first.price };
  return <AddToRequest offer={{ id: first.id, article, ...special }} />;
}

/** The card of the first offer to take. */
const aliasOf = ({ takes, best }: ListPart): string => takes[0]?.alias ?? best[0]?.alias ?? '';

/** The price of one where there is only one, else the lowest. */
function priceOf({ takes, priceFrom, special }: ListPart): string {
  if (special) return formatPrice(priceFrom) ?? listSearch.onRequest;
  const prices = takes.map(({ price }) => price);
  const shown = formatPrice(prices[0] ?? null);
  if (!shown) return listSearch.onRequest;
  return prices.every((price) => price === prices[0]) ? shown : listSearch.from(shown);
}

function Stock({ part, wanted }: { readonly part: ListPart; readonly wanted: number }) {
  const { amount, short } = part;
  if (amount <= 0) return <span className="tag warn">{AMOUNT_TO_ORDER}</span>;
  if (short > 0) return <span className="tag warn">{listSearch.short(wanted - short, wanted)}</span>;
  return <span className="tag ok">{listSearch.enough(amount)}</span>;
}

interface ListPartsProps {
  readonly parts: readonly ListPart[];
  readonly by: ListReading['by'];
  readonly onChoose: (part: ListPart) => void;
}

/** The same article of other makers, or other parts of the same words: one of them may be chosen instead. */
function ListParts({ parts, by, onChoose }: ListPartsProps) {
  if (parts.length === 0) return null;
  return (
    <details className="list-makers">
      <summary>{by === 'words' ? listSearch.otherParts(parts.length) : listSearch.others(parts.length)}</summary>
      <ul>
        {parts.map((part) => {
          const { id, article, maker, title, marks, amount, priceFrom } = part;
          const price = formatPrice(priceFrom);
          const name = offerTitle({ name: title, marks });
          return (
            <li key={id}>
              <span>
                {by === 'words' && <span className="mono">{article} </span>}
                <strong>{maker ?? listSearch.unnamedMaker}</strong> {name}
                <small>
                  {formatAmount(amount) ?? AMOUNT_TO_ORDER}, {price ? listSearch.from(price) : listSearch.onRequest}
                </small>
              </span>
              {(maker || by === 'words') && (
                <Button aria-label={listSearch.choosePart(name, maker ?? '')} onClick={() => onChoose(part)}>
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
