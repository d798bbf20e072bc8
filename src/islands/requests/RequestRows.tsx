// The offers in a buyer's request that is not sent yet: amounts, prices; one that was taken out can be put back. Sent
// ones are in RequestItems.tsx.
import { Minus, Plus, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { REQUEST_AMOUNT_MAX } from '../../../contract/limits.ts';
import { marksText } from '../../../rules/catalogue/offer-wording.ts';
import { thumbnailView } from '../../../rules/catalogue/part.ts';
import * as format from '../../../rules/format/texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { PHOTO_FOLDER } from '../../lib/platform/picture-addresses.ts';
import { basket, type NewOffer, readAmount } from '../../lib/requests/basket.ts';
import { isTooFew, type Row, sumOf, totalsOf } from '../../lib/requests/offers.ts';
import { markAmount } from '../../lib/requests/own-request.ts';
import { stockOf, request as texts, totalText } from '../../lib/requests/request-texts.ts';
import { PartThumbnail } from '../catalogue/PartLabel.tsx';
import { Button } from '../ui/controls.tsx';

const nameOf = ({ id, article, title }: Row): string => article || title || texts.unknown(id);

/** An offer that was taken out, and what it is called. */
export type RemovedOffer = NewOffer & { readonly name: string };

interface RequestRowsProps {
  readonly rows: readonly Row[];
  readonly onRemoved: (removed: RemovedOffer) => void;
}

export function RequestRows({ rows, onRemoved }: RequestRowsProps) {
  function remove(row: Row): void {
    const kept = basket.lying().find(({ id }) => id === row.id);
    if (kept) onRemoved({ ...kept, name: nameOf(row) });
    basket.remove([row.id]);
    markAmount(row.id, true);
  }

  const { columns } = texts;
  return (
    <>
      <table className="request-rows cards">
        <caption className="visually-hidden">{texts.list}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.what}</th>
            <th scope="col" className="end">
              {columns.price}
            </th>
            <th scope="col">{columns.amount}</th>
            <th scope="col" className="end">
              {columns.sum}
            </th>
            <td className="no-print" />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RequestRow key={row.id} row={row} onRemove={() => remove(row)} />
          ))}
        </tbody>
      </table>
      <p className="request-total bold to-end" role="status">
        {rows.every(({ place }) => place !== 'asked') && totalText(totalsOf(rows))}
      </p>
    </>
  );
}

interface RemovedNoteProps {
  readonly removed: RemovedOffer | null;
  readonly onBack: () => void;
}

/** What was taken out last, and the button that puts it back: the last offer of a request too. */
export const RemovedNote = ({ removed, onBack }: RemovedNoteProps) => (
  <div role="status">
    {removed && (
      <p className="above-8 no-print">
        {texts.removed(removed.name)}{' '}
        <Button kind="quiet" onClick={onBack}>
          {texts.putBack}
        </Button>
      </p>
    )}
  </div>
);

function RequestRow({ row, onRemove }: { readonly row: Row; readonly onRemove: () => void }) {
  const { place, offer, amount, before } = row;
  const name = nameOf(row);
  const sum = offer && format.formatPrice(sumOf(offer.price, amount));
  return (
    <tr className={place === 'gone' ? 'gone' : undefined}>
      <td className="what">
        <PartThumbnail part={thumbnailView(row.title, offer?.photo, PHOTO_FOLDER)} />
        <span className="what-line">
          {offer ? (
            <a className="title" href={paths.product(offer.alias)}>
              {offer.name || name}
            </a>
          ) : (
            <span className="title">{row.title || name}</span>
          )}
        </span>
        <OfferFacts row={row} />
      </td>
      <td className="cost end">
        {offer && (
          <>
            <Price price={offer.price} /> {sum && <span className="per muted small">{texts.perOne}</span>}
          </>
        )}
        {before !== null && <s className="muted small">{texts.was(format.formatPrice(before) ?? texts.onRequest)}</s>}
        {place === 'asked' && <span className="skeleton" />}
      </td>
      <td className="amount">
        {place === 'gone' ? (
          '—'
        ) : (
          <>
            <AmountField
              name={name}
              amount={amount}
              onAmount={(next) => basket.change(row.id, { amount: next })}
              onRight={(isRight) => markAmount(row.id, isRight)}
            />
            <span role="status">
              {offer && isTooFew(row) && <small className="too-few">{texts.tooFew(format.leastText(offer))}</small>}
            </span>
          </>
        )}
      </td>
      <td className="sum end">{sum && <span className="price">{sum}</span>}</td>
      <td className="remove no-print">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.removeOf(name)}
          title={texts.remove}
          onClick={onRemove}>
          <X size={20} aria-hidden="true" />
        </button>
      </td>
    </tr>
  );
}

/** Of whom an offer is and how many there are; of one that is gone, what can be done. */
function OfferFacts({ row: { place, offer, amount, article, title } }: { readonly row: Row }) {
  if (place === 'gone')
    return (
      <small>
        <span className="tag bad">{texts.gone}</span> {texts.goneWhy}{' '}
        {article && <a href={paths.search(article)}>{texts.findOther}</a>}
      </small>
    );
  if (!offer) return <small>{texts.loading}</small>;
  const marks = marksText(offer.marks);
  return (
    <small className="offer-facts">
      <span className="whose">
        {marks && <span className="tag offer-mark">{marks}</span>}{' '}
        {article && title !== article && <span className="article mono">{article}</span>}{' '}
        {[offer.manufacturer || offer.brantTitle, offer.stock].filter(Boolean).join(', ')}
      </span>{' '}
      <span>{stockOf(offer, amount)}</span>
    </small>
  );
}

interface AmountFieldProps {
  readonly name: string;
  readonly amount: number;
  readonly onAmount: (amount: number) => void;
  /** Called with whether the field contains a quantity. */
  readonly onRight: (isRight: boolean) => void;
}

/** How many of an offer: what makes no sense stays in the field with a word about it, and the last quantity counts. */
function AmountField({ name, amount, onAmount, onRight }: AmountFieldProps) {
  const [typed, setTyped] = useState(String(amount));
  const id = useId();
  const isRight = readAmount(typed) !== null;
  // Another tab may change it.
  useEffect(() => setTyped((before) => (readAmount(before) === amount ? before : String(amount))), [amount]);

  function type(text: string): void {
    setTyped(text);
    const next = readAmount(text);
    onRight(next !== null);
    if (next !== null) onAmount(next);
  }

  const step = (by: number) => type(String(Math.min(REQUEST_AMOUNT_MAX, Math.max(1, amount + by))));
  return (
    <div className="amount-field stack middle">
      <button
        type="button"
        className="icon-button no-print"
        aria-label={texts.lessOf(name)}
        aria-disabled={amount <= 1}
        onClick={() => step(-1)}>
        <Minus size={18} aria-hidden="true" />
      </button>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        aria-label={texts.amountOf(name)}
        aria-invalid={!isRight || undefined}
        aria-describedby={isRight ? undefined : `${id}-error`}
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <button
        type="button"
        className="icon-button no-print"
        aria-label={texts.moreOf(name)}
        aria-disabled={amount >= REQUEST_AMOUNT_MAX}
        onClick={() => step(1)}>
        <Plus size={18} aria-hidden="true" />
      </button>
      {!isRight && (
        <span id={`${id}-error`} className="field-error" role="alert">
          {texts.amountWrong}
        </span>
      )}
    </div>
  );
}

/** The price of one; a zero one sends to the manager. */
function Price({ price }: { readonly price: string | null }) {
  const shown = format.formatPrice(price);
  return shown ? <span className="price">{shown}</span> : <span className="price-on-request">{format.NO_PRICE}</span>;
}
