import { slides } from '../../lib/slides/slide-texts.ts';

const CARDS = ['a', 'b', 'c', 'd'];

/** The list while it is loaded. */
export function SlideSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {slides.loading}
      </p>
      <div className="slide-cards" aria-hidden="true">
        {CARDS.map((card) => (
          <span key={card} className="skeleton slide-bone" />
        ))}
      </div>
    </div>
  );
}
