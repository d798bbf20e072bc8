import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { tryAgain } from '../../lib/trouble/try-again.ts';
import { Dots } from './Dots.tsx';

interface Props {
  readonly label: string;
  readonly loadingLabel: string;
  readonly loading: boolean;
  readonly failure: Failure | null;
  /** Stands before the reason of a failure. */
  readonly failed: string;
  readonly onMore: () => void;
}

/** The button that appends the next page; after a failure it says why and offers the same again. */
export function LoadMore({ label, loadingLabel, loading, failure, failed, onMore }: Props) {
  return (
    <div className="load-more">
      <div role="alert">
        {failure && (
          <p className="load-more-failure">
            {failed} {failureText(failure)}
          </p>
        )}
      </div>
      <button type="button" className="button" aria-disabled={loading} onClick={() => !loading && onMore()}>
        {loading ? (
          <>
            {loadingLabel.replace('…', '')}
            <Dots />
          </>
        ) : failure ? (
          tryAgain
        ) : (
          label
        )}
      </button>
    </div>
  );
}
