import type { Kysely } from 'kysely';
import type { FormValues } from '../../../../contract/fields/field.ts';
import type { NamedPeople } from '../../../../contract/fields/template.ts';
import type { TEMPLATE_FORM } from '../../../../contract/forms/templates.ts';
import { badRequest } from '../../../http/errors.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { Named, TemplateContent } from './template.ts';

/** The template of a form as it is kept. Throws 400 for somebody who has no profile, and for a role that is none. */
export async function keepNamed(
  read: Kysely<InformatorSchema>,
  { title, text = '', steps, recipients, isFixed = true }: FormValues<typeof TEMPLATE_FORM>,
): Promise<TemplateContent> {
  const all = [...steps, ...steps.flatMap(({ next }) => next ?? []), recipients];
  const uids = [...new Set(all.flatMap(({ people }) => people))];
  const roles = [...new Set(all.flatMap((named) => named.roles))];
  const users =
    uids.length === 0
      ? []
      : await read.selectFrom('users').select(['id', 'uid']).where('uid', 'in', uids).execute();
  const known =
    roles.length === 0 ? [] : await read.selectFrom('roles').select('id').where('id', 'in', roles).execute();
  if (known.length !== roles.length) throw badRequest('invalid role id');
  const ids = new Map(users.map(({ uid, id }) => [uid, id]));
  const named = ({ people, roles: own }: NamedPeople): Named => ({
    users: people.map((uid) => {
      const id = ids.get(uid);
      if (id === undefined) throw badRequest('invalid acceptor uid');
      return id;
    }),
    roles: own,
  });
  return {
    title,
    text,
    steps: steps.map((step) => ({
      ...named(step),
      title: step.title,
      mode: step.mode,
      days: step.days,
      next: step.next && { ...named(step.next), days: step.next.days },
    })),
    recipients: named(recipients),
    isFixed,
  };
}
