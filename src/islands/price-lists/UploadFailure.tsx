import { useEffect } from 'react';
import type { UploadDoubt } from '../../../contract/bridge.ts';
import { askIfEnded } from '../../lib/editing/open-forms.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { check } from '../../lib/price-lists/check-texts.ts';
import { upload, uploadFailureText } from '../../lib/price-lists/upload-texts.ts';
import { Button } from '../ui/Button.tsx';
import { Message } from '../ui/Message.tsx';

interface Props {
  readonly failure: Failure;
  readonly heading?: string;
  /** What is known of the reason beside the code; '' for nothing. */
  readonly reason?: string;
  readonly onBack: () => void;
  /** Checks the same file again. */
  readonly onCheck: () => void;
}

/** Why an upload or a check failed, and the ways on; nothing typed is lost. */
export function UploadFailure({ failure, heading = upload.failed, reason = '', onBack, onCheck }: Props) {
  useEffect(() => askIfEnded(failure), [failure]);
  if (failure.code === 'import looks wrong')
    return <LooksWrong suspicions={failure.facts.suspicions} onBack={onBack} onCheck={onCheck} />;
  if (failure.code === 'upload cancelled') return <Stopped onBack={onBack} />;
  const again = (
    <Button kind="main" onClick={onBack}>
      {upload.retry}
    </Button>
  );
  return (
    <Message kind="error" actions={again}>
      <strong>{heading}</strong>
      <br />
      {reason || uploadFailureText(failure)}
    </Message>
  );
}

/** Somebody stopped the upload: nothing went wrong. */
function Stopped({ onBack }: Pick<Props, 'onBack'>) {
  const back = (
    <Button kind="main" onClick={onBack}>
      {check.back}
    </Button>
  );
  return (
    <Message kind="info" actions={back}>
      <strong>{upload.stopped}</strong>
    </Message>
  );
}

interface LooksWrongProps {
  readonly suspicions: unknown;
  readonly onBack: () => void;
  readonly onCheck: () => void;
}

/** The catalogue changed between the check and the upload. */
function LooksWrong({ suspicions, onBack, onCheck }: LooksWrongProps) {
  const actions = (
    <>
      <Button kind="main" onClick={onCheck}>
        {check.again}
      </Button>
      <Button onClick={onBack}>{check.back}</Button>
    </>
  );
  return (
    <Message kind="warning" actions={actions}>
      <strong>{check.changedMeanwhile}</strong>
      <ul>
        {(Array.isArray(suspicions) ? (suspicions as UploadDoubt[]) : []).map(({ kind, text }) => (
          <li key={kind}>{text}</li>
        ))}
      </ul>
    </Message>
  );
}
