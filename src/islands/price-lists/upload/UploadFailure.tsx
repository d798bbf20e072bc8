// Why an upload or a check of a price list failed, and the ways on; Upload.tsx shows it in place of the form.
import { useEffect } from 'react';
import type { UploadDoubt } from '../../../../contract/catalogue/runs.ts';
import type { Failure } from '../../../lib/platform/http-client.ts';
import { askIfEnded } from '../../../lib/platform/router.ts';
import { check as checkTexts } from '../../../lib/price-lists/upload/check-store.ts';
import { uploadFailureText, upload as uploadTexts } from '../../../lib/price-lists/upload/upload-texts.ts';
import { Button, Message } from '../../ui/controls.tsx';
import { useStanding } from '../../ui/hooks.ts';

interface UploadFailureProps {
  readonly failure: Failure;
  readonly heading?: string;
  /** What is known of the reason beside the code; '' for nothing. */
  readonly reason?: string;
  readonly onBack: () => void;
  /** Checks the same file again. */
  readonly onCheck: () => void;
}

/** Why an upload or a check failed, and the ways on; nothing typed is lost. */
export default function UploadFailure({
  failure,
  heading = uploadTexts.failed,
  reason = '',
  onBack,
  onCheck,
}: UploadFailureProps) {
  useEffect(() => askIfEnded(failure), [failure]);
  const isStanding = useStanding(failure) !== null;
  useEffect(() => {
    if (!isStanding) onBack();
  }, [isStanding, onBack]);
  if (failure.code === 'import looks wrong' || failure.code === 'import differs')
    return <ChangedMeanwhile failure={failure} onBack={onBack} onCheck={onCheck} />;
  if (failure.code === 'upload cancelled') return <Stopped onBack={onBack} />;
  const again = (
    <Button kind="main" onClick={onBack}>
      {uploadTexts.retry}
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

/** The upload was cancelled: no failure. */
function Stopped({ onBack }: Pick<UploadFailureProps, 'onBack'>) {
  const back = (
    <Button kind="main" onClick={onBack}>
      {checkTexts.back}
    </Button>
  );
  return (
    <Message kind="info" actions={back}>
      <strong>{uploadTexts.stopped}</strong>
    </Message>
  );
}

type ChangedProps = Pick<UploadFailureProps, 'failure' | 'onBack' | 'onCheck'>;

/** The catalogue changed between the check and the upload. */
function ChangedMeanwhile({ failure, onBack, onCheck }: ChangedProps) {
  const { code, facts } = failure;
  const suspicions = code === 'import differs' ? [] : facts.suspicions;
  const actions = (
    <>
      <Button kind="main" onClick={onCheck}>
        {checkTexts.again}
      </Button>
      <Button onClick={onBack}>{checkTexts.back}</Button>
    </>
  );
  return (
    <Message kind="warning" actions={actions}>
      <strong>{code === 'import differs' ? checkTexts.differs : checkTexts.changedMeanwhile}</strong>
      <ul>
        {(Array.isArray(suspicions) ? (suspicions as UploadDoubt[]) : []).map(({ kind, text }) => (
          <li key={kind}>{text}</li>
        ))}
      </ul>
    </Message>
  );
}
