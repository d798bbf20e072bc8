import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Signatory } from '../../../../contract/docflow.ts';
import { signatoriesField as texts } from '../../../lib/docflow/form-texts.ts';
import { calledAs, type Signer } from '../../../lib/docflow/signatory-list.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';

interface Props {
  readonly kind: 'acceptor' | 'recipient';
  readonly person: Signer;
  readonly stored: Signatory | undefined;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One signatory of a list, their decision so far, and what can be done with the row. */
export function SignatoryRow({ kind, person, stored, isFirst, isLast, onMove, onRemove }: Props) {
  const name = calledAs(person);
  const isMarked = stored !== undefined && (stored.accept || stored.declinedAt !== null);

  function move(event: MouseEvent<HTMLButtonElement>, by: 1 | -1) {
    const button = event.currentTarget;
    onMove(by);
    // A row that is put elsewhere loses the focus.
    requestAnimationFrame(() => button.focus());
  }

  return (
    <li>
      <span className="person-name">{name}</span>
      <span className="person-position">
        {person.position}
        {stored?.accept && (
          <span className="tag ok">{kind === 'acceptor' ? texts.signed : texts.acknowledged}</span>
        )}
        {stored && stored.declinedAt !== null && <span className="tag warn">{texts.declined}</span>}
      </span>
      <span className="signatory-buttons">
        <button
          type="button"
          className="icon-button"
          aria-label={texts.up(name)}
          aria-disabled={isFirst}
          onClick={(event) => move(event, -1)}
        >
          <ArrowUp size={18} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label={texts.down(name)}
          aria-disabled={isLast}
          onClick={(event) => move(event, 1)}
        >
          <ArrowDown size={18} aria-hidden="true" />
        </button>
        <ConfirmButton
          className="icon-button"
          label={texts.removeOf(name)}
          question={texts.removeQuestion}
          details={isMarked ? texts.removeMarked(name) : texts.removeDetails(name)}
          yes={texts.remove}
          onConfirm={async () => {
            onRemove();
            return { done: true };
          }}
        >
          <X size={18} aria-hidden="true" />
        </ConfirmButton>
      </span>
    </li>
  );
}
