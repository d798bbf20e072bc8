// The tools above the rights of roles, for administrators: compare roles, download or upload all rights as a sheet,
// history.
import { Columns2, FileSpreadsheet, FileUp, History } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../../rules/format/texts.ts';
import { findScope, NO_RIGHTS } from '../../lib/access/access-rules.ts';
import type { AccessState } from '../../lib/access/access-store.ts';
import { compare, history, matrix, matrixErrors } from '../../lib/access/access-texts.ts';
import { compareRights } from '../../lib/access/compare-rights.ts';
import { askMatrix } from '../../lib/access/rights-calls.ts';
import { rightsFile } from '../../lib/access/rights-file-texts.ts';
import { saveFile } from '../../lib/platform/copy-and-save.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { now } from '../../lib/platform/now.ts';
import { site } from '../../lib/platform/site.ts';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { chunk } from '../ui/chunk.tsx';
import { Button, Field } from '../ui/controls.tsx';
import { useCall } from '../ui/hooks.ts';
import { ChangeHistory } from './ChangeHistory.tsx';
import { WideDialog } from './WideDialog.tsx';

const RightsFile = chunk(() => import('./RightsFile.tsx'), null);

export function AccessTools({ state, children }: { readonly state: AccessState; readonly children: ReactNode }) {
  const [open, setOpen] = useState<'compare' | 'history' | 'file' | null>(null);
  const { busy: loading, failure, run } = useCall();

  const download = () => run(async () => saveFile(await askMatrix(), matrix.fileName(formatDay(now(), site.timeZone))));

  return (
    <div className="access-tools below-12 row middle gap-8-16">
      {children}
      <div className="row gap-4-12">
        <Button kind="quiet" onClick={() => setOpen('compare')}>
          <Columns2 aria-hidden="true" />
          {compare.button}
        </Button>
        <Button kind="quiet" busy={loading} onClick={() => void download()}>
          {!loading && <FileSpreadsheet aria-hidden="true" />}
          {loading ? matrix.loading : matrix.button}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('file')}>
          <FileUp aria-hidden="true" />
          {rightsFile.button}
        </Button>
        <Button kind="quiet" onClick={() => setOpen('history')}>
          <History aria-hidden="true" />
          {history.button}
        </Button>
      </div>
      <div role="alert">
        {failure && (
          <p className="field-error">
            {matrix.failed} {failureText(failure, matrixErrors)}
          </p>
        )}
      </div>
      {open === 'compare' && <CompareRoles state={state} onClose={() => setOpen(null)} />}
      {open === 'file' && <RightsFile unsaved={state.changed.size > 0} onClose={() => setOpen(null)} />}
      {open === 'history' && <ChangeHistory onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Differences that are shown at once. */
const PAGE = 100;

function CompareRoles({ state, onClose }: { readonly state: AccessState; readonly onClose: () => void }) {
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
                <th key={ids[index] === ids[1] ? `right ${title}` : title} scope="col" className="breaks">
                  {compare.onlyIn(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, limit).map((row) => (
              <tr key={`${row.directing.id} ${row.task.id}`}>
                <th scope="row" className="breaks">
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
