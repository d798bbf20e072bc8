import type { ReactNode } from 'react';
import { unsaved } from '../../lib/editing/editor-texts.ts';
import { ConfirmButton } from './ConfirmButton.tsx';

interface Props {
  /** What is lost, where it is more than a text. */
  readonly details?: string;
  readonly onDiscard: () => void;
  readonly children: ReactNode;
}

/** The way out of a form that holds unsaved work: asks first. */
export function DiscardButton({ details = unsaved.discardDetails, onDiscard, children }: Props) {
  return (
    <ConfirmButton
      className="button"
      question={unsaved.discard}
      details={details}
      yes={unsaved.discardYes}
      onConfirm={async () => {
        onDiscard();
        return { done: true };
      }}
    >
      {children}
    </ConfirmButton>
  );
}
