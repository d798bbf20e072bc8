import { X } from 'lucide-react';
import type { ListedDocument } from '../../../../contract/docflow-list.ts';
import { actErrors, numberOf } from '../../../lib/docflow/document-texts.ts';
import { outcomeTexts, reasonOf, listTexts as texts } from '../../../lib/docflow/list-texts.ts';
import { paths } from '../../../lib/paths/paths.ts';
import { failureText } from '../../../lib/trouble/failure-texts.ts';
import type { MarkedResult } from './MarkedBar.tsx';

/** What an act upon several documents came to: the whole, and each document that was left with the reason. */
export function MarkedOutcome({
  result,
  onClose,
}: {
  readonly result: MarkedResult;
  readonly onClose: () => void;
}) {
  const { act, rows, outcomes } = result;
  const done = outcomes.filter(({ kind }) => kind === 'done').length;
  const left = new Map<string, ListedDocument[]>();
  for (const [at, row] of rows.entries()) {
    const outcome = outcomes[at];
    if (!outcome || outcome.kind === 'done') continue;
    const why = outcome.kind === 'failed' ? failureText(outcome.failure, actErrors) : reasonOf(act, outcome);
    left.set(why, [...(left.get(why) ?? []), row]);
  }
  return (
    <section className="marked-outcome">
      <div role="status">
        <p>{outcomeTexts[act].done(done, rows.length)}</p>
        {[...left].map(([why, documents]) => (
          <details key={why}>
            <summary>
              {documents.length}: {why}
            </summary>
            <ul>
              {documents.map((document) => (
                <li key={document.id}>
                  <a href={paths.document(document.id)}>
                    {numberOf(document)} «{document.title}»
                  </a>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </div>
      <button type="button" className="icon-button" aria-label={texts.close} onClick={onClose}>
        <X aria-hidden="true" />
      </button>
    </section>
  );
}
