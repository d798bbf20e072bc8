// The screen of sources (places from which price lists are fetched by themselves) and of received lists that wait for
// an administrator's decision.
import '../../../styles/price-lists.css';
import { useStore } from '@nanostores/react';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ImportSource } from '../../../../contract/price-lists/sources.ts';
import { createStagedFiles, stagedKey } from '../../../lib/price-lists/sources/received-files.ts';
import { sources as texts } from '../../../lib/price-lists/sources/source-texts.ts';
import { createSources, sourceCalls } from '../../../lib/price-lists/sources/sources-store.ts';
import { Button, Failed, Message } from '../../ui/controls.tsx';
import { curedBySignIn, useLeave, usePolling } from '../../ui/hooks.ts';
import { InParts, ListSkeleton } from '../../ui/ListFrame.tsx';
import { PriceKinds } from './PriceKinds.tsx';
import { StagedFiles } from './ReceivedFiles.tsx';
import { SourceDialog, useKnownOwners } from './SourceDialog.tsx';
import { SourceItem } from './SourceItem.tsx';

/** Pauses between two looks, ms: while a source is being checked, and otherwise. */
const MOVING_PAUSE = 1_500;
const CALM_PAUSE = 10_000;

export default function Sources() {
  const [store] = useState(() => createSources(sourceCalls));
  const [held] = useState(() => createStagedFiles(sourceCalls));
  const state = useStore(store.$sources);
  const { rows: staged } = useStore(held.$list);
  const sources = state.phase === 'ready' ? state.value : [];
  const failure = state.phase === 'failed' ? state.failure : null;
  const known = useKnownOwners();
  const [opened, setOpened] = useState<{ source: ImportSource | null } | null>(null);
  const [said, setSaid] = useState('');
  const createButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    void store.load();
    void held.load();
    return () => {
      store.leave();
      held.leave();
    };
  }, [store, held]);
  usePolling(
    () => {
      void store.refresh();
      void held.refresh();
    },
    sources.some(({ isChecking }) => isChecking) ? MOVING_PAUSE : CALM_PAUSE,
  );
  useLeave(curedBySignIn(failure));

  return (
    <div className="import-sources">
      <p className="muted">{texts.lead}</p>
      {state.phase === 'loading' && (
        <ListSkeleton loading={texts.loading} list="below-16 stack gap-12" bone="source-bone below-12" count={3} />
      )}
      {failure && (
        <Failed failure={failure} onAgain={() => void store.load()}>
          {texts.failed}
        </Failed>
      )}
      {state.phase === 'ready' && (
        <>
          {sources.length > 0 && <StagedFiles store={held} />}
          <PriceKinds />
          <div className="source-head gap-8-20 below-12 row middle apart">
            <h2>{texts.heading}</h2>
            <Button
              ref={createButton}
              kind="main"
              onClick={() => {
                setSaid('');
                // The missing one may have been added meanwhile.
                known.load();
                setOpened({ source: null });
              }}>
              <Plus aria-hidden="true" />
              {texts.create}
            </Button>
          </div>
          {said && <Message kind="success">{said}</Message>}
          {sources.length === 0 && (
            <p className="data-list-empty muted" role="status">
              {texts.empty}
            </p>
          )}
          {sources.length > 0 && (
            <InParts rows={sources}>
              {(shown) => (
                <ul className="below-16 stack gap-12" aria-label={texts.list}>
                  {shown.map((source) => (
                    <SourceItem
                      key={source.id}
                      source={source}
                      owners={known.owners}
                      staged={stagedKey(staged, source.id)}
                      store={store}
                      onEdit={() => {
                        setSaid('');
                        setOpened({ source });
                      }}
                      onRemoved={() => {
                        setSaid(texts.removed(source.title));
                        createButton.current?.focus();
                        void held.refresh();
                      }}
                    />
                  ))}
                </ul>
              )}
            </InParts>
          )}
        </>
      )}
      {opened && (
        <SourceDialog
          source={opened.source}
          known={known}
          store={store}
          onSaved={(title) => setSaid(texts.saved(title))}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
