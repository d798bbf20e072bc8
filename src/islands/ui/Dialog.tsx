// The modal dialog of all features, with a heading; and one with a form and two buttons. Esc closes it.
import { X } from 'lucide-react';
import { type ComponentProps, type ReactNode, type RefObject, type SubmitEvent, useEffect, useId, useRef } from 'react';
import { DialogFoot } from './controls.tsx';

interface Props extends Pick<ComponentProps<'dialog'>, 'children' | 'closedby' | 'onClose'> {
  /** For callers that close it. */
  readonly dialog?: RefObject<HTMLDialogElement | null>;
  readonly heading: ReactNode;
  readonly className?: string;
  /** Name of a button beside the heading that closes it. */
  readonly closeLabel?: string;
}

/** A modal dialog under its heading, open from the moment it is drawn. Esc closes it. */
export function Dialog({ dialog, heading, className = '', closeLabel, children, ...rest }: Props) {
  const own = useRef<HTMLDialogElement>(null);
  const ref = dialog ?? own;
  const id = useId();
  useEffect(() => ref.current?.showModal(), [ref]);
  const title = <h2 id={id}>{heading}</h2>;
  return (
    <dialog ref={ref} className={`confirm ${className}`.trim()} aria-labelledby={id} {...rest}>
      {closeLabel === undefined ? (
        title
      ) : (
        <div className="wide-head top line apart gap-16">
          {title}
          <button type="button" className="icon-button" aria-label={closeLabel} onClick={() => ref.current?.close()}>
            <X size={20} aria-hidden="true" />
          </button>
        </div>
      )}
      {children}
    </dialog>
  );
}

interface FormProps extends Props, Omit<ComponentProps<typeof DialogFoot>, 'onCancel'> {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly details?: string;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown;
}

/** A dialog with a form and its two buttons; the caller closes it once the form is done. */
export function FormDialog({ details, onSubmit, cancel, submit, kind, busy, children, ...frame }: FormProps) {
  return (
    <Dialog {...frame}>
      {details && <p>{details}</p>}
      <form onSubmit={(event) => void onSubmit(event)} noValidate>
        {children}
        <DialogFoot {...{ cancel, submit, kind, busy }} onCancel={() => frame.dialog.current?.close()} />
      </form>
    </Dialog>
  );
}
