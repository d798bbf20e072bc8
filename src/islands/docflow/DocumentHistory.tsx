import { useEffect, useMemo, useState } from 'react';
import type { DocumentChange } from '../../../contract/docflow.ts';
import { docflowCalls } from '../../lib/docflow/document-calls.ts';
import { versionsOf } from '../../lib/docflow/document-history.ts';
import { documentHistory as texts } from '../../lib/docflow/document-texts.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { type Failure, failureOf } from '../../lib/http/failure.ts';
import { Failed } from '../ui/Failed.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { CompareVersions } from './CompareVersions.tsx';
import { HistoryRow } from './HistoryRow.tsx';

/** Everything that was done to a document, newest first, and what its versions said. */
export default function DocumentHistory({ id }: { readonly id: number }) {
  const [changes, setChanges] = useState<readonly DocumentChange[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const versions = useMemo(() => versionsOf(changes ?? []), [changes]);

  async function load(known: readonly DocumentChange[]): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      setChanges([...known, ...(await docflowCalls.history(id, known.at(-1)?.id ?? null))]);
    } catch (error) {
      const failed = failureOf(error);
      setFailure(failed);
      askIfEnded(failed);
    }
    setBusy(false);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once when it is opened
  useEffect(() => void load([]), []);

  return (
    <section className="history doc-history no-print" aria-labelledby="doc-history">
      <h2 id="doc-history">{texts.heading}</h2>
      {failure && changes === null && (
        <Failed failure={failure} onAgain={() => void load([])}>
          {texts.failed}
        </Failed>
      )}
      {changes === null && !failure && <p role="status">{texts.loading}</p>}
      {changes && (
        <>
          {versions.size > 1 && <CompareVersions versions={versions} />}
          <ol className="history-rows">
            {changes.map((change) => (
              <HistoryRow key={change.id} change={change} />
            ))}
          </ol>
          {changes.length > 0 && changes.at(-1)?.event !== 'created' && (
            <LoadMore
              label={texts.more}
              loadingLabel={texts.moreLoading}
              loading={busy}
              failure={failure}
              failed={texts.failed}
              onMore={() => void load(changes)}
            />
          )}
        </>
      )}
    </section>
  );
}
