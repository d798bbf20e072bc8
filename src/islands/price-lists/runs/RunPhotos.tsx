// What became of the addresses of photos in the price list of a run, on the page of the run: they are fetched in the
// background after the list is applied.

import { photosOfRun as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import { runCalls } from '../../../lib/price-lists/runs/run-calls.ts';
import { Failed } from '../../ui/controls.tsx';
import { useLoaded, usePolling } from '../../ui/hooks.ts';

/** The server fetches for a while; the page looks now and then, ms. */
const PAUSE = 10_000;

export function RunPhotos({ runId }: { readonly runId: number }) {
  const { value, failure, again } = useLoaded(runCalls.photos, runId, true);
  usePolling(() => {
    if (value && value.waiting > 0) void again();
  }, PAUSE);
  if (failure && !value) {
    return (
      <Failed failure={failure} onAgain={() => void again()}>
        {texts.notLoaded}
      </Failed>
    );
  }
  if (!value || value.waiting + value.done + value.failed === 0) return null;
  return (
    <section className="reports" aria-label={texts.heading}>
      <h2>{texts.heading}</h2>
      <p className="below-8">{texts.counts(value)}</p>
      {value.failures.length > 0 && (
        <table className="cards labelled" aria-label={texts.failures}>
          <thead>
            <tr>
              <th scope="col">{texts.columns.article}</th>
              <th scope="col">{texts.columns.link}</th>
              <th scope="col">{texts.columns.problem}</th>
            </tr>
          </thead>
          <tbody>
            {value.failures.map(({ positionId, article, link, problem }) => (
              <tr key={positionId}>
                <td className="mono breaks" data-label={texts.columns.article}>
                  {article}
                </td>
                <td className="breaks" data-label={texts.columns.link}>
                  {link}
                </td>
                <td className="breaks" data-label={texts.columns.problem}>
                  {problem}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {value.failed > value.failures.length && <p className="muted">{texts.cut(value.failures.length)}</p>}
    </section>
  );
}
