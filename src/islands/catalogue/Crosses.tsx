import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { askCrosses } from '../../lib/crosses/ask-crosses.ts';
import { crosses as texts } from '../../lib/crosses/card-cross-texts.ts';
import { createPartCrosses } from '../../lib/crosses/part-crosses-store.ts';
import { $isAdmin } from '../../lib/frame/session-store.ts';

/** Most parts have none: what shows them, or that they are not to be had, loads when it is needed. */
const CrossList = lazy(() => import('./CrossList.tsx'));
const Failed = lazy(async () => ({ default: (await import('../ui/Failed.tsx')).Failed }));
/** For staff only, so that nobody else loads it. */
const CrossEditor = lazy(() => import('../crosses/CrossEditor.tsx'));

/** «Аналоги и замены» of the part of a position; nothing where there are none, but for administrators, who may add some. */
export function Crosses({ positionId }: { readonly positionId: number }) {
  const [store] = useState(() => createPartCrosses(askCrosses));
  const state = useStore(store.$crosses);
  const isAdmin = useStore($isAdmin);
  useEffect(() => void store.load(positionId), [store, positionId]);
  const isEmpty = state.phase !== 'failed' && (state.phase === 'loading' || state.crosses.length === 0);
  if (isEmpty && !isAdmin) return null;
  return (
    <section className="crosses">
      {!isEmpty && <h2>{texts.heading}</h2>}
      <Suspense>
        {state.phase === 'failed' && (
          <Failed failure={state.failure} onAgain={() => void store.load(positionId)}>
            {texts.failed}
          </Failed>
        )}
        {state.phase === 'ready' && <CrossList crosses={state.crosses} label={texts.heading} />}
        {isAdmin && <CrossEditor positionId={positionId} onChange={() => void store.load(positionId)} />}
      </Suspense>
    </section>
  );
}
