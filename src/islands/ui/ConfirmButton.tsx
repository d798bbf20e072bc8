import { type ReactNode, useId, useRef, useState } from 'react';
import { lists } from '../../lib/ui/reference-texts.ts';
import { Dots } from './Message.tsx';
import { useCall } from './use-call.ts';

/** What came of a confirmed action: it is done, it was refused, or it needs one more yes to another question. */
export type Confirmed =
  | { readonly done: true }
  | { readonly refused: string }
  | { readonly ask: string; readonly yes: string };

interface Props {
  /** What stands on the button that opens the question. */
  readonly children: ReactNode;
  /** Name of the button for readers, when its text alone does not tell one row from another. */
  readonly label?: string;
  readonly question: string;
  readonly details?: string;
  readonly yes: string;
  readonly className?: string;
  /** Acts after a yes; `again` is true for the yes to the second question. */
  readonly onConfirm: (again: boolean) => Promise<Confirmed>;
}

/** A button that asks in a native dialog before it acts; Esc and «Отмена» leave everything as it was. */
export function ConfirmButton({ children, label, question, details, yes, className, onConfirm }: Props) {
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
            onClick={(event) => void confirm(event.detail)}
          >
            {second?.yes ?? yes}
            {busy && <Dots />}
          </button>
        </div>
      </dialog>
    </>
  );
}
