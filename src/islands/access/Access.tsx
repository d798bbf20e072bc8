// The screen on which an administrator sets what each role may do: a table of one role, or all roles in an accordion,
// level by level.
import { useStore } from '@nanostores/react';
import { ListTree, Table } from 'lucide-react';
import { useEffect, useState } from 'react';
import * as accessRules from '../../lib/access/access-rules.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { access, grid } from '../../lib/access/access-texts.ts';
import { accessStore } from '../../lib/access/rights-calls.ts';
import { paths } from '../../lib/platform/paths.ts';
import { askIfEnded, openForm, openInShell } from '../../lib/platform/router.ts';
import { useLeave } from '../ui/hooks.ts';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { AccessTools } from './AccessTools.tsx';
import { AccessTree } from './AccessTree.tsx';
import { GridView } from './GridView.tsx';
import { SaveDock } from './SaveDock.tsx';

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
      {/* The table begins as high as it can: what it is stands below it. */}
      {view === 'levels' && <p className="muted settings-lead below-20">{access.lead}</p>}
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
