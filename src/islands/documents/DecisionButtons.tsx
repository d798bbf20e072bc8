import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { DECISION_NAMES, DECISIONS, type DecisionName, SIGNATORY_KINDS } from '../../../contract/documents/words.ts';
import { DECLINE_REASON_MAX } from '../../../contract/limits.ts';
import type { DecisionSent } from '../../lib/documents/document-calls.ts';
import { actErrors, decisionTexts, personName, documentPage as texts } from '../../lib/documents/document-texts.ts';
import type { Asked, Permitted } from '../../lib/documents/permissions.ts';
import { documentQueue } from '../../lib/documents/queue-texts.ts';
import { type Failure, failureText } from '../../lib/platform/http-client.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { Button, DialogFoot, Field } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';

interface Props {
  readonly acts: Permitted;
  readonly busy: boolean;
  readonly onDecide: (decision: DecisionSent) => Promise<Failure | null>;
  /** Told when the key has carried out the first decision: what waits next is wanted. */
  readonly onNext: () => void;
  /** Begins a question to the author; null: the reader may not ask. */
  readonly onAsk: (() => void) | null;
}

const insteadOf = ({ entry, isOwn }: Asked): string | null => (isOwn ? null : entry.uid);
const labelOf = (name: DecisionName, { entry, isOwn }: Asked): string =>
  isOwn ? decisionTexts[name].label : decisionTexts[name].labelFor(personName(entry));

/** The buttons of whoever is asked, a row for each entry; the first of them is the filled one. */
export function DecisionButtons({ acts, busy, onDecide, onNext, onAsk }: Props) {
  const [reasoned, setReasoned] = useState<Omit<DecisionSent, 'reason'> | null>(null);
  const rows = SIGNATORY_KINDS.flatMap((kind) => acts.asked[kind].map((asked) => ({ kind, asked })));
  const [first] = rows;
  const main = first && DECISION_NAMES.find((name) => DECISIONS[name].kind === first.kind && DECISIONS[name].accepts);
  useEffect(() => {
    if (!first || !main || reasoned) return;
    const press = (event: KeyboardEvent) =>
      submitOnKey(event, () => {
        if (busy) return;
        void onDecide({ name: main, insteadOf: insteadOf(first.asked) }).then((failure) => failure ?? onNext());
      });
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  if (rows.length === 0) return null;
  return (
    <div className="doc-acts above-28 stack gap-12 no-print">
      {rows.map(({ kind, asked }, row) => (
        <div key={`${kind} ${asked.entry.uid}`} className="buttons">
          {DECISION_NAMES.filter((name) => DECISIONS[name].kind === kind).map((name, place) => {
            const decision = { name, insteadOf: insteadOf(asked) };
            return DECISIONS[name].needsReason ? (
              <Button key={name} aria-disabled={busy} onClick={() => !busy && setReasoned(decision)}>
                {labelOf(name, asked)}
              </Button>
            ) : (
              <Button
                key={name}
                kind={row === 0 && place === 0 ? 'main' : 'plain'}
                busy={busy}
                onClick={() => void onDecide(decision)}
              >
                {labelOf(name, asked)}
              </Button>
            );
          })}
        </div>
      ))}
      {onAsk && (
        <Button kind="quiet" className="doc-ask" onClick={onAsk}>
          {texts.ask}
        </Button>
      )}
      <p className="field-hint doc-acts-keys">{documentQueue.nextKey}</p>
      {reasoned && (
        <DeclineDialog onDecline={(reason) => onDecide({ ...reasoned, reason })} onClose={() => setReasoned(null)} />
      )}
    </div>
  );
}

interface DeclineDialogProps {
  readonly onDecline: (reason: string) => Promise<Failure | null>;
  readonly onClose: () => void;
}

/** Failures after which the reason may be sent again as it is. */
const MAY_REPEAT: readonly Failure['kind'][] = ['offline', 'busy', 'disk', 'server', 'refused', 'login'];

/** Asks why a document is declined; without a reason nothing is sent. */
function DeclineDialog({ onDecline, onClose }: DeclineDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const { busy, run } = useCall();
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
    setError('');
    const failure = await run(() => onDecline(reason.trim()));
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
