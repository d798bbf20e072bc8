// Imports a list of staff from a file into accounts, for administrators, after a preview of the changes.
import '../../styles/widgets.css';
import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { StaffPlan, StaffRow } from '../../../contract/people/staff-list.ts';
import {
  STAFF_COLUMNS,
  STAFF_OUTCOMES,
  type StaffOutcome,
  type StaffRowError,
} from '../../../contract/people/words.ts';
import { UPLOAD_EXTENSIONS, XLS_TYPE, XLSX_TYPE } from '../../../contract/price-lists/upload.ts';
import { columnLetters } from '../../../rules/format/sheet-columns.ts';
import { formatNumber } from '../../../rules/format/texts.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import { createStaffList, type StaffFix, type StaffList, staffCalls } from '../../lib/people/staff-list.ts';
import * as staffTexts from '../../lib/people/staff-list-texts.ts';
import { failureText } from '../../lib/platform/failure-texts.ts';
import { askIfEnded, openForm } from '../../lib/platform/router.ts';
import { BrokenWarning } from '../access/BrokenList.tsx';
import { HandOverLink } from '../accounts/MailTrouble.tsx';
import { NewPersonFields } from '../accounts/NewPersonFields.tsx';
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
          <StaffRows plan={plan} onFix={store.fixRow} />
          {changes > 0 ? (
            <label className="staff-invite line gap-8">
              <input type="checkbox" checked={invites} onChange={({ target }) => setInvites(target.checked)} />
              <span>
                {texts.invite}
                <small className="field-hint">{texts.inviteHint}</small>
              </span>
            </label>
          ) : (
            !added && plan.rows.length > 0 && <p>{texts.nothing}</p>
          )}
        </>
      )}
      {plan && <BrokenWarning broken={plan.broken} />}
      {added && (
        <Message kind={added.wrong > 0 || added.mailTrouble ? 'warning' : 'success'}>{texts.added(added)}</Message>
      )}
      {added?.unsent && (
        <details>
          <summary>{texts.links}</summary>
          <ul>
            {added.unsent.map((email) => (
              <li key={email}>
                {email}
                <HandOverLink email={email} />
              </li>
            ))}
          </ul>
        </details>
      )}
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

interface StaffRowsProps {
  readonly plan: StaffPlan;
  readonly onFix: (row: number, fix: StaffFix) => Promise<void>;
}

function StaffRows({ plan, onFix }: StaffRowsProps) {
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
                  <td className="to-end">{row.row}</td>
                  <td className="breaks">
                    {row.name || <span className="muted">{texts.noName}</span>}
                    <span className="muted small">{row.email}</span>
                  </td>
                  <td className="breaks">
                    <span className={`tag ${TAGS[row.outcome]}`}>{staffTexts.staffOutcome(row)}</span>
                    {row.error !== null && FIXABLE.has(row.error) && (
                      <RowFix key={row.detail} row={row} onFix={onFix} />
                    )}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** Faults that another e-mail or name mends. */
const FIXABLE: ReadonlySet<StaffRowError> = new Set(['no email', 'bad email', 'bad name', 'twice']);

/** The fields in which a wrong row is corrected in its place; the check follows at once. */
function RowFix({ row, onFix }: { readonly row: StaffRow; readonly onFix: StaffRowsProps['onFix'] }) {
  const [fix, setFix] = useState<StaffFix>({ email: row.email, name: row.name });
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    void onFix(row.row, fix);
  }
  return (
    <form className="stack gap-8" aria-label={texts.fixOf(row.row)} noValidate onSubmit={submit}>
      <NewPersonFields texts={texts.fix} typed={fix} onType={(change) => setFix({ ...fix, ...change })} />
      <Button type="submit">{texts.fix.save}</Button>
    </form>
  );
}
