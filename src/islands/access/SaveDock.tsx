// The bar below the rights of roles: the number of unsaved roles, a button that saves all, and the outcome of the last
// save.
import { X } from 'lucide-react';
import { useRef } from 'react';
import type { BrokenRoutes } from '../../../contract/access/access.ts';
import { formatMoment } from '../../../rules/format/texts.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { access, matrixErrors } from '../../lib/access/access-texts.ts';
import { accessStore } from '../../lib/access/rights-calls.ts';
import { countAllChanges } from '../../lib/access/rights-changes.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { site } from '../../lib/platform/site.ts';
import { Button, ConfirmButton } from '../ui/controls.tsx';
import { useStanding } from '../ui/hooks.ts';
import { BrokenList } from './BrokenList.tsx';

export function SaveDock({ state }: { state: AccessState }) {
  const { changed, saving, outcome, gone } = state;
  const isSaving = saving.size > 0;
  const saveAll = useRef<HTMLButtonElement>(null);
  /** The pressed button disappears with its message: keeps the focus in the bar. */
  const andStay = (act: () => void) => () => {
    act();
    requestAnimationFrame(() => saveAll.current?.focus());
  };
  const isGood = outcome?.kind === 'saved' && gone.length === 0;
  return (
    <section className="save-dock ruled" aria-label={access.saveAll}>
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
              onClick={andStay(accessStore.dismiss)}>
              <X size={18} aria-hidden="true" />
            </button>
          </div>
        )}
      </div>
      <div className="save-row row middle apart gap-8-16">
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
              }}>
              {access.undo}
            </ConfirmButton>
          )}
          <Button
            ref={saveAll}
            kind="main"
            busy={isSaving}
            aria-disabled={changed.size === 0 || undefined}
            onClick={() => void accessStore.save()}>
            {access.saveAll}
          </Button>
        </div>
      </div>
    </section>
  );
}

interface SaveDockProps {
  readonly state: AccessState;
  readonly onRevert: (role: number) => void;
}

function SaveOutcome({ state, onRevert }: SaveDockProps) {
  const { outcome, gone } = state;
  const failure = useStanding(outcome?.kind === 'failed' ? outcome.failure : null);
  const lost = gone.length > 0 && <p>{access.gone(gone)}</p>;
  if (outcome === null || (outcome.kind === 'failed' && failure === null)) return lost;
  if (outcome.kind === 'saved') {
    return (
      <>
        <p>{access.saved}</p>
        {lost}
      </>
    );
  }
  if (outcome.kind === 'breaks') return <Breaks {...outcome} />;
  return (
    <>
      <p>
        <strong>{access.failed}</strong>
      </p>
      {failure && (
        <p>
          {failureText(failure, matrixErrors)} {access.failedWhy}
        </p>
      )}
      {outcome.kind === 'refused' && <p>{access.listsChanged}</p>}
      {outcome.kind === 'clash' && <Clash state={state} facts={outcome.facts} onRevert={onRevert} />}
      {lost}
    </>
  );
}

interface BreaksProps {
  readonly broken: BrokenRoutes;
  readonly roles: readonly number[];
}

/** Says which routes in force the ticks would break, and saves them only when that is wanted. */
function Breaks({ broken, roles }: BreaksProps) {
  return (
    <>
      <p>
        <strong>{access.breaks}</strong>
      </p>
      <BrokenList broken={broken} />
      <div className="buttons">
        <Button onClick={() => void accessStore.save(roles, { confirmed: true })}>{access.saveAnyway}</Button>
      </div>
    </>
  );
}

/** Says who saved which roles meanwhile; each can be reloaded or overwritten. */
function Clash({ state, facts, onRevert }: SaveDockProps & { facts: Failure['facts'] }) {
  const clashing = state.roles.filter(({ id }) => state.clashing.has(id));
  if (clashing.length === 0) return null;
  return (
    <>
      <p>
        {access.clash(
          editorName(facts.who),
          momentText(facts.when),
          clashing.map(({ title }) => title),
        )}
      </p>
      <div className="buttons">
        {clashing.map(({ id, title }) => (
          <Button key={id} onClick={() => onRevert(id)}>
            {access.reloadRole(title)}
          </Button>
        ))}
        <Button onClick={() => void accessStore.save()}>{access.overwrite}</Button>
        <Button kind="main" onClick={accessStore.combine}>
          {access.combine}
        </Button>
      </div>
    </>
  );
}

function editorName(who: unknown): string {
  const { name, email } = (who ?? {}) as Partial<Record<string, unknown>>;
  if (typeof name === 'string' && name !== '') return name;
  return typeof email === 'string' && email !== '' ? email : access.person;
}

function momentText(when: unknown): string {
  const moment = new Date(typeof when === 'string' ? when : Number.NaN);
  return Number.isNaN(moment.getTime()) ? access.lately : formatMoment(moment, site.timeZone);
}
