import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { closeText } from '../../lib/access/access-texts.ts';

interface Props {
  readonly heading: string;
  readonly children: ReactNode;
  /** Called after the dialog closed: by its button, Esc, or a click beside it. */
  readonly onClose: () => void;
}

/** A wide modal dialog with a heading and a close button. */
export function WideDialog({ heading, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="confirm wide" aria-labelledby={id} closedby="any" onClose={onClose}>
      <div className="wide-head top line apart gap-16">
        <h2 id={id}>{heading}</h2>
        <button type="button" className="icon-button" aria-label={closeText} onClick={() => dialog.current?.close()}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
