import type { Overtaken } from '../../lib/docflow/document-store.ts';
import { actErrors, documentPage as texts } from '../../lib/docflow/document-texts.ts';
import { documentQueue } from '../../lib/docflow/queue-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { paths } from '../../lib/paths/paths.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly said: string;
  /** The document that waits next, once this one is decided; null: none. */
  readonly next: number | null;
  readonly failure: Failure | null;
  readonly overtaken: Overtaken | null;
}

/** What came of the last act. */
export function DocumentNotices({ said, next, failure, overtaken }: Props) {
  if (overtaken) {
    return (
      <Message kind="warning">
        {texts.overtaken(overtaken.who, overtaken.when)}.{' '}
        {overtaken.isOther ? texts.readAgain : texts.sameText}
      </Message>
    );
  }
  if (failure) {
    return (
      <Message kind="error">
        {failure.kind === 'forbidden'
          ? texts.rightGone
          : `${texts.failed} ${failureText(failure, actErrors)}`}
      </Message>
    );
  }
  if (!said) return null;
  return (
    <Message
      kind="success"
      actions={next !== null && <a href={paths.document(next)}>{documentQueue.next}</a>}
    >
      {said}
    </Message>
  );
}
