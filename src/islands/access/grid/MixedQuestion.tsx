import { useEffect, useId, useRef } from 'react';
import { grid as texts } from '../../../lib/access/grid-texts.ts';
import { Button } from '../../ui/Button.tsx';
import type { Many } from './ManyBox.tsx';

interface Props {
  readonly many: Many;
  readonly onSet: (many: Many, isOn: boolean) => void;
  readonly onClose: () => void;
}

/** Asks what a mixed box shall do; Esc leaves everything as it is. */
export function MixedQuestion({ many, onSet, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => dialog.current?.showModal(), []);
  const put = (isOn: boolean) => () => {
    onSet(many, isOn);
    dialog.current?.close();
  };
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby={heading} onClose={onClose}>
      <h2 id={heading}>{texts.mixed}</h2>
      <p>{texts.mixedDetails(many.where, many.count, many.of)}</p>
      <div className="buttons">
        <Button onClick={() => dialog.current?.close()}>{texts.leave}</Button>
        <Button onClick={put(false)}>{texts.clearAll}</Button>
        <Button kind="main" onClick={put(true)}>
          {texts.setAll}
        </Button>
      </div>
    </dialog>
  );
}
