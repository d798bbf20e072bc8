import type { Failure } from '../../lib/http/failure.ts';
import { requestErrors, sending as texts } from '../../lib/request/request-texts.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly failure: Failure;
  /** What lies here is to be a request of its own. */
  readonly onOther: () => void;
}

/** Why the request as a whole was not taken, or that nobody knows. */
export function SendingFailure({ failure, onOther }: Props) {
  const { code, kind, facts } = failure;
  if (code === 'already created' && typeof facts.number === 'number')
    return (
      <Message kind="warning" actions={<Button onClick={onOther}>{texts.asOther}</Button>}>
        {texts.earlier(facts.number)}
      </Message>
    );
  if (code === 'too many requests') return <Message kind="error">{texts.flood}</Message>;
  if (code === '' && (kind === 'offline' || kind === 'server'))
    return <Message kind="error">{texts.unsure}</Message>;
  return (
    <Message kind="error">
      {texts.notSent} {failureText(failure, requestErrors)}
    </Message>
  );
}
