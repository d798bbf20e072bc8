// The button that puts an offer, or a line of a pasted list, into the buyer's request; lib/requests/add-buttons.ts acts
// on the click.
import type { OfferView } from '../../../rules/catalogue/part.ts';
import { paths } from '../../lib/platform/paths.ts';
import { adding } from '../../lib/requests/add-texts.ts';
import { If } from './Holes.tsx';

/** An offer as its row knows it; in the build holes stand in place of the texts. */
interface AddedOffer {
  readonly id: number | string;
  readonly article: string;
  readonly title: string;
  /** Several offers with their amounts in place of one, as an address of the request has them. */
  readonly items?: string;
  /** Two decimals; '' or null where there is none; one after the other for several offers. */
  readonly price: string | null;
}

interface Props {
  readonly offer: AddedOffer;
  /** How large it is: a small one in a row, a button on a card. */
  readonly className?: string;
}

/** Puts an offer, or what a line takes, into the request; the header's script acts on it and marks it (`data-in`). */
export function AddToRequest({ offer, className = 'add-small' }: Props) {
  const { id, article, title, price, items } = offer;
  const name = (
    <If value={article} otherwise={title}>
      {article}
    </If>
  );
  return (
    <a
      className={`add-request no-print ${className}`}
      href={paths.requestOf(items ?? `${id}-1`)}
      rel="nofollow"
      data-add-request={items ?? id}
      data-article={article}
      data-title={title}
      data-price={price}>
      <span className="add-not">
        {adding.add}
        <span className="visually-hidden">: {name}</span>
      </span>
      <span className="add-in">
        {adding.inRequest}
        <span className="visually-hidden">: {name}</span>
      </span>
    </a>
  );
}

export function AddOffer({ offer: { id, article, title, askedPrice } }: { readonly offer: OfferView }) {
  return <AddToRequest offer={{ id, article, title, price: askedPrice }} />;
}
