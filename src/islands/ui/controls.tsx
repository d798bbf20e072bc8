// The controls that all pages share: button, message, failure with retry, field with label and error, copy, download,
// button that asks before it acts.
import { Check, Copy, Download } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { copyText, saveFile } from '../../lib/platform/copy-and-save.ts';
import { downloads, failureText, tryAgain } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { lists } from '../../lib/ui/list-editor-texts.ts';
import { useCall } from './hooks.ts';

interface ButtonProps extends ComponentProps<'button'> {
  /** `main` is the one filled button of a screen; `quiet` looks like a link. */
  readonly kind?: 'main' | 'plain' | 'danger' | 'quiet';
  /** Its action is under way: shows it and ignores further presses without losing the focus. */
  readonly busy?: boolean;
}

/** A button; `type="button"` by default. */
export function Button({ kind = 'plain', busy = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={['button', kind !== 'plain' && kind, className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  );
}

interface ButtonOwnProps {
  readonly cancel: string;
  readonly submit: string;
  readonly kind?: 'main' | 'danger';
  readonly busy?: boolean;
  readonly onCancel: () => void;
}

/** The two buttons under the form of a dialog: leave it as it was, or send it. */
export function DialogFoot({ cancel, submit, kind = 'main', busy = false, onCancel }: ButtonOwnProps) {
  return (
    <div className="buttons">
      <Button onClick={onCancel}>{cancel}</Button>
      {/* The second click of a double one must not answer the dialog that the first has opened. */}
      <Button
        type="submit"
        kind={kind}
        busy={busy}
        onClick={(event) => {
          if (event.detail > 1) event.preventDefault();
        }}>
        {submit}
      </Button>
    </div>
  );
}

interface MessageProps {
  readonly kind: 'error' | 'success' | 'warning' | 'info';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

/** What happened, in words, read out by itself; an error at once, the rest when there is a pause. */
export function Message({ kind, children, actions }: MessageProps) {
  return (
    <div className={`message ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
      <div>{children}</div>
      {actions && <div className="buttons">{actions}</div>}
    </div>
  );
}

interface MessageOwnProps {
  readonly failure: Failure;
  readonly onAgain: () => void;
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly children?: ReactNode;
}

/** Something could not be loaded: why, and the same again. */
export function Failed({ failure, onAgain, errors, children }: MessageOwnProps) {
  return (
    <Message kind="error" actions={<Button onClick={onAgain}>{tryAgain}</Button>}>
      {children} {failureText(failure, errors)}
    </Message>
  );
}

/** Waiting dots: none to three in a cycle of steps of 300 ms (drawn by the style sheet, silent for readers). */
export function Dots() {
  return (
    <span className="dots" aria-hidden="true">
      <i>.</i>
      <i>.</i>
      <i>.</i>
    </span>
  );
}

/** What a control needs to belong to its field: spread it onto the input. */
interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** One field of any form: wires label, hint and error to the control that `children` draws. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {error && (
        <span id={`${id}-error`} className="field-error" role="alert">
          {error}
        </span>
      )}
      {hint && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
    </div>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly done: string;
  readonly wide?: boolean;
}

/** How long the button says that the text was copied, ms. */
const DONE_SHOWN = 2_000;

/** Copies a text to the clipboard and says so, to readers too. */
export function CopyButton({ text, label, done, wide = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), DONE_SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={wide ? 'button' : 'icon-button'}
        aria-label={label}
        title={wide ? undefined : label}
        onClick={() => void copyText(text).then(setCopied)}>
        <Icon size={18} aria-hidden="true" />
        {wide && <span>{copied ? done : label}</span>}
      </button>
      <span role="status" className="visually-hidden" data-done={done}>
        {copied ? done : ''}
      </span>
    </>
  );
}

interface DownloadButtonProps {
  /** Fetches the file. Throws what ky throws, or SessionEnded. */
  readonly ask: () => Promise<Blob>;
  readonly name: string;
  readonly label: string;
  /** Name of the button for readers, when its text alone does not distinguish rows. */
  readonly fullLabel?: string;
}

/** Fetches a file and hands it to the browser. */
export function DownloadButton({ ask, name, label, fullLabel }: DownloadButtonProps) {
  const { busy, failure, run } = useCall();

  return (
    <>
      <Button
        busy={busy}
        aria-label={busy ? undefined : fullLabel}
        onClick={() => void run(async () => saveFile(await ask(), name))}>
        {!busy && <Download aria-hidden="true" />}
        {busy ? downloads.downloading : label}
      </Button>
      <span role="alert" className="field-error">
        {failure && `${downloads.downloadFailed} ${failureText(failure)}`}
      </span>
    </>
  );
}

/** What came of a confirmed action: it is done, it was refused, or it needs one more yes to another question. */
export type Confirmed =
  | { readonly done: true }
  | { readonly refused: string }
  | { readonly ask: string; readonly yes: string };

interface ConfirmButtonProps {
  readonly children: ReactNode;
  /** Name of the button for readers, when its text alone does not distinguish rows. */
  readonly label?: string;
  readonly question: string;
  readonly details?: string;
  readonly yes: string;
  readonly className?: string;
  /** Acts after a yes; `again` is true for the yes to the second question. */
  readonly onConfirm: (again: boolean) => Promise<Confirmed>;
}

/** A button that asks in a native dialog before it acts; Esc and «Отмена» leave everything as it was. */
export function ConfirmButton({ children, label, question, details, yes, className, onConfirm }: ConfirmButtonProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const [second, setSecond] = useState<{ ask: string; yes: string } | null>(null);
  const [refused, setRefused] = useState('');
  const { busy, run } = useCall();
  const heading = useId();

  function open() {
    setSecond(null);
    setRefused('');
    dialog.current?.showModal();
  }

  async function confirm(clicks: number) {
    // The second click of a double one must not answer a question that has just changed.
    if (clicks > 1) return;
    await run(async () => {
      setRefused('');
      const outcome = await onConfirm(second !== null);
      if ('done' in outcome) dialog.current?.close();
      else if ('ask' in outcome) {
        setSecond(outcome);
        cancel.current?.focus();
      } else setRefused(outcome.refused);
    });
  }

  return (
    <>
      <button type="button" className={className} aria-label={label} onClick={open}>
        {children}
      </button>
      <dialog ref={dialog} className="confirm" aria-labelledby={heading}>
        <h2 id={heading}>{question}</h2>
        {details && second === null && <p>{details}</p>}
        <div aria-live="polite">{second && <p className="confirm-warning">{second.ask}</p>}</div>
        <div role="alert">{refused && <p className="field-error">{refused}</p>}</div>
        <div className="buttons">
          <button ref={cancel} type="button" className="button" onClick={() => dialog.current?.close()}>
            {lists.cancel}
          </button>
          <button
            type="button"
            className="button danger"
            aria-disabled={busy}
            onClick={(event) => void confirm(event.detail)}>
            {second?.yes ?? yes}
            {busy && <Dots />}
          </button>
        </div>
      </dialog>
    </>
  );
}
