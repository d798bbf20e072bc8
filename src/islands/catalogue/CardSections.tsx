// The product card as buyers see it: photo, details, offers. The server fills it into the prebuilt page, the browser
// draws it anew; open-card.tsx adds the rest.
import type { ReactNode } from 'react';
import { PHOTO_WIDTH } from '../../../contract/limits.ts';
import { CARD_DETAILS, type CardCrossesView, type CardView } from '../../../rules/catalogue/card.ts';
import { AMOUNT_TO_ORDER, NO_PRICE, PRICE_ON_REQUEST } from '../../../rules/format/texts.ts';
import { CARD_CROSSES } from '../../lib/catalogue/card/card-start.ts';
import { card } from '../../lib/catalogue/card/card-texts.ts';
import { paths } from '../../lib/platform/paths.ts';
import { mailLink, phoneLink, site } from '../../lib/platform/site.ts';
import { type PhotoState, photoField } from '../../lib/ui/photo-upload.ts';
import { chunk } from '../ui/chunk.tsx';
import { CopyButton } from '../ui/controls.tsx';
import { AddOffer, AddToRequest } from './AddToRequest.tsx';
import { Each, HOLES, If } from './Holes.tsx';
import { CardCrosses, OfferMarks } from './PartRow.tsx';

interface Props {
  readonly view: CardView;
}

interface CardProps extends Props {
  /** For administrators, who replace the photo here. */
  readonly photo?: PhotoUpload | undefined;
  readonly children?: ReactNode;
}

/** The product card. Server and browser draw it both: the one fills holes, the other has values. */
export function ProductCard({ view, photo, children }: CardProps) {
  return (
    <article className="card">
      <div className="card-side stack shrinks">
        <CardPhoto view={view} upload={photo} />
        <CardDetails view={view} />
      </div>
      <div className="card-body">
        <h1>{view.title}</h1>
        <OfferMarks marks={view.marks} />
        <p className="card-article">
          <If value={view.article}>
            <span className="visually-hidden">{card.article}: </span>
            <span className="mono shrinks">{view.article}</span>
            <CopyButton text={view.article} label={card.copy} done={card.copied} />
          </If>
          <span className="muted shrinks">{view.maker}</span>
        </p>
        <If value={view.hasMachines}>
          <p className="card-fits">
            {card.fits}{' '}
            <Each of={view.machines}>
              {({ title, path, comma }) => (
                <span key={path}>
                  <If value={comma}>{', '}</If>
                  <a href={path}>{title}</a>
                </span>
              )}
            </Each>{' '}
            <small className="muted">{card.fitsSource}</small>
          </p>
        </If>
        <CardOffer view={view} />
        <CardOffers view={view} />
        <CardOrder view={view} />
      </div>
      {children}
    </article>
  );
}

export const CardFilling = () => <ProductCard view={HOLES as CardView} />;

export function CardCrossesFilling() {
  const view = HOLES as CardCrossesView;
  return (
    <If value={view.crossesHeading}>
      <section className="crosses" id={CARD_CROSSES}>
        <CardCrosses view={view} />
      </section>
    </If>
  );
}

/** The file input of the picture: a click on the picture opens it too. */
const FIELD_ID = 'card-photo-field';

/** For administrators only: other visitors do not load it. */
const PhotoField = chunk(async () => ({ default: (await import('../ui/PhotoField.tsx')).PhotoField }), null);

interface PhotoUpload {
  readonly state: PhotoState;
  readonly onPhoto: (photo: File) => void;
}

function CardPhoto({ view, upload }: Props & { readonly upload: PhotoUpload | undefined }) {
  const Picture = upload ? 'label' : 'div';
  const isSending = upload?.state.phase === 'sending';
  const drawing = (
    <span className="part-picture stack muted">
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <use href={`/parts.svg#${view.kind}`} />
      </svg>
    </span>
  );
  return (
    <figure className="card-photo">
      <Picture
        className="card-picture relative box stack"
        aria-busy={isSending || undefined}
        {...(upload && { htmlFor: FIELD_ID, title: view.photo ? photoField.replace : photoField.add })}>
        <If value={view.photo} otherwise={drawing}>
          {/* Inside of a picture React writes no preload of the address, which would stand outside of this condition. */}
          <picture>
            <img
              src={view.photo}
              srcSet={view.photoSet}
              alt={`${view.title}${view.articleNote}`}
              width={PHOTO_WIDTH}
              height={(PHOTO_WIDTH * 4) / 5}
              fetchPriority="high"
            />
          </picture>
        </If>
        {isSending && <progress aria-label={photoField.sending} />}
      </Picture>
      <If value={view.photo} otherwise={<figcaption className="muted small">{card.noPhoto}</figcaption>} />
      {upload && <PhotoField id={FIELD_ID} hasPhoto={view.photo !== ''} {...upload} />}
    </figure>
  );
}

function CardOffer({ view }: Props) {
  const { id, article, askedTitle: title, askedPrice } = view;
  return (
    <div className="panel card-offer row middle">
      <p className="card-price">
        <If value={view.price} otherwise={<span className="price-on-request">{PRICE_ON_REQUEST}</span>}>
          <span className="price">{view.price}</span>
          <span className="muted small">{card.perUnit}</span>
        </If>
      </p>
      <p className="card-stock">
        <If value={view.amount} otherwise={<span className="tag warn">{AMOUNT_TO_ORDER}</span>}>
          <span className="tag ok">
            {card.inStock} {view.amount}
          </span>
        </If>
        <span className="muted small">
          {view.stock}
          <If value={view.ownTerms}>
            {`, `}
            {view.ownTerms}
          </If>
        </span>
      </p>
      <span className="card-add row middle">
        <PiecesToAdd label={card.pieces} />
        <AddToRequest offer={{ id, article, title, price: askedPrice }} className="button main" />
      </span>
      <a className="button no-print" href={phoneLink}>
        {card.call}
      </a>
    </div>
  );
}

/** What is known of the part; sizes that are not known are not listed. */
function CardDetails({ view }: Props) {
  return (
    <section className="card-facts">
      <h2>{card.details}</h2>
      <dl className="facts">
        {CARD_DETAILS.map(({ fact, label }) => (
          <If key={fact} value={view[fact]}>
            <div>
              <dt>{label}</dt>
              <dd>{view[fact]}</dd>
            </div>
          </If>
        ))}
      </dl>
    </section>
  );
}

function CardOrder({ view }: Props) {
  const { title, article } = view;
  const mailTo = (link: string) => <a href={link}>{site.email}</a>;
  const byTitle = mailTo(mailLink(card.mailSubject(title), card.mailBody(title, '')));
  return (
    <div className="card-order above-28 stack">
      <section>
        <h2>{card.order}</h2>
        <p>
          {card.orderRequest} <a href={paths.ownRequest}>{card.orderOpen}</a>.
        </p>
        <p>
          {card.orderCall} <a href={phoneLink}>{site.phone}</a> {card.orderWrite}{' '}
          <If value={article} otherwise={byTitle}>
            {mailTo(mailLink(card.mailSubject(article), card.mailBody(title, article)))}
          </If>
          .
        </p>
      </section>
      <section>
        <h2>{card.delivery}</h2>
        <p>{card.deliveryBy}</p>
        <ul>
          {site.deliveryCompanies.map((company) => (
            <li key={company}>{company}</li>
          ))}
        </ul>
        <p>
          <a href={paths.about('delivery')}>{card.deliveryLink}</a>
        </p>
      </section>
    </div>
  );
}

/** All offers of the part, the one of this card marked; says so when there is none in stock, and whom to ask. */
function CardOffers({ view }: Props) {
  return (
    <>
      <If value={view.noneInStock}>
        <p className="message card-none">
          <span>
            {card.noneInStock} <a href={phoneLink}>{site.phone}</a>, <a href={mailLink()}>{site.email}</a>.
          </span>
        </p>
      </If>
      <If value={view.offersText}>
        <section className="card-offers above-28">
          <h2>{view.offersText}</h2>
          <table className="flush">
            <thead>
              <tr>
                <th scope="col">{card.columns.stock}</th>
                <th scope="col">{card.columns.delivery}</th>
                <th scope="col">{card.columns.amount}</th>
                <th scope="col">{card.columns.marks}</th>
                <th scope="col" className="end">
                  {card.columns.price}
                </th>
                <td className="no-print" />
              </tr>
            </thead>
            <tbody>
              <Each of={view.offers}>{(offer) => <CardOfferRow key={offer.id} offer={offer} />}</Each>
            </tbody>
          </table>
        </section>
      </If>
      <If value={view.priceDays}>
        <p className="card-days above-8 muted small">{view.priceDays}</p>
      </If>
    </>
  );
}

function CardOfferRow({ offer }: { offer: CardView['offers'][number] }) {
  return (
    <tr>
      <td className="offer-where">
        <If
          value={offer.own}
          otherwise={
            <a className="offer-stock" href={offer.path}>
              {offer.stock}
            </a>
          }>
          <span className="offer-stock own" aria-current="true">
            <b>{offer.stock}</b> <small>{card.thisOne}</small>
          </span>
        </If>
        <If value={offer.ownTitle}>
          <small className="offer-own muted">{offer.ownTitle}</small>
        </If>
      </td>
      <td className="offer-delivery">{offer.delivery}</td>
      <td className="offer-amount">
        <If value={offer.amount} otherwise={<span className="tag warn">{AMOUNT_TO_ORDER}</span>}>
          <span className="tag ok">{offer.amount}</span>
        </If>
        <If value={offer.least}>
          <small className="muted">{offer.least}</small>
        </If>
      </td>
      <td className="offer-marks">
        <OfferMarks marks={offer.marks} />
      </td>
      <td className="offer-price end">
        <If value={offer.price} otherwise={<span className="price-on-request">{NO_PRICE}</span>}>
          <span className="price">{offer.price}</span>
        </If>
      </td>
      <td className="offer-to-add no-print">
        <span className="offer-add">
          <PiecesToAdd label={`${card.pieces}: ${offer.stock}`} />
          <AddOffer offer={offer} />
        </span>
      </td>
    </tr>
  );
}

/** How many the button beside it puts into the request; the script of the button reads it. */
const PiecesToAdd = ({ label }: { readonly label: string }) => (
  <input
    className="pieces-to-add needs-script"
    type="text"
    inputMode="numeric"
    autoComplete="off"
    defaultValue="1"
    aria-label={label}
    data-add-pieces=""
  />
);

export function CardSkeleton() {
  return (
    <div className="card" aria-busy="true">
      <p className="visually-hidden" role="status">
        {card.loading}
      </p>
      <div className="card-photo" aria-hidden="true">
        <div className="card-picture relative box stack skeleton" />
      </div>
      <div className="card-body" aria-hidden="true">
        <span className="skeleton bone-title" />
        <span className="skeleton bone-line" />
        <span className="skeleton bone-offer" />
        <span className="skeleton bone-facts above-28" />
      </div>
    </div>
  );
}
