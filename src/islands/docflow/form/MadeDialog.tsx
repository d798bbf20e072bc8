import { useEffect, useRef } from 'react';
import type { Document } from '../../../../contract/docflow.ts';
import { numberOf, pairOf } from '../../../lib/docflow/document-texts.ts';
import { documentMade as texts } from '../../../lib/docflow/form-texts.ts';
import { paths } from '../../../lib/paths/paths.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  readonly document: Document;
  /** Whether the form stands at another direction or type by now. */
  readonly isElsewhere: boolean;
  readonly onChange: () => void;
  readonly onApart: () => void;
  readonly onBack: () => void;
}

/** Tells that an earlier save went through and asks what to do with what was typed since; Esc leaves it as it is. */
export function MadeDialog({ document, isElsewhere, onChange, onApart, onBack }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="document-made" onClose={onBack}>
      <h2 id="document-made">{texts.heading}</h2>
      <p>{texts.why}</p>
      <p>
        {pairOf(document)}, {numberOf(document)}:{' '}
        <a href={paths.document(document.id)} target="_blank" rel="noopener">
          {document.title}
        </a>
      </p>
      {isElsewhere && <p>{texts.elsewhere}</p>}
      <div className="buttons">
        <Button onClick={onBack}>{texts.back}</Button>
        <Button onClick={onApart}>{texts.apart}</Button>
        <Button kind="main" onClick={onChange}>
          {texts.change}
        </Button>
      </div>
    </dialog>
  );
}
