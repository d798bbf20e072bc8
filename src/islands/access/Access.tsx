import { useStore } from '@nanostores/react';
import { ListTree, Table, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatMoment } from '../../../rules/format/texts.ts';
import * as accessRules from '../../lib/access/access-rules.ts';
import { type AccessState, accessStore, countAllChanges } from '../../lib/access/access-store.ts';
import { access, grid, matrixErrors } from '../../lib/access/access-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import type { Failure } from '../../lib/platform/http-client.ts';
import { paths } from '../../lib/platform/paths.ts';
import { askIfEnded, openForm, openInShell } from '../../lib/platform/router.ts';
import { site } from '../../lib/platform/site.ts';
import { Button, ConfirmButton } from '../ui/controls.tsx';
import { useLeave } from '../ui/hooks.ts';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { AccessTools } from './AccessTools.tsx';
import { AccessTree } from './AccessTree.tsx';
import { GridView } from './GridView.tsx';

/** The screen of access rights: a table of one role, or all roles level by level. */
export default function Access() {
  const state = useStore(accessStore.$access);
  const { phase, failure, outcome } = state;
  const isUnsaved = state.changed.size > 0;

  useEffect(() => void accessStore.load(), []);
  useLeave(phase === 'failed' ? failure : null);
  useEffect(() => (isUnsaved ? openForm() : undefined), [isUnsaved]);
  useEffect(() => {
    if (outcome?.kind === 'failed') askIfEnded(outcome.failure);
  }, [outcome]);

  if (phase !== 'ready') return <AccessSkeleton />;
  const { directings, tasks } = state.grid;
  if (state.roles.length === 0 || directings.length === 0 || tasks.length === 0) return <EmptyAccess state={state} />;
  return <RightsView state={state} />;
}

function RightsView({ state }: { state: AccessState }) {
  const [view, setView] = useState(() => accessRules.accessViewOf(location.search));
  function choose(next: typeof view) {
    setView(next);
    accessRules.keepAccessView(next);
    history.replaceState(history.state, '', `${location.pathname}${accessRules.viewQuery(next)}`);
  }
  return (
    <div className="access">
      <p className="muted settings-lead below-20">{view === 'grid' ? grid.lead : access.lead}</p>
      <AccessTools state={state}>
        <ViewChoice view={view} onChoose={choose} />
      </AccessTools>
      {view === 'grid' ? <GridView state={state} /> : <AccessTree state={state} />}
      <SaveDock state={state} />
      <UnsavedGuard dirty={state.changed.size > 0} details={access.leaveDetails} open={openInShell} />
    </div>
  );
}

/** Links to the lists that are still empty: roles, directions, document types. */
function EmptyAccess({ state: { roles, grid } }: { state: AccessState }) {
  const missing = [
    roles.length === 0 && ([paths.roles, access.emptyLists.roles] as const),
    grid.directings.length === 0 && ([paths.directings, access.emptyLists.directings] as const),
    grid.tasks.length === 0 && ([paths.processes, access.emptyLists.tasks] as const),
  ].filter((link) => link !== false);
  return (
    <div className="panel">
      <p>{access.empty}</p>
      <div className="buttons">
        {missing.map(([path, text], index) => (
          <a key={path} className={index === 0 ? 'button main' : 'button'} href={path}>
            {text}
          </a>
        ))}
      </div>
    </div>
  );
}

const BONES = ['a', 'b', 'c', 'd', 'e'];

function AccessSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        {access.loading}
      </p>
      <div aria-hidden="true">
        {BONES.map((bone) => (
          <span key={bone} className="skeleton row-bone" />
        ))}
      </div>
    </div>
  );
}

const ICONS = { grid: Table, levels: ListTree };

/** The choice between the table of one role and the levels of all roles. */
function ViewChoice({
  view,
  onChoose,
}: {
  readonly view: accessRules.AccessView;
  readonly onChoose: (view: accessRules.AccessView) => void;
}) {
  return (
    <fieldset className="view-choice switch line rigid">
      <legend className="visually-hidden">{grid.views}</legend>
      {accessRules.ACCESS_VIEWS.map((one) => {
        const Icon = ICONS[one];
        return (
          <label key={one} className={one === view ? 'chosen' : ''}>
            <input
              type="radio"
              name="accessView"
              className="visually-hidden"
              checked={one === view}
              onChange={() => onChoose(one)}
            />
            <Icon size={18} aria-hidden="true" />
            {grid.view[one]}
          </label>
        );
      })}
    </fieldset>
  );
}

/** The bar below the rights: number of unsaved roles, a button that saves all, and the outcome of the last save. */
function SaveDock({ state }: { state: AccessState }) {
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
  /** Drops the unsaved ticks of a role. */
  readonly onRevert: (role: number) => void;
}

/** The outcome of the last save; after a conflict with the ways to resolve it. */
function SaveOutcome({ state, onRevert }: SaveDockProps) {
  const { outcome, gone } = state;
  const lost = gone.length > 0 && <p>{access.gone(gone)}</p>;
  if (outcome === null) return lost;
  if (outcome.kind === 'saved') {
    return (
      <>
        <p>{access.saved}</p>
        {lost}
      </>
    );
  }
  return (
    <>
      <p>
        <strong>{access.failed}</strong>
      </p>
      {outcome.kind === 'failed' && (
        <p>
          {failureText(outcome.failure, matrixErrors)} {access.failedWhy}
        </p>
      )}
      {outcome.kind === 'refused' && <p>{access.listsChanged}</p>}
      {outcome.kind === 'clash' && <Clash state={state} facts={outcome.facts} onRevert={onRevert} />}
      {lost}
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
