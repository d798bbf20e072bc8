import { useEffect, useRef, useState } from 'react';
import type { Conflict } from '../../lib/editing/editing-store.ts';
import { conflict as texts } from '../../lib/editing/editor-texts.ts';
import { Button } from './Button.tsx';
import { Difference } from './Difference.tsx';

interface Props<T> {
  readonly conflict: Conflict<T>;
  readonly value: T;
  /** What of the thing is compared. */
  readonly textOf: (value: T) => string;
  readonly onOverwrite: () => void;
  readonly onTakeTheirs: () => void;
  readonly onPutOff: () => void;
}

/** Tells who saved meanwhile and asks what to do; Esc leaves everything as it was typed. */
export function ConflictDialog<T>(props: Props<T>) {
  const { conflict, value, textOf, onOverwrite, onTakeTheirs, onPutOff } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [comparing, setComparing] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  const { theirs } = conflict;
  return (
    <dialog
      ref={dialog}
      className={comparing ? 'confirm wide' : 'confirm'}
      aria-labelledby="conflict-heading"
      onClose={onPutOff}
    >
      <h2 id="conflict-heading">{texts.heading}</h2>
      <p>
        {texts.who(conflict.who, conflict.when)}. {theirs === null && texts.gone}
      </p>
      <p>{texts.safe}</p>
      {theirs && (
        <>
          <Button aria-expanded={comparing} onClick={() => setComparing(!comparing)}>
            {comparing ? texts.hide : texts.show}
          </Button>
          {comparing && (
            <Difference label={texts.difference} before={textOf(value)} after={textOf(theirs.value)} />
          )}
        </>
      )}
      <div className="buttons">
        <Button onClick={onPutOff}>{texts.putOff}</Button>
        <Button onClick={onTakeTheirs}>{texts.takeTheirs}</Button>
        <Button kind="danger" onClick={onOverwrite}>
          {texts.overwrite}
        </Button>
      </div>
    </dialog>
  );
}
