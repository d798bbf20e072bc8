import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { Positions } from '../../lib/positions/positions-store.ts';
import { positionErrors, positions as texts } from '../../lib/positions/positions-texts.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly store: Positions;
}

/** What was done last, and the way back. */
export function PositionsDone({ store }: Props) {
  const done = useStore(store.$done);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refusal belongs to what was done last
  useEffect(() => setRefused(''), [done]);
  if (done === null) return null;
  const runId = done.action === 'undo' ? null : done.runId;

  async function undo(id: number) {
    setBusy(true);
    const failure = await store.undo(id);
    setBusy(false);
    setRefused(failure ? failureText(failure, positionErrors) : '');
  }

  return (
    <Message
      kind={refused ? 'error' : 'success'}
      actions={
        runId !== null && (
          <Button busy={busy} onClick={() => void undo(runId)}>
            {texts.undo}
          </Button>
        )
      }
    >
      {refused || texts.done(done)}
    </Message>
  );
}
