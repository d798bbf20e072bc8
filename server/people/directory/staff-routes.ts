import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { PEOPLE_PAGE_MAX, STAFF_FILE_MAX } from '../../../contract/limits.ts';
import { STAFF_FORM, STAFF_SHEET_FORM } from '../../../contract/people/forms.ts';
import { StaffAdded, StaffPlan, type StaffRow } from '../../../contract/people/staff-list.ts';
import { auditActor, badRequest, readForm, requireEditor } from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, withForm } from '../../platform/http/upload.ts';
import { askDirectory } from '../profiles/account-of-profile.ts';
import type { PeopleContext } from '../profiles/context.ts';
import { giveRole, type RoleGiver } from './people-store.ts';
import { readStaff } from './staff-list.ts';

/** A list of staff in a file, for administrators: what it would change, and the change itself. */
export function staffRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const options = { folder: context.incomingFolder };

  return async (app) => {
    app.post(
      '/people/staff/check',
      {
        config: { permission: 'admin', files: oneFileUpTo(STAFF_FILE_MAX), form: STAFF_SHEET_FORM },
        schema: {
          summary: 'What a list of staff in a file would change; writes nothing',
          description:
            'A file of any kind that an import reads, in the field `file`. Columns are told by their headings unless the form says otherwise',
          response: { 200: StaffPlan },
        },
      },
      (request) =>
        withForm(request, options, (form) =>
          readStaff(context, oneFile(form, 'file').path, readForm(request, STAFF_SHEET_FORM, form.fields)),
        ),
    );

    app.post(
      '/people/staff',
      {
        config: { permission: 'admin', files: oneFileUpTo(STAFF_FILE_MAX), form: STAFF_FORM },
        schema: {
          summary: 'Makes the accounts of a list of staff and gives the roles; rows that are wrong are left out',
          description: 'The same file and form as for the check. A list that is sent again changes nothing',
          response: { 200: StaffAdded },
        },
      },
      (request) =>
        withForm(request, options, async (form) => {
          const { invite = false, ...wish } = readForm(request, STAFF_FORM, form.fields);
          const plan = await readStaff(context, oneFile(form, 'file').path, wish);
          if (plan.columns.email === null) throw badRequest('no email column');
          return addStaff(context, plan, invite, { editor: requireEditor(request), doer: auditActor(request) });
        }),
    );
  };
}

/**
 * Does what a plan says: accounts first, page by page, then roles. What was done before a failure (503) stays, and is found
 * as done by the next attempt with the same list.
 */
async function addStaff(
  context: PeopleContext,
  { rows, counts }: StaffPlan,
  invites: boolean,
  giver: RoleGiver,
): Promise<StaffAdded> {
  // Those who have an account are named too: it may be anybody's.
  const meant = rows.filter(({ outcome }) => outcome !== 'wrong');
  let added = 0;
  let claimed = 0;
  for (let from = 0; from < meant.length; from += PEOPLE_PAGE_MAX) {
    const people = meant.slice(from, from + PEOPLE_PAGE_MAX).map(({ email, name }) => ({ email, name: name || null }));
    const page = await askDirectory(context, context.directory.add(people, invites, giver.doer));
    added += page.filter((person) => person.added).length;
    claimed += page.filter((person) => person.claimed).length;
  }
  let roles = 0;
  for (const { email, role } of rows.filter(givesRole)) {
    await giveRole(context, email, role?.id ?? null, giver);
    roles += 1;
  }
  return {
    ...{ added, claimed, roles, same: counts.same, wrong: counts.wrong },
    invited: (invites ? added : 0) + claimed,
  };
}

const givesRole = ({ outcome, role }: StaffRow): boolean => (outcome === 'new' || outcome === 'role') && role !== null;
