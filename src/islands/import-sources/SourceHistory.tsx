import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { ImportSource } from '../../../contract/import-sources.ts';
import { arrivals as texts } from '../../lib/import-sources/arrival-texts.ts';
import { createArrivals } from '../../lib/import-sources/arrivals-store.ts';
import { sourceCalls } from '../../lib/import-sources/source-calls.ts';
import { sources as sourceTexts } from '../../lib/import-sources/source-texts.ts';
import { CursorFrame } from '../ui/CursorFrame.tsx';
import { ArrivalItem } from './ArrivalItem.tsx';

interface Props {
  readonly source: ImportSource;
}

/** What came from a source, asked for when somebody wants to know. */
export function SourceHistory({ source }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="source-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{sourceTexts.history}</summary>
      {isOpen && <Came source={source} />}
    </details>
  );
}

function Came({ source: { id, title, arrivedAt } }: Props) {
  const [store] = useState(() => createArrivals(sourceCalls, { sourceId: id }));
  const state = useStore(store.$list);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has just come belongs into the list
  useEffect(() => {
    void store.load();
    return store.leave;
  }, [store, arrivedAt]);
  return (
    <CursorFrame
      state={state}
      texts={texts}
      list="run-list"
      bone="run-bone"
      bones={2}
      onAgain={() => void store.load()}
      onMore={() => void store.more()}
    >
      {state.rows.length === 0 ? (
        <p role="status">{texts.empty}</p>
      ) : (
        <ul className="run-list" aria-label={texts.listOf(title)}>
          {state.rows.map((arrival) => (
            <ArrivalItem key={arrival.id} arrival={arrival} />
          ))}
        </ul>
      )}
    </CursorFrame>
  );
}
