import { STAFF_COLUMNS } from '../../../contract/staff-columns.ts';
import type { StaffPlan } from '../../../contract/staff-list.ts';
import { columnLetters } from '../../../rules/sheet-columns.ts';
import type { Named } from '../../lib/access/access-rules.ts';
import type { createStaffList, StaffList } from '../../lib/people/staff-list-store.ts';
import { staffColumns, staffList as texts } from '../../lib/people/staff-list-texts.ts';
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx';
import { Field } from '../ui/Field.tsx';

interface Props {
  readonly plan: StaffPlan;
  readonly chosen: StaffList['roles'];
  readonly roles: readonly Named[];
  readonly store: ReturnType<typeof createStaffList>;
}

/** How the file is read: sheet and columns as recognised, and roles for words that name none. */
export function StaffChoices({ plan, chosen, roles, store }: Props) {
  return (
    <>
      <fieldset className="staff-columns">
        <legend>{texts.columns}</legend>
        {plan.sheets.length > 1 && (
          <Field label={texts.sheet}>
            {(control) => (
              <select
                {...control}
                value={plan.sheet}
                onChange={({ target }) => void store.chooseSheet(target.value)}
              >
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
            label={staffColumns[name]}
            error={name === 'email' && plan.columns.email === null ? texts.noEmail : undefined}
          >
            {(control) => (
              <select
                {...control}
                value={plan.columns[name] ?? ''}
                onChange={({ target }) =>
                  void store.chooseColumn(name, target.value === '' ? null : Number(target.value))
                }
              >
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
        <fieldset className="staff-columns">
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

/** What the choice of no role is called in a list. */
const NO_ROLE = 'none';

const roleOf = (value: string): number | null | undefined => {
  if (value === '') return undefined;
  return value === NO_ROLE ? null : Number(value);
};
