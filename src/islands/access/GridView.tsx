// The rights of one role for administrators, with filters: document types under their directions, a box for each
// action. RightsGrid draws it wide, GridPhone narrow.
import { useCallback, useDeferredValue, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import * as accessRules from '../../lib/access/access-rules.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { grid as texts } from '../../lib/access/access-texts.ts';
import { ChoiceSelect, FilterSelect } from '../ui/ChoiceSelect.tsx';
import { Button } from '../ui/controls.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { type Many, putMarks, type ViewProps } from './GridBoxes.tsx';
import { GridPhone } from './GridPhone.tsx';
import { CopyRights, StandingBoxes } from './Level.tsx';
import { GridTable } from './RightsGrid.tsx';

/** With at most this many rows all directions start open. */
const OPEN_ROWS_MAX = 60;

export function GridView({ state }: { state: AccessState }) {
  const [filter, setFilter] = useState(() => accessRules.gridFilterOf(location.search));
  const role = state.roles.find(({ id }) => id === filter.role) ?? state.roles[0];
  function choose(next: accessRules.GridFilter) {
    setFilter(next);
    history.replaceState(history.state, '', `${location.pathname}${accessRules.withGridFilter(location.search, next)}`);
  }
  if (!role) return null;
  const others = state.roles.filter((other) => other !== role);
  return (
    <div className="grid-view">
      <GridFilters
        roles={state.roles}
        role={role}
        directings={state.grid.directings}
        filter={filter}
        onChange={choose}
      />
      {filter.role !== null && role.id !== filter.role && <p className="muted">{texts.unknownRole}</p>}
      <RoleGrid
        key={role.id}
        state={state}
        role={role}
        filter={filter}
        onClear={() => choose({ ...filter, directing: null, task: '' })}
      />
      <div className="grid-beside gap-0-20 row middle apart">
        <StandingBoxes role={role} rights={state.current.get(role.id) ?? accessRules.NO_RIGHTS} isGroup />
        {others.length > 0 && <CopyRights key={role.id} role={role} others={others} />}
      </div>
      <p className="muted small">{texts.lead}</p>
    </div>
  );
}

interface RoleGridProps {
  readonly state: AccessState;
  readonly role: accessRules.Named;
  readonly filter: accessRules.GridFilter;
  readonly onClear: () => void;
}

function RoleGrid({ state: { grid, current, base }, role, filter, onClear }: RoleGridProps) {
  const [question, setQuestion] = useState<Many | null>(null);
  const isNarrow = useNarrow();
  const text = useDeferredValue(filter.task);
  const shown = useMemo(() => accessRules.findTasks(grid.tasks, text), [grid, text]);
  const columns = useMemo(() => [{ id: accessRules.SEES, title: texts.sees }, ...grid.actions], [grid]);
  const ids = useMemo(() => columns.map(({ id }) => id), [columns]);
  const wanted = useMemo(
    () => grid.directings.filter(({ id }) => filter.directing === null || id === filter.directing),
    [grid, filter.directing],
  );
  const scope = useMemo(() => new Map(wanted.map(({ id }) => [id, shown])), [wanted, shown]);
  const rights = current.get(role.id) ?? accessRules.NO_RIGHTS;
  const saved = base.get(role.id) ?? accessRules.NO_RIGHTS;
  const counts = useMemo(() => {
    const rows = wanted.map(({ id }) => accessRules.countMarks(rights.get(id), shown, ids));
    return accessRules.addUp(rows, ids.length);
  }, [wanted, rights, shown, ids]);
  const onSet = useCallback((many: Many, isOn: boolean) => putMarks(role.id, many, isOn), [role.id]);

  if (shown.length === 0 || wanted.length === 0)
    return (
      <div className="data-list-empty muted">
        <p>{texts.none}</p>
        <Button onClick={onClear}>{texts.clear}</Button>
      </div>
    );
  const isSmall = shown.length * wanted.length <= OPEN_ROWS_MAX;
  const view: ViewProps = {
    title: texts.table(role.title),
    ...{ columns, ids, scope, counts, onSet, onAsk: setQuestion },
    of: shown.length * wanted.length,
    directings: wanted.map((directing, at) => ({
      role: role.id,
      ...{ directing, columns, ids, shown, onSet, onAsk: setQuestion },
      tasks: rights.get(directing.id),
      base: saved.get(directing.id),
      startsOpen: isSmall || at === 0,
    })),
  };
  return (
    <>
      {isNarrow ? <GridPhone {...view} /> : <GridTable {...view} />}
      <p role="status" className="small muted grid-note">
        {texts.shown(shown.length, wanted.length)}
      </p>
      {question && <MixedQuestion many={question} onSet={onSet} onClose={() => setQuestion(null)} />}
    </>
  );
}

interface Props {
  readonly roles: readonly accessRules.Named[];
  readonly role: accessRules.Named;
  readonly directings: accessRules.Grid['directings'];
  readonly filter: accessRules.GridFilter;
  readonly onChange: (filter: accessRules.GridFilter) => void;
}

function GridFilters({ roles, role, directings, filter, onChange }: Props) {
  return (
    <search className="grid-filters gap-8-20 below-12 stack" aria-label={texts.filter}>
      <div>
        <span aria-hidden="true">{texts.role}</span>
        <ChoiceSelect
          aria-label={texts.role}
          choices={roles}
          value={role.id}
          onChange={(id) => onChange({ ...filter, role: Number(id) })}
        />
      </div>
      <div>
        <span aria-hidden="true">{texts.directing}</span>
        <FilterSelect
          label={texts.directing}
          any={texts.anyDirecting}
          choices={directings}
          value={filter.directing === null ? '' : String(filter.directing)}
          onChange={(value) => onChange({ ...filter, directing: value === '' ? null : Number(value) })}
        />
      </div>
      <label>
        <span>{texts.task}</span>
        <input
          type="search"
          autoComplete="off"
          value={filter.task}
          onChange={({ target }) => onChange({ ...filter, task: target.value })}
        />
      </label>
    </search>
  );
}

interface MixedQuestionProps {
  readonly many: Many;
  readonly onSet: (many: Many, isOn: boolean) => void;
  readonly onClose: () => void;
}

function MixedQuestion({ many, onSet, onClose }: MixedQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const put = (isOn: boolean) => () => {
    onSet(many, isOn);
    dialog.current?.close();
  };
  return (
    <Dialog dialog={dialog} heading={texts.mixed} onClose={onClose}>
      <p>{texts.mixedDetails(many.where, many.count, many.of)}</p>
      <div className="buttons">
        <Button onClick={() => dialog.current?.close()}>{texts.leave}</Button>
        <Button onClick={put(false)}>{texts.clearAll}</Button>
        <Button kind="main" onClick={put(true)}>
          {texts.setAll}
        </Button>
      </div>
    </Dialog>
  );
}

/** The width below which the styles fold tables. */
const NARROW = '(max-width: 719.98px)';

const subscribe = (changed: () => void): (() => void) => {
  const query = matchMedia(NARROW);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
