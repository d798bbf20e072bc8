// The button by which an administrator stops a run (an import of a price list), on its page and on that of the upload.
import type { Failure } from '../../../lib/platform/http-client.ts';
import { runs as texts } from '../../../lib/price-lists/runs/history-texts.ts';
import { uploadFailureText } from '../../../lib/price-lists/upload/upload-texts.ts';
import { ConfirmButton } from '../../ui/controls.tsx';

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
