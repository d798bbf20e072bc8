// The buttons by which a signatory decides on a document (sign, acknowledge, decline), for oneself or for a person whom
// one substitutes.
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import * as words from '../../../contract/documents/words.ts';
import { DECLINE_REASON_MAX } from '../../../contract/limits.ts';
import type { DecisionSent } from '../../lib/documents/document-calls.ts';
import { documentQueue, personName } from '../../lib/documents/document-texts.ts';
import { actErrors, decisionTexts, documentPage as texts } from '../../lib/documents/page-texts.ts';
import type { Asked, Permitted } from '../../lib/documents/permissions.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { submitOnKey } from '../../lib/platform/keyboard.ts';
import { Button, Field } from '../ui/controls.tsx';
import { FormDialog } from '../ui/Dialog.tsx';
import { useCall } from '../ui/hooks.ts';

interface DecisionButtonsProps {
  readonly acts: Permitted;
  readonly busy: boolean;
  readonly onDecide: (decision: DecisionSent) => Promise<Failure | null>;
  /** Called after the key carried out the first decision, to open the next document. */
  readonly onNext: () => void;
  /** Begins a question to the author; null: the viewer may not ask. */
  readonly onAsk: (() => void) | null;
}

const insteadOf = ({ entry, isOwn }: Asked): string | null => (isOwn ? null : entry.uid);
const labelOf = (name: words.DecisionName, { entry, isOwn }: Asked): string =>
  isOwn ? decisionTexts[name].label : decisionTexts[name].labelFor(personName(entry));

/** The decisions that the viewer may make, a row of buttons for each signatory; the first button is the main one. */
export function DecisionButtons({ acts, busy, onDecide, onNext, onAsk }: DecisionButtonsProps) {
  const [reasoned, setReasoned] = useState<Omit<DecisionSent, 'reason'> | null>(null);
  const rows = words.SIGNATORY_KINDS.flatMap((kind) => acts.asked[kind].map((asked) => ({ kind, asked })));
  const [first] = rows;
  const main =
    first &&
    words.DECISION_NAMES.find((name) => words.DECISIONS[name].kind === first.kind && words.DECISIONS[name].accepts);
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
          {words.DECISION_NAMES.filter((name) => words.DECISIONS[name].kind === kind).map((name, place) => {
            const decision = { name, insteadOf: insteadOf(asked) };
            return words.DECISIONS[name].needsReason ? (
              <Button key={name} aria-disabled={busy} onClick={() => !busy && setReasoned(decision)}>
                {labelOf(name, asked)}
              </Button>
            ) : (
              <Button
                key={name}
                kind={row === 0 && place === 0 ? 'main' : 'plain'}
                busy={busy}
                onClick={() => void onDecide(decision)}>
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

/** Failures after which the same reason may be sent again. */
const MAY_REPEAT: readonly Failure['kind'][] = ['offline', 'busy', 'disk', 'server', 'refused', 'login'];

function DeclineDialog({ onDecline, onClose }: DeclineDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState('');
  const { busy, run } = useCall();
  useEffect(() => field.current?.focus(), []);

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
    <FormDialog
      dialog={dialog}
      heading={texts.declineQuestion}
      details={texts.declineDetails}
      cancel={texts.cancel}
      submit={texts.declineYes}
      kind="danger"
      busy={busy}
      onSubmit={submit}
      onClose={onClose}>
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
            onKeyDown={(event) => submitOnKey(event, () => field.current?.form?.requestSubmit())}
          />
        )}
      </Field>
    </FormDialog>
  );
}
