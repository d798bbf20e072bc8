import '../../styles/crosses.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { crossEditor as texts } from '../../lib/crosses/card-cross-texts.ts';
import { crossCalls } from '../../lib/crosses/cross-calls.ts';
import { crossErrors } from '../../lib/crosses/cross-texts.ts';
import { createSaidCrosses } from '../../lib/crosses/said-crosses-store.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import { Failed } from '../ui/Failed.tsx';
import { Message } from '../ui/Message.tsx';
import { NewCrossForm } from './NewCrossForm.tsx';
import { SaidCrossItem } from './SaidCrossItem.tsx';

interface Props {
  readonly positionId: number;
  /** Something was added or taken away. */
  readonly onChange: () => void;
}

/** What administrators see and change of the crosses of a part; asked for when it is opened. */
export default function CrossEditor({ positionId, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{texts.summary}</summary>
      {isOpen && <Said key={positionId} positionId={positionId} onChange={onChange} />}
    </details>
  );
}

function Said({ positionId, onChange }: Props) {
  const [store] = useState(() => createSaidCrosses(crossCalls, positionId, onChange));
  const state = useStore(store.$said);
  const done = useStore(store.$done);
  useEffect(() => void store.load(), [store]);
  const failure = state.phase === 'failed' ? state.failure : null;
  useEffect(() => askIfEnded(failure), [failure]);
  if (state.phase === 'loading') return <p role="status">{texts.loading}</p>;
  if (state.phase === 'failed')
    return (
      <Failed failure={state.failure} errors={crossErrors} onAgain={() => void store.load()}>
        {texts.failed}
      </Failed>
    );
  const { crosses, isCut } = state.said;
  return (
    <>
      {done && <Message kind="success">{texts[done.kind](done.article)}</Message>}
      {crosses.length === 0 ? (
        <p className="muted">{texts.empty}</p>
      ) : (
        <ul className="cross-list" aria-label={texts.list}>
          {crosses.map((cross) => (
            <SaidCrossItem key={cross.id} cross={cross} store={store} />
          ))}
        </ul>
      )}
      {isCut && <p className="muted">{texts.cut(crosses.length)}</p>}
      <NewCrossForm store={store} />
    </>
  );
}
