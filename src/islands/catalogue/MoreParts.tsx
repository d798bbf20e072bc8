import { catalog } from '../../lib/catalogue/catalogue-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { tryAgain } from '../../lib/trouble/try-again.ts';
import { Dots } from '../ui/Dots.tsx';
import { If } from '../ui/Holes.tsx';

interface Props {
  /** The form that it belongs to: without script the next page is an address of its own. */
  readonly form: string;
  readonly cursor: string;
  readonly onlyExact: string;
  readonly loading: boolean;
  readonly failure: Failure | null;
}

/** The button that brings the next page; after a failure it says why and offers the same again. */
export function MoreParts({ form, cursor, onlyExact, loading, failure }: Props) {
  return (
    <div className="load-more">
      <div role="alert">
        {failure && (
          <p className="load-more-failure">
            {catalog.moreFailed} {failureText(failure)}
          </p>
        )}
      </div>
      <button
        type="submit"
        form={form}
        name="cursor"
        value={cursor}
        className="button"
        aria-disabled={loading || undefined}
      >
        {loading ? (
          <>
            {catalog.loadingMore.replace('…', '')}
            <Dots />
          </>
        ) : failure ? (
          tryAgain
        ) : (
          <If value={onlyExact} otherwise={catalog.more}>
            {catalog.similar}
          </If>
        )}
      </button>
    </div>
  );
}
