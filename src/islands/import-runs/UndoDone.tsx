import type { UndoAnswer } from '../../../contract/import-runs.ts';
import { undo } from '../../lib/import-runs/history-texts.ts';
import { paths } from '../../lib/paths/paths.ts';
import { Message } from '../ui/Message.tsx';

/** What an undo did, with the way to its own run. */
export function UndoDone({ answer }: { readonly answer: UndoAnswer }) {
  return (
    <Message
      kind="success"
      actions={answer.runId !== null && <a href={paths.importRun(answer.runId)}>{undo.toRun}</a>}
    >
      <strong>{undo.done(answer)}</strong>
    </Message>
  );
}
