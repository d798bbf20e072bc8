import type { Failure } from '../../../lib/api/failure.ts';
import type { Overtaken } from '../../../lib/stores/docflow-document.ts';
import { actErrors, documentPage as texts } from '../../../lib/texts/docflow.ts';
import { failureText } from '../../../lib/texts/failures.ts';
import { Message } from '../../ui/Message.tsx';

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
