import { useState } from 'react';
import { findScope, NO_RIGHTS } from '../../lib/access/access-rules.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { compare } from '../../lib/access/access-texts.ts';
import { compareRights } from '../../lib/access/rights-changes.ts';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { Button, Field } from '../ui/controls.tsx';
import { WideDialog } from './WideDialog.tsx';

/** Differences that are shown at once. */
const PAGE = 100;

interface Props {
  readonly state: AccessState;
  readonly onClose: () => void;
}

/** Where two roles differ, as they are ticked on the screen. */
export function CompareRoles({ state, onClose }: Props) {
  const { roles, grid, current } = state;
  const [ids, setIds] = useState([roles[0]?.id ?? 0, roles[1]?.id ?? roles[0]?.id ?? 0] as const);
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const [left, right] = ids.map((id) => current.get(id) ?? NO_RIGHTS);
  const differences = compareRights(left ?? NO_RIGHTS, right ?? NO_RIGHTS, grid);
  const scope = findScope(grid, text);
  const rows = scope
    ? differences.filter(({ directing, task }) => scope.get(directing.id)?.includes(task))
    : differences;
  const titles = ids.map((id) => roles.find((role) => role.id === id)?.title ?? '');
  const only = (side: (typeof rows)[number]['left'], other: (typeof rows)[number]['left']): string => {
    const actions = side.only.map(({ title }) => title);
    const seen = side.sees && !other.sees ? [compare.seesOnly] : [];
    return [...seen, ...actions].join(', ');
  };

  return (
    <WideDialog heading={compare.heading} onClose={onClose}>
      {state.changed.size > 0 && <p className="muted small">{compare.unsaved}</p>}
      <div className="compare-choice gap-0-20 stack">
        {([compare.left, compare.right] as const).map((label, index) => (
          <Field key={label} label={label}>
            {(control) => (
              <ChoiceSelect
                {...control}
                choices={roles}
                value={ids[index] ?? 0}
                onChange={(id) => {
                  const chosen = Number(id);
                  setIds(index === 0 ? [chosen, ids[1]] : [ids[0], chosen]);
                  setLimit(PAGE);
                }}
              />
            )}
          </Field>
        ))}
      </div>
      {differences.length > 0 && (
        <Field label={compare.filter}>
          {(control) => (
            <input
              {...control}
              type="search"
              value={text}
              onChange={({ target }) => {
                setText(target.value);
                setLimit(PAGE);
              }}
            />
          )}
        </Field>
      )}
      <p role="status">{differences.length === 0 ? compare.same : compare.total(differences.length, rows.length)}</p>
      {rows.length > 0 && (
        <table className="rights-table cards labelled dense">
          <thead>
            <tr>
              <th scope="col">{compare.pair}</th>
              {titles.map((title, index) => (
                <th key={ids[index] === ids[1] ? `right ${title}` : title} scope="col">
                  {compare.onlyIn(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <tr key={`${row.directing.id} ${row.task.id}`}>
                <th scope="row">
                  <span className="muted">{row.directing.title} /</span> {row.task.title}
                </th>
                <td data-label={compare.onlyIn(titles[0] ?? '')}>{only(row.left, row.right) || compare.none}</td>
                <td data-label={compare.onlyIn(titles[1] ?? '')}>{only(row.right, row.left) || compare.none}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > limit && <Button onClick={() => setLimit(limit + PAGE)}>{compare.more}</Button>}
    </WideDialog>
  );
}
