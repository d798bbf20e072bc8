import { X } from 'lucide-react';
import { useRef } from 'react';
import { countAllChanges } from '../../lib/access/access-changes.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { access } from '../../lib/access/access-texts.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { accessStore } from './access-store.ts';
import { SaveOutcome } from './SaveOutcome.tsx';

/** What stays in sight below the accordion: how many roles are unsaved, one save for all, and what came of the last one. */
export function SaveDock({ state }: { state: AccessState }) {
  const { changed, saving, outcome, gone } = state;
  const isSaving = saving.size > 0;
  const saveAll = useRef<HTMLButtonElement>(null);
  /** The button that was pressed goes with what it acted on: the focus stays in the dock. */
  const andStay = (act: () => void) => () => {
    act();
    requestAnimationFrame(() => saveAll.current?.focus());
  };
  const isGood = outcome?.kind === 'saved' && gone.length === 0;
  return (
    <section className="save-dock" aria-label={access.saveAll}>
      <div aria-live={isGood ? 'polite' : 'assertive'}>
        {(outcome || gone.length > 0) && (
          <div className={`message ${isGood ? 'success' : 'error'} save-outcome`}>
            <div>
              <SaveOutcome state={state} onRevert={(role) => andStay(() => accessStore.revert(role))()} />
            </div>
            <button
              type="button"
              className="icon-button"
              aria-label={access.dismiss}
              onClick={andStay(accessStore.dismiss)}
            >
              <X size={18} aria-hidden="true" />
            </button>
          </div>
        )}
      </div>
      <div className="save-row">
        <span role="status">
          {isSaving
            ? access.saving
            : changed.size > 0
              ? access.unsaved(countAllChanges(changed, state.base, state.current), changed.size)
              : access.nothingUnsaved}
        </span>
        <div className="buttons">
          {changed.size > 0 && !isSaving && (
            <ConfirmButton
              className="button"
              question={access.revertAllQuestion}
              details={access.revertAllDetails}
              yes={access.revertAll}
              onConfirm={async () => {
                andStay(accessStore.revertAll)();
                return { done: true };
              }}
            >
              {access.undo}
            </ConfirmButton>
          )}
          <Button
            ref={saveAll}
            kind="main"
            busy={isSaving}
            aria-disabled={changed.size === 0 || undefined}
            onClick={() => void accessStore.save()}
          >
            {access.saveAll}
          </Button>
        </div>
      </div>
    </section>
  );
}
