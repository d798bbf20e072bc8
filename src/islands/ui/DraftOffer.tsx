// Offers a user what was typed into a form earlier and never saved; and the button that leaves a form with unsaved
// work, after a question.
import type { ReactNode } from 'react';
import type { Draft } from '../../lib/editing/drafts.ts';
import { drafts as texts, unsaved } from '../../lib/editing/editor-texts.ts';
import { Button, ConfirmButton } from './controls.tsx';

interface Props {
  readonly drafts: readonly Pick<Draft<unknown>, 'id' | 'savedAt'>[];
  readonly onTake: (id: string) => void;
  readonly onDrop: (id: string) => void;
}

/** Offers what was typed here earlier and never saved. */
export function DraftOffer({ drafts, onTake, onDrop }: Props) {
  if (drafts.length === 0) return null;
  return (
    <ul className="draft-offer message warning" aria-label={texts.list}>
      {drafts.map(({ id, savedAt }) => (
        <li key={id}>
          <span id={`draft-${id}`}>{texts.found(savedAt)}</span>
          <span className="buttons">
            <Button aria-describedby={`draft-${id}`} onClick={() => onTake(id)}>
              {texts.take}
            </Button>
            <Button kind="quiet" aria-describedby={`draft-${id}`} onClick={() => onDrop(id)}>
              {texts.drop}
            </Button>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface DiscardButtonProps {
  /** What is lost, where it is more than a text. */
  readonly details?: string;
  readonly onDiscard: () => void;
  readonly children: ReactNode;
}

/** The way out of a form that holds unsaved work: asks first. */
export function DiscardButton({ details = unsaved.discardDetails, onDiscard, children }: DiscardButtonProps) {
  return (
    <ConfirmButton
      className="button"
      question={unsaved.discard}
      details={details}
      yes={unsaved.discardYes}
      onConfirm={async () => {
        onDiscard();
        return { done: true };
      }}>
      {children}
    </ConfirmButton>
  );
}
