import { useEffect, useRef } from 'react';
import type { SaveQuestion } from '../../../lib/docflow/form-store.ts';
import { askNobody, newVersion } from '../../../lib/docflow/form-texts.ts';
import { Button } from '../../ui/Button.tsx';

interface Props {
  readonly question: SaveQuestion;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Asks before a save clears marks or makes a document that asks nobody; Esc leaves everything as it was typed. */
export function SaveDialog({ question, onYes, onNo }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const texts = question.about === 'marks' ? newVersion : askNobody;
  const details = question.about === 'marks' ? newVersion.details(question.marks) : askNobody.details;
  return (
    <dialog ref={dialog} className="confirm" aria-labelledby="save-question" onClose={onNo}>
      <h2 id="save-question">{texts.question}</h2>
      <p>{details}</p>
      <div className="buttons">
        <Button onClick={onNo}>{texts.no}</Button>
        <Button kind={question.about === 'marks' ? 'danger' : 'main'} onClick={onYes}>
          {texts.yes}
        </Button>
      </div>
    </dialog>
  );
}
