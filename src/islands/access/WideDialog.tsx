import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { settings } from '../../lib/access/access-texts.ts';

interface Props {
  readonly heading: string;
  readonly children: ReactNode;
  /** The dialog has closed itself: by its button, Esc, or a click beside it. */
  readonly onClose: () => void;
}

/** Something to read over the page. The focus goes back to where it was opened from. */
export function WideDialog({ heading, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="confirm wide" aria-labelledby={id} closedby="any" onClose={onClose}>
      <div className="wide-head top line apart gap-16">
        <h2 id={id}>{heading}</h2>
        <button
          type="button"
          className="icon-button"
          aria-label={settings.close}
          onClick={() => dialog.current?.close()}
        >
          <X size={20} aria-hidden="true" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
