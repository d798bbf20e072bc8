// The section «Аналоги и замены» of a product card (parts that replace this one), drawn in the browser where the server
// wrote none, or for administrators.
import { useStore } from '@nanostores/react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { cardCrossesView } from '../../../rules/catalogue/card.ts';
import { CARD_CROSSES } from '../../lib/catalogue/card/card-start.ts';
import { askCrosses, createPartCrosses, crosses as texts } from '../../lib/catalogue/part-crosses.ts';
import { PHOTO_FOLDER } from '../../lib/platform/picture-addresses.ts';
import { $isAdmin } from '../../lib/platform/session-store.ts';
import { chunk } from '../ui/chunk.tsx';
import { Failed } from '../ui/controls.tsx';
import { CardCrosses } from './PartRow.tsx';

/** For staff only: other visitors do not load it. */
const CrossEditor = chunk(() => import('./CrossEditor.tsx'), null);

export default function PartCrosses({ positionId }: { readonly positionId: number }) {
  const [store] = useState(() => createPartCrosses(askCrosses));
  const state = useStore(store.$crosses);
  const isAdmin = useStore($isAdmin);
  const load = () => void store.load(positionId);
  useEffect(() => void store.load(positionId), [store, positionId]);
  const crosses = state.phase === 'ready' ? state.crosses : null;
  useLayoutEffect(() => {
    if (crosses) document.getElementById(CARD_CROSSES)?.remove();
  }, [crosses]);
  if (!isAdmin && state.phase !== 'failed' && !crosses?.length) return null;
  return (
    <section className="crosses">
      {state.phase === 'failed' && (
        <Failed failure={state.failure} onAgain={load}>
          {texts.failed}
        </Failed>
      )}
      {crosses && <CardCrosses view={cardCrossesView(crosses, PHOTO_FOLDER)} />}
      {isAdmin && <CrossEditor positionId={positionId} onChange={load} />}
    </section>
  );
}
