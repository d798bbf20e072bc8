import type { Failure } from '../../../lib/platform/http-client.ts';
import { runs as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import { uploadFailureText } from '../../../lib/price-lists/upload/upload-texts.ts';
import { ConfirmButton } from '../../ui/controls.tsx';

/** The button that stops a run, on its page and on that of the upload. */
export default function StopRun({ onCancel }: { readonly onCancel: () => Promise<Failure | null> }) {
  return (
    <ConfirmButton
      className="button danger"
      question={texts.cancelQuestion}
      details={texts.cancelDetails}
      yes={texts.cancelYes}
      onConfirm={async () => {
        const failure = await onCancel();
        return failure === null ? { done: true } : { refused: uploadFailureText(failure) };
      }}>
      {texts.cancel}
    </ConfirmButton>
  );
}
