import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Arrival } from '../../../contract/import-sources.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { importNotices } from '../../lib/import-notices/notices.ts';
import { arrivals as texts } from '../../lib/import-sources/arrival-texts.ts';
import type { ArrivalDecision, Held, Settled } from '../../lib/import-sources/held-store.ts';
import { sourceCalls } from '../../lib/import-sources/source-calls.ts';
import { sourceErrors } from '../../lib/import-sources/source-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { DownloadButton } from '../import-runs/DownloadButton.tsx';
import { ConfirmButton, type Confirmed } from '../ui/ConfirmButton.tsx';
import { CursorFrame } from '../ui/CursorFrame.tsx';
import { Message } from '../ui/Message.tsx';
import { ArrivalItem } from './ArrivalItem.tsx';

interface Props {
  readonly store: Held;
}

/** The price lists that wait for somebody's decision. */
export function HeldArrivals({ store }: Props) {
  const state = useStore(store.$list);
  const { settling, gone, settled } = useStore(store.$decisions);
  const held = state.rows.filter(({ id }) => !gone.has(id));
  // The number in the menu says the same as this list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked anew when the list is another one
  useEffect(() => void importNotices.load(), [held.length]);
  return (
    <section className="held-arrivals" aria-labelledby="held-arrivals">
      <h2 id="held-arrivals">{texts.held}</h2>
      {settled && <Outcome settled={settled} />}
      <CursorFrame
        state={state}
        texts={texts}
        list="run-list"
        bone="run-bone"
        bones={1}
        onAgain={() => void store.load()}
        onMore={() => void store.more()}
      >
        {held.length === 0 ? (
          <p className="muted">{texts.heldEmpty}</p>
        ) : (
          <ul className="run-list" aria-label={texts.heldList}>
            {held.map((arrival) => (
              <ArrivalItem key={arrival.id} arrival={arrival} namesSource>
                <HeldActs arrival={arrival} store={store} busy={settling.has(arrival.id)} />
              </ArrivalItem>
            ))}
          </ul>
        )}
      </CursorFrame>
    </section>
  );
}

interface ActsProps extends Props {
  readonly arrival: Arrival;
  /** A decision about it is under way. */
  readonly busy: boolean;
}

function HeldActs({ arrival, store, busy }: ActsProps) {
  const { fileName } = arrival;

  async function settle(decision: ArrivalDecision): Promise<Confirmed> {
    const failure = await store.settle(arrival, decision);
    askIfEnded(failure);
    return failure ? { refused: failureText(failure, sourceErrors) } : { done: true };
  }

  return (
    <div className="buttons">
      <ConfirmButton
        className="button"
        label={busy ? texts.applying : texts.applyOf(fileName)}
        question={texts.applyQuestion}
        details={texts.applyDetails(fileName)}
        yes={texts.apply}
        onConfirm={() => settle('apply')}
      >
        {busy ? texts.applying : texts.apply}
      </ConfirmButton>
      <ConfirmButton
        className="button"
        label={texts.rejectOf(fileName)}
        question={texts.rejectQuestion}
        details={texts.rejectDetails(fileName)}
        yes={texts.reject}
        onConfirm={() => settle('reject')}
      >
        {texts.reject}
      </ConfirmButton>
      <DownloadButton
        ask={() => sourceCalls.file(arrival.id)}
        name={fileName}
        label={texts.download}
        fullLabel={texts.downloadOf(fileName)}
      />
    </div>
  );
}

/** What came of the last decision; its row is gone by then. */
function Outcome({ settled: { arrival, failure } }: { readonly settled: Settled }) {
  const { fileName, runId, state } = arrival;
  if (failure) {
    const why = failure.kind === 'refused' ? texts.unreadable : failureText(failure, sourceErrors);
    return (
      <Message kind="warning">
        {texts.unsettled(fileName)} {why}
      </Message>
    );
  }
  return (
    <Message kind="success">
      {state === 'applied' ? texts.applied(fileName) : texts.rejected(fileName)}{' '}
      {runId !== null && <a href={paths.importRun(runId)}>{texts.run(runId)}</a>}
    </Message>
  );
}
