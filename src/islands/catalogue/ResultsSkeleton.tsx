import { catalog } from '../../lib/catalogue/catalogue-texts.ts';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];

/** Empty rows of the height of real ones, while the answer is on its way. */
export function ResultsSkeleton() {
  return (
    <div className="results-skeleton" aria-busy="true">
      <p className="visually-hidden">{catalog.loading}</p>
      {ROWS.map((row) => (
        <div key={row} className="skeleton-row" aria-hidden="true">
          <span className="skeleton thumbnail" />
          <span className="skeleton wide" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ))}
    </div>
  );
}
