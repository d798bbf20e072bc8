// The buttons by which a signatory decides on a document (sign, acknowledge, decline), for oneself or for a person whom
// one substitutes, and takes a decision back. The key and what is typed elsewhere on the page are asked about first.
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { Document, ListedUid } from '../../../contract/documents/documents.ts';
import * as words from '../../../contract/documents/words.ts';
import { DECLINE_REASON_MAX } from '../../../contract/limits.ts';
import type { DecisionSent } from '../../lib/documents/document-calls.ts';
import { documentQueue, numberOf, personName } from '../../lib/documents/document-texts.ts';
import { actErrors, decisionTexts, documentPage as texts } from '../../lib/documents/page-texts.ts';
import type { Asked, Permitted } from '../../lib/documents/permissions.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { keysHint, submitOnKey, takesText } from '../../lib/platform/keyboard.ts';
import { $portalWords } from '../../lib/platform/portal-words.ts';
import { tooLong } from '../../lib/ui/length-text.ts';
import { Button, ConfirmButton, Field, Message } from '../ui/controls.tsx';
import { FormDialog } from '../ui/Dialog.tsx';
import { useCall } from '../ui/hooks.ts';

interface DecisionButtonsProps {
  readonly document: Document;
  readonly acts: Permitted;
  readonly busy: boolean;
  readonly onDecide: (decision: DecisionSent) => Promise<Failure | null>;
  readonly onWithdraw: (insteadOf: string | null) => Promise<Failure | null>;
  /** Called after the key carried out the first decision, to open the next document. */
  readonly onNext: () => void;
  /** Begins a question to the author; null: the viewer may not ask. */
  readonly onAsk: (() => void) | null;
}

/** How long the buttons rest after a decision, ms: others may stand in its place, under the same pointer. */
const REST_MS = 1000;

const insteadOf = ({ entry, isOwn }: Asked): string | null => (isOwn ? null : entry.uid);

/** Whether a text is typed in some field of the page and not sent. */
const isTyping = (): boolean =>
  [...document.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('main textarea, main input')].some(
    (field) => !['checkbox', 'radio', 'file', 'hidden'].includes(field.type) && field.value !== '',
  );

/** A decision that waits for the answer of the dialog. */
interface Wanted {
  readonly asked: Asked;
  readonly name: words.DecisionName;
  /** By the key: the next document opens afterwards. */
  readonly byKey: boolean;
  readonly isUnsent: boolean;
}

/** The decisions that the viewer may make, a row of buttons for each signatory; the first button is the main one. */
export function DecisionButtons(props: DecisionButtonsProps) {
  const { document: shown, acts, busy, onDecide, onWithdraw, onNext, onAsk } = props;
  const { lang } = useStore($portalWords);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [rests, setRests] = useState(false);
  useEffect(() => {
    if (!rests) return;
    const timer = setTimeout(() => setRests(false), REST_MS);
    return () => clearTimeout(timer);
  }, [rests]);
  const rows = words.SIGNATORY_KINDS.flatMap((kind) => acts.asked[kind].map((asked) => ({ kind, asked })));
  const [first] = rows;
  const main =
    first &&
    words.DECISION_NAMES.find((name) => words.DECISIONS[name].kind === first.kind && words.DECISIONS[name].accepts);
  useEffect(() => {
    if (!first || !main || wanted) return;
    const press = (event: KeyboardEvent) => {
      const isKey = event.key === 'Enter' && event.altKey && !event.ctrlKey && !event.metaKey;
      const isElsewhere = takesText(document.activeElement) || document.querySelector('dialog[open]') !== null;
      if (!isKey || event.defaultPrevented || event.repeat || isElsewhere || busy || rests || isTyping()) return;
      event.preventDefault();
      setWanted({ asked: first.asked, name: main, byKey: true, isUnsent: false });
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
  const withdrawable = shown.state === 'done' ? [] : (shown.withdrawable ?? []);
  if (rows.length === 0 && withdrawable.length === 0) return null;

  function press(name: words.DecisionName, asked: Asked): void {
    const isUnsent = isTyping();
    const isAsked = words.DECISIONS[name].needsReason || isUnsent || !asked.isOwn;
    if (isAsked) setWanted({ asked, name, byKey: false, isUnsent });
    else void send({ name, insteadOf: null });
  }
  function labelOf(name: words.DecisionName, asked: Asked): string {
    return asked.isOwn && lang === 'en' ? decisionTexts[name].specified : labelFor(name, asked);
  }
  async function send(decision: DecisionSent): Promise<Failure | null> {
    const failure = await onDecide(decision);
    setRests(true);
    return failure;
  }
  async function decide(reason?: string): Promise<Failure | null> {
    if (!wanted) return null;
    const { name, asked, byKey } = wanted;
    const failure = await send({ name, insteadOf: insteadOf(asked), ...(reason !== undefined && { reason }) });
    if (!failure && byKey) onNext();
    return failure;
  }
  return (
    <div className="doc-acts above-28 stack gap-12 no-print">
      {acts.otherSignatures.length > 0 && (
        <Message kind="warning">{texts.twoSignatures(acts.otherSignatures.map(personName))}</Message>
      )}
      {rows.map(({ kind, asked }, row) => (
        <div key={`${kind} ${asked.entry.uid}`} className="buttons">
          {words.DECISION_NAMES.filter((name) => words.DECISIONS[name].kind === kind).map((name, place) => (
            <Button
              key={name}
              kind={row === 0 && place === 0 ? 'main' : 'plain'}
              busy={busy && words.DECISIONS[name].accepts}
              aria-disabled={busy || rests}
              onClick={() => !busy && !rests && press(name, asked)}>
              {labelOf(name, asked)}
            </Button>
          ))}
        </div>
      ))}
      {onAsk && (
        <Button kind="quiet" className="doc-ask" onClick={onAsk}>
          {texts.ask}
        </Button>
      )}
      {withdrawable.map((of) => (
        <WithdrawButton key={`${of.kind} ${of.uid}`} document={shown} of={of} onWithdraw={onWithdraw} />
      ))}
      {rows.length > 0 && <p className="field-hint doc-acts-keys">{keysHint(documentQueue.nextKey)}</p>}
      {wanted && <DecisionDialog document={shown} wanted={wanted} onDecide={decide} onClose={() => setWanted(null)} />}
    </div>
  );
}

/** The decision as its button words it. */
const labelFor = (name: words.DecisionName, { entry, isOwn }: Asked): string =>
  isOwn ? decisionTexts[name].label : decisionTexts[name].labelFor(personName(entry));

interface DecisionDialogProps {
  readonly document: Document;
  readonly wanted: Wanted;
  readonly onDecide: (reason?: string) => Promise<Failure | null>;
  readonly onClose: () => void;
}

/** Names the document and what the decision means; Enter confirms. A decline asks for its reason besides. */
function DecisionDialog({ document: shown, wanted, onDecide, onClose }: DecisionDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { busy, failure, run } = useCall();
  const { name, asked, isUnsent } = wanted;
  const { question, meaning } = decisionTexts[name];
  const which = `${numberOf(shown)} «${shown.title}», ${texts.version(shown.version).toLowerCase()}.`;
  const whose = asked.isOwn ? '' : ` ${texts.onBehalf(personName(asked.entry))}`;
  const details = `${which}${whose} ${meaning}${isUnsent ? ` ${texts.unsent}` : ''}`;
  useEffect(() => dialog.current?.querySelector<HTMLButtonElement>('button[type="submit"]')?.focus(), []);
  if (words.DECISIONS[name].needsReason) {
    const heading = { heading: question, submit: texts.declineYes, required: texts.reasonRequired };
    return <ReasonDialog {...heading} details={details} onSend={(reason) => onDecide(reason)} onClose={onClose} />;
  }
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const failed = await run(() => onDecide());
    if (failed === null || (failed && !mayRepeat(failed))) dialog.current?.close();
  }
  return (
    <FormDialog
      dialog={dialog}
      heading={question}
      details={details}
      cancel={texts.cancel}
      submit={labelFor(name, asked)}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}>
      <div role="alert">{failure && <p className="field-error">{failureText(failure, actErrors)}</p>}</div>
    </FormDialog>
  );
}

interface WithdrawButtonProps {
  readonly document: Document;
  readonly of: ListedUid;
  readonly onWithdraw: (insteadOf: string | null) => Promise<Failure | null>;
}

function WithdrawButton({ document: shown, of: { kind, uid }, onWithdraw }: WithdrawButtonProps) {
  const entry = shown[kind].find((one) => one.uid === uid);
  if (!entry) return null;
  const actor = entry.acceptedBy ?? entry.declinedBy;
  const accepted = kind === 'acceptor' ? 'sign' : 'acknowledge';
  const own = decisionTexts[entry.declinedAt === null ? accepted : 'decline'];
  const isOwn = actor?.uid === uid;
  return (
    <ConfirmButton
      className="button quiet doc-ask"
      question={own.withdrawQuestion}
      details={texts.withdrawDetails}
      yes={own.withdraw}
      onConfirm={async () => {
        const failure = await onWithdraw(uid);
        return failure ? { refused: `${texts.undoFailed} ${failureText(failure, actErrors)}` } : { done: true };
      }}>
      {isOwn ? own.withdraw : own.withdrawFor(personName(entry))}
    </ConfirmButton>
  );
}

interface ReasonDialogProps {
  readonly heading: string;
  readonly details: string;
  readonly submit: string;
  /** Says that a reason is missing. */
  readonly required: string;
  readonly onSend: (reason: string) => Promise<Failure | null>;
  readonly onClose: () => void;
}

/** Failures after which the same may be sent again. */
const MAY_REPEAT: readonly Failure['kind'][] = ['offline', 'busy', 'disk', 'server', 'login'];

/** Whether a dialog stays open: other refusals are about the document, whose page says what it is by now. */
const mayRepeat = ({ kind, code }: Failure): boolean => MAY_REPEAT.includes(kind) || code === 'invalid reason';

/** Asks for the reason that a decline or a cancellation needs. */
export function ReasonDialog({ heading, details, submit: yes, required, onSend, onClose }: ReasonDialogProps) {
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
      setError(required);
      field.current?.focus();
      return;
    }
    const length = [...reason.trim()].length;
    if (length > DECLINE_REASON_MAX) {
      setError(tooLong(length, DECLINE_REASON_MAX));
      field.current?.focus();
      return;
    }
    setError('');
    const failure = await run(() => onSend(reason.trim()));
    if (failure && mayRepeat(failure)) setError(failureText(failure, actErrors));
    else dialog.current?.close();
  }

  return (
    <FormDialog
      dialog={dialog}
      heading={heading}
      details={details}
      cancel={texts.cancel}
      submit={yes}
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
            value={reason}
            onChange={({ target }) => {
              setReason(target.value);
              setError('');
            }}
            onKeyDown={(event) => submitOnKey(event, () => field.current?.form?.requestSubmit())}
          />
        )}
      </Field>
    </FormDialog>
  );
}
