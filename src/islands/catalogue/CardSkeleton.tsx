import { card } from '../../lib/position/card-texts.ts';

/** The outline of a card of its final size. */
export function CardSkeleton() {
  return (
    <div className="card" aria-busy="true">
      <p className="visually-hidden" role="status">
        {card.loading}
      </p>
      <div className="card-photo" aria-hidden="true">
        <div className="card-picture skeleton" />
      </div>
      <div className="card-body" aria-hidden="true">
        <span className="skeleton bone-title" />
        <span className="skeleton bone-line" />
        <span className="skeleton bone-offer" />
        <span className="skeleton bone-facts" />
      </div>
    </div>
  );
}
