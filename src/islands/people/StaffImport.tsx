// Imports a list of staff from a file into accounts, for administrators, after a preview of the changes.
import '../../styles/widgets.css';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { StaffPlan } from '../../../contract/people/staff-list.ts';
import { STAFF_COLUMNS, STAFF_OUTCOMES, type StaffOutcome } from '../../../contract/people/words.ts';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { columnLetters } from '../../../rules/format/sheet-columns.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { createStaffList, type StaffList, staffCalls } from '../../lib/people/staff-list.ts';
import * as staffTexts from '../../lib/people/staff-list-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { askIfEnded, openForm } from '../../lib/platform/router.ts';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { Button, Field, Message } from '../ui/controls.tsx';
import { FileDrop } from '../ui/FileDrop.tsx';

const texts = staffTexts.staffList;

interface Props {
  readonly roles: readonly Named[];
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

export default function StaffImport({ roles, onAdded, onClose }: Props) {
  const [store] = useState(() => createStaffList(staffCalls));
  const list = useStore(store.$list);
  const [invites, setInvites] = useState(false);
  const { file, plan, busy, failure, added } = list;
  useEffect(() => store.leave, [store]);
  useEffect(() => (file ? openForm() : undefined), [file]);
  useEffect(() => askIfEnded(failure), [failure]);

  const changes = plan ? plan.counts.new + plan.counts.role : 0;
  async function add() {
    if (await store.add(invites)) onAdded();
  }

  return (
    <section className="panel staff-list stack gap-16" aria-label={texts.heading}>
      <h2>{texts.heading}</h2>
      <p className="muted">{texts.lead}</p>
      <FileDrop
        label={texts.file}
        hint={texts.fileHint}
        prompt={texts.filePrompt}
        clearLabel={texts.fileClear}
        accept={`${UPLOAD_EXTENSIONS},${XLS_TYPE},${XLSX_TYPE},text/csv`}
        file={file}
        onFile={(chosen) => void store.choose(chosen)}
      />
      <p role="status" className={busy ? undefined : 'visually-hidden'}>
        {busy && texts[busy]}
      </p>
      {failure && (
        <Message kind="error">
          <strong>{plan ? texts.addFailed : texts.failed}</strong> {failureText(failure, staffTexts.staffListErrors)}
        </Message>
      )}
      {plan && (
        <>
          <StaffChoices plan={plan} chosen={list.roles} roles={roles} store={store} />
          <StaffRows plan={plan} />
          {changes > 0 ? (
            <label className="staff-invite line gap-8">
              <input type="checkbox" checked={invites} onChange={({ target }) => setInvites(target.checked)} />
              <span>
                {texts.invite}
                <small className="field-hint">{texts.inviteHint}</small>
              </span>
            </label>
          ) : (
            plan.rows.length > 0 && <p>{texts.nothing}</p>
          )}
        </>
      )}
      {added && <Message kind="success">{texts.added(added)}</Message>}
      <div className="buttons">
        {plan && changes > 0 && (
          <Button kind="main" busy={busy !== null} onClick={() => void add()}>
            {texts.submit(changes)}
          </Button>
        )}
        <Button onClick={onClose}>{added ? texts.close : texts.cancel}</Button>
      </div>
    </section>
  );
}

interface StaffChoicesProps {
  readonly plan: StaffPlan;
  readonly chosen: StaffList['roles'];
  readonly roles: readonly Named[];
  readonly store: ReturnType<typeof createStaffList>;
}

function StaffChoices({ plan, chosen, roles, store }: StaffChoicesProps) {
  return (
    <>
      <fieldset className="staff-columns gap-4-16 stack">
        <legend>{texts.columns}</legend>
        {plan.sheets.length > 1 && (
          <Field label={texts.sheet}>
            {(control) => (
              <select {...control} value={plan.sheet} onChange={({ target }) => void store.chooseSheet(target.value)}>
                {plan.sheets.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
        )}
        {STAFF_COLUMNS.map((name) => (
          <Field
            key={name}
            label={staffTexts.staffColumns[name]}
            error={name === 'email' && plan.columns.email === null ? texts.noEmail : undefined}>
            {(control) => (
              <select
                {...control}
                value={plan.columns[name] ?? ''}
                onChange={({ target }) =>
                  void store.chooseColumn(name, target.value === '' ? null : Number(target.value))
                }>
                <option value="">{texts.noColumn}</option>
                {plan.headings.map(({ column, title }) => (
                  <option key={column} value={column}>
                    {texts.column(columnLetters(column), title)}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </fieldset>
      {plan.unknownRoles.length > 0 && (
        <fieldset className="staff-columns gap-4-16 stack">
          <legend>{texts.unknownRoles}</legend>
          <p className="muted small">{texts.unknownRolesLead}</p>
          {plan.unknownRoles.map(({ text, rows }) => (
            <Field key={text} label={texts.roleFor(text, rows)}>
              {(control) => (
                <ChoiceSelect
                  {...control}
                  none={texts.leaveOut}
                  choices={[{ id: NO_ROLE, title: texts.withoutRole }, ...roles]}
                  value={chosen[text] === null ? NO_ROLE : (chosen[text] ?? '')}
                  onChange={(id) => void store.chooseRole(text, roleOf(id))}
                />
              )}
            </Field>
          ))}
        </fieldset>
      )}
    </>
  );
}

const NO_ROLE = 'none';

const roleOf = (value: string): number | null | undefined => {
  if (value === '') return undefined;
  return value === NO_ROLE ? null : Number(value);
};

const TAGS = { new: 'ok', role: 'signal', same: '', wrong: 'warn' } as const;

function StaffRows({ plan }: { readonly plan: StaffPlan }) {
  const [only, setOnly] = useState<StaffOutcome | null>(null);
  const { rows, counts, hasMore } = plan;
  // A correction may leave no rows of the chosen outcome.
  const shown = only && counts[only] > 0 ? only : null;
  if (rows.length === 0) return <p className="data-list-empty muted">{texts.noPeople}</p>;
  const choice = (outcome: StaffOutcome | null, label: string, count: number) => (
    <button
      key={label}
      type="button"
      className="button quiet"
      aria-pressed={shown === outcome}
      onClick={() => setOnly(outcome)}>
      {label} {formatNumber(count)}
    </button>
  );
  return (
    <>
      {hasMore && <Message kind="warning">{texts.hasMore}</Message>}
      <fieldset className="staff-counts row gap-8">
        <legend className="visually-hidden">{texts.rows}</legend>
        {choice(null, texts.all, rows.length)}
        {STAFF_OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) =>
          choice(outcome, staffTexts.staffCounts[outcome], counts[outcome]),
        )}
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="staff-rows" aria-label={texts.rows} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.row}</th>
              <th scope="col">{texts.person}</th>
              <th scope="col">{texts.outcome}</th>
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ outcome }) => shown === null || outcome === shown)
              .map((row) => (
                <tr key={row.row}>
                  <td className="staff-number to-end">{row.row}</td>
                  <td>
                    {row.name || <span className="muted">{texts.noName}</span>}
                    <span className="muted small">{row.email}</span>
                  </td>
                  <td>
                    <span className={`tag ${TAGS[row.outcome]}`}>{staffTexts.staffOutcome(row)}</span>
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
