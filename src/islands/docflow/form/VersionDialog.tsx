import { useEffect, useRef } from 'react';
import { newVersion as texts } from '../../../lib/docflow/form-texts.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  /** How many marks are cleared. */
  readonly marks: number;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before a save clears marks; Esc leaves everything as it was typed. */
export function VersionDialog({ marks, onYes, onNo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="new-version" onClose={onNo}>
      <h2 id="new-version">{texts.question}</h2>
      <p>{texts.details(marks)}</p>
      <div className="buttons">
        <Button onClick={onNo}>{texts.no}</Button>
        <Button kind="danger" onClick={onYes}>
          {texts.yes}
        </Button>
      </div>
    </dialog>
  );
}
