import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { DECLINE_REASON_MAX } from '../../../contract/limits.ts';
import { submitOnKey } from '../../lib/browser/submit-key.ts';
import { actErrors, documentPage as texts } from '../../lib/docflow/document-texts.ts';
import type { Failure } from '../../lib/http/failure.ts';
import { failureText } from '../../lib/trouble/failure-texts.ts';
import { DialogFoot } from '../ui/DialogFoot.tsx';
import { Field } from '../ui/Field.tsx';

interface Props {
  readonly onDecline: (reason: string) => Promise<Failure | null>;
  readonly onClose: () => void;
}

/** Failures after which the reason may be sent again as it is. */
const MAY_REPEAT: readonly Failure['kind'][] = ['offline', 'busy', 'disk', 'server', 'refused', 'login'];

/** Asks why a document is declined; without a reason nothing is sent. */
export function DeclineDialog({ onDecline, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    field.current?.focus();
  }, []);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (reason.trim() === '') {
      setError(texts.reasonRequired);
      field.current?.focus();
      return;
    }
    setBusy(true);
    setError('');
    const failure = await onDecline(reason.trim());
    setBusy(false);
    if (failure && MAY_REPEAT.includes(failure.kind)) setError(failureText(failure, actErrors));
    else dialog.current?.close();
  }

  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="decline-heading" onClose={onClose}>
      <h2 id="decline-heading">{texts.declineQuestion}</h2>
      <p>{texts.declineDetails}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field label={texts.reason} error={error}>
          {(control) => (
            <textarea
              {...control}
              ref={field}
              name="reason"
              rows={4}
              required
              maxLength={DECLINE_REASON_MAX}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              onKeyDown={(event) => submitOnKey(event, () => form.current?.requestSubmit())}
            />
          )}
        </Field>
        <DialogFoot
          cancel={texts.cancel}
          submit={texts.declineYes}
          kind="danger"
          busy={busy}
          onCancel={() => dialog.current?.close()}
        />
      </form>
    </dialog>
  );
}
