import type { Kysely } from 'kysely';
import { ACTION_OF, type SignatoryKind } from '../../../../contract/decisions.ts';
import { ROUTE_PEOPLE_MAX } from '../../../../contract/limits.ts';
import { badRequest } from '../../../http/errors.ts';
import { rolesHolding } from '../../access-conditions.ts';
import type { InformatorSchema } from '../../schema.ts';
import type { StoredRoute, StoredStep } from '../document/stored-route.ts';
import { type ResolvedStep, settleSteps } from './settle-steps.ts';
import type { TemplatePlace } from './store.ts';
import { type Named, namedInTemplate } from './template.ts';

type Source = Kysely<InformatorSchema>;

/** Somebody whom a template means. */
export interface Meant {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly role_id: number | null;
  readonly position: string | null;
}

/** Everybody whom a template means, by name or by role, and the titles of its roles. */
interface Cast {
  readonly people: readonly Meant[];
  readonly roles: ReadonlyMap<number, string>;
}

/** Reads those whom a template means as things stand, whatever they may do. */
export async function selectCast(
  read: Source,
  template: Parameters<typeof namedInTemplate>[0],
): Promise<Cast> {
  const { users, roles } = namedInTemplate(template);
  const people = await read
    .selectFrom('users')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'users.id',
      'users.uid',
      'users.name',
      'users.email',
      'users.role_id',
      'roles.title as position',
    ])
    .where(({ eb, or }) =>
      or([
        ...(users.length > 0 ? [eb('users.id', 'in', users)] : []),
        ...(roles.length > 0 ? [eb('users.role_id', 'in', roles)] : []),
      ]),
    )
    .orderBy('users.id')
    .limit(ROUTE_PEOPLE_MAX + 1)
    .execute();
  const titles =
    roles.length === 0
      ? []
      : await read.selectFrom('roles').select(['id', 'title']).where('id', 'in', roles).execute();
  return {
    people: people.map((person) => ({ ...person, name: person.name ?? '' })),
    roles: new Map(titles.map(({ id, title }) => [id, title])),
  };
}

/** Somebody whom a route asks: in which step, none for a recipient. */
interface RouteListed {
  readonly kind: SignatoryKind;
  readonly uid: string;
  readonly step: number | null;
}

/** A template brought to people: what a document keeps of it. */
interface ResolvedRoute {
  readonly route: StoredRoute;
  readonly acceptors: readonly RouteListed[];
  readonly recipients: readonly RouteListed[];
}

/**
 * Brings the steps of a template to people who may decide in the pair and whose accounts are not `disabled`. Throws 400 that
 * names the step, from 1, and the role that nobody has or the person who may not.
 */
export async function resolveTemplate(
  read: Source,
  { pair, version, savedBy, template }: Omit<TemplatePlace, 'savedAt'>,
  cast: Cast,
  disabled: ReadonlySet<string>,
): Promise<ResolvedRoute> {
  if (cast.people.length > ROUTE_PEOPLE_MAX) throw badRequest('too many people in the steps');
  const mayAs = { acceptor: await rolesWith('acceptor'), recipient: await rolesWith('recipient') };
  async function rolesWith(kind: SignatoryKind): Promise<ReadonlySet<number>> {
    const rows = await rolesHolding(read, { pair, oneOf: [ACTION_OF[kind]] }).execute();
    return new Set(rows.map(({ role_id }) => role_id));
  }
  const isAble = ({ uid, role_id }: Meant, kind: SignatoryKind): boolean =>
    !disabled.has(uid) && role_id !== null && mayAs[kind].has(role_id);

  const peopleOf = (named: Named, kind: SignatoryKind, step: number): Meant[] => {
    const found = new Set<Meant>();
    for (const id of named.users) {
      const person = cast.people.find((each) => each.id === id);
      if (!person || !isAble(person, kind))
        throw badRequest('person may not decide', { step, name: person?.name || (person?.email ?? '') });
      found.add(person);
    }
    for (const role of named.roles) {
      const holders = cast.people.filter((person) => person.role_id === role && isAble(person, kind));
      if (holders.length === 0)
        throw badRequest('nobody may decide with the role', { step, role: cast.roles.get(role) ?? '' });
      for (const holder of holders) found.add(holder);
    }
    return [...found];
  };

  const resolved = template.steps.map((step, index) => {
    const people = peopleOf(step, 'acceptor', index + 1);
    const next = step.next && {
      days: step.next.days,
      users: peopleOf(step.next, 'acceptor', index + 1).map(({ id }) => id),
    };
    return { kept: { title: step.title, mode: step.mode, days: step.days, next }, people };
  });
  const settled = settleSteps(
    resolved.map(
      ({ kept, people }): ResolvedStep => ({ mode: kept.mode, users: people.map(({ id }) => id) }),
    ),
  );
  if ('unsettled' in settled) throw badRequest('nobody in the step', { step: settled.unsettled + 1 });
  const byId = new Map(cast.people.map((person) => [person.id, person]));
  const steps: StoredStep[] = [];
  const acceptors: RouteListed[] = [];
  settled.forEach((users, index) => {
    const { kept } = resolved[index] ?? {};
    if (!users || !kept) return;
    steps.push(kept);
    for (const id of users) {
      const uid = byId.get(id)?.uid;
      if (uid !== undefined) acceptors.push({ kind: 'acceptor', uid, step: steps.length });
    }
  });
  const recipients = peopleOf(template.recipients, 'recipient', 0);
  const owner =
    savedBy &&
    (await read.selectFrom('users').select('id').where('uid', '=', savedBy.uid).executeTakeFirst());
  return {
    route: { version, owner: owner?.id ?? null, steps },
    acceptors,
    recipients: recipients.map(({ uid }) => ({ kind: 'recipient', uid, step: null })),
  };
}
