import type { Overtaken } from '../../lib/docflow/document-store.ts';
import { actErrors, documentPage as texts } from '../../lib/docflow/document-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly said: string;
  readonly failure: Failure | null;
  readonly overtaken: Overtaken | null;
}

/** What came of the last act. */
export function DocumentNotices({ said, failure, overtaken }: Props) {
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
  return said ? <Message kind="success">{said}</Message> : null;
}
