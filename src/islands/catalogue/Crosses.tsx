import '../../styles/crosses.css';
import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { PartCross } from '../../../contract/parts.ts';
import { crosses as texts } from '../../lib/crosses/card-cross-texts.ts';
import { createPartCrosses } from '../../lib/crosses/part-crosses-store.ts';
import { $isAdmin } from '../../lib/frame/session-store.ts';
import { Failed } from '../ui/Failed.tsx';
import { CrossItem } from './CrossItem.tsx';

/** For staff only, so that nobody else loads it. */
const CrossEditor = lazy(() => import('../crosses/CrossEditor.tsx'));

/** Crosses that are shown before somebody asks for all. */
const SHOWN = 10;

/** «Аналоги и замены» of the part of a position; nothing where there are none, but for administrators, who may add some. */
export function Crosses({ positionId }: { readonly positionId: number }) {
  const [store] = useState(() =>
    createPartCrosses(async (id: number) => {
      const { askCrosses } = await import('../../lib/catalogue/search-calls.ts');
      return askCrosses(id);
    }),
  );
  const state = useStore(store.$crosses);
  const isAdmin = useStore($isAdmin);
  useEffect(() => void store.load(positionId), [store, positionId]);
  const isEmpty = state.phase !== 'failed' && (state.phase === 'loading' || state.crosses.length === 0);
  if (isEmpty && !isAdmin) return null;
  return (
    <section className="crosses">
      {!isEmpty && <h2>{texts.heading}</h2>}
      {state.phase === 'failed' && (
        <Failed failure={state.failure} onAgain={() => void store.load(positionId)}>
          {texts.failed}
        </Failed>
      )}
      {state.phase === 'ready' && <CrossList crosses={state.crosses} label={texts.heading} />}
      {isAdmin && (
        <Suspense>
          <CrossEditor positionId={positionId} onChange={() => void store.load(positionId)} />
        </Suspense>
      )}
    </section>
  );
}

interface ListProps {
  readonly crosses: readonly PartCross[];
  readonly label: string;
}

/** Parts that replace another one: the first ones, the others on request. */
export function CrossList({ crosses, label }: ListProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? crosses : crosses.slice(0, SHOWN);
  if (crosses.length === 0) return null;
  return (
    <>
      <ul className="cross-list" aria-label={label}>
        {shown.map((cross) => (
          <CrossItem key={cross.part.id} cross={cross} />
        ))}
      </ul>
      {shown.length < crosses.length && (
        <button type="button" className="button" onClick={() => setWhole(true)}>
          {texts.more(crosses.length)}
        </button>
      )}
    </>
  );
}
