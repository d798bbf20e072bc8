import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { STAFF_FORM, STAFF_SHEET_FORM } from '../../../../contract/forms/people.ts';
import { STAFF_FILE_MAX } from '../../../../contract/limits.ts';
import { StaffAdded, StaffPlan } from '../../../../contract/staff-list.ts';
import { editorOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { badRequest } from '../../../http/errors.ts';
import { oneFileUpTo } from '../../../http/file-limits.ts';
import { readForm } from '../../../http/read-form.ts';
import { oneFile, type ReceivedForm, receiveForm } from '../../../http/upload.ts';
import type { PeopleContext } from '../context.ts';
import { addStaff } from './add-staff.ts';
import { readStaff } from './read-staff.ts';

const FAILURES = { '4xx': ErrorAnswer, '5xx': ErrorAnswer };

/** A list of staff in a file, for administrators: what it would change, and the change itself. */
export function staffRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  async function withForm<Answer>(
    request: FastifyRequest,
    work: (form: ReceivedForm) => Promise<Answer>,
  ): Promise<Answer> {
    const form = await receiveForm(request, { folder: context.incomingFolder });
    try {
      return await work(form);
    } finally {
      await form.remove();
    }
  }

  return async (app) => {
    app.post(
      '/people/staff/check',
      {
        config: { permission: 'admin', files: oneFileUpTo(STAFF_FILE_MAX), form: STAFF_SHEET_FORM },
        schema: {
          tags: ['people'],
          summary: 'What a list of staff in a file would change; writes nothing',
          description:
            'A file of any kind that an import reads, in the field `file`. Columns are told by their headings unless the form says otherwise',
          response: { 200: StaffPlan, ...FAILURES },
        },
      },
      (request) =>
        withForm(request, (form) =>
          readStaff(context, oneFile(form, 'file').path, readForm(request, STAFF_SHEET_FORM, form.fields)),
        ),
    );

    app.post(
      '/people/staff',
      {
        config: { permission: 'admin', files: oneFileUpTo(STAFF_FILE_MAX), form: STAFF_FORM },
        schema: {
          tags: ['people'],
          summary:
            'Makes the accounts of a list of staff and gives the roles; rows that are wrong are left out',
          description: 'The same file and form as for the check. A list that is sent again changes nothing',
          response: { 200: StaffAdded, ...FAILURES },
        },
      },
      (request) =>
        withForm(request, async (form) => {
          const { invite = false, ...wish } = readForm(request, STAFF_FORM, form.fields);
          const plan = await readStaff(context, oneFile(form, 'file').path, wish);
          if (plan.columns.email === null) throw badRequest('no email column');
          return addStaff(context, plan, invite, { editor: editorOf(request), doer: doerOf(request) });
        }),
    );
  };
}
