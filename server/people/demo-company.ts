// The company of the demonstration: its people, lists and rights.
import { ACTIONS } from '../../contract/access/actions.ts';
import { fingerprintOf, type KindOf, type Thing } from '../platform/database/demonstration-records.ts';
import { actionIds, type PortalSchema, type PortalSource } from '../portal-database/schema.ts';
import company from './demo-company.json' with { type: 'json' };
import { pairRows } from './roles/rights.ts';

/** Who works in the demonstration, by what they do there; the director is its administrator. */
type DemoPerson = 'director' | 'sales' | 'store' | 'books';

/** Who is who in a company that sells parts; `people` are the administrator's colleagues. */
export const DEMO_COMPANY = company as Omit<typeof company, 'people'> & {
  readonly people: readonly {
    readonly key: DemoPerson;
    readonly email: string;
    readonly name: string;
    readonly role: string;
  }[];
};

export const demoPermissions = () =>
  company.permissions.map(({ actions, ...place }) => ({
    ...place,
    actions: actions.split(' ').filter(Boolean) as (keyof typeof ACTIONS)[],
  }));

/** The administrator of a demonstration, where none is named. */
export const DEMO_ADMIN_EMAIL = 'admin@example.test';

export const DEMO_NAMES: ReadonlyMap<string, string | null> = new Map([
  [DEMO_ADMIN_EMAIL, null],
  ...DEMO_COMPANY.people.map(({ email, name }) => [email, name] as const),
]);

const named = (source: PortalSource, list: 'roles' | 'directings', ids: readonly string[]) =>
  source.selectFrom(list).select(['id', 'title']).where('id', 'in', ids.map(Number)).orderBy('id').execute();

export const ROLES: KindOf<PortalSchema> = {
  kind: 'role',
  read: async (source, ids) => {
    const things: Thing[] = [];
    for (const { id, title } of await named(source, 'roles', ids)) {
      const fingerprint = fingerprintOf([title, await pairRows(source, id)]);
      things.push({ kind: 'role', id: String(id), name: title, fingerprint });
    }
    return things;
  },
  recognise: recogniseRoles,
};

export const DIRECTIONS: KindOf<PortalSchema> = {
  kind: 'directing',
  read: async (source, ids) =>
    (await named(source, 'directings', ids)).map(({ id, title }) => ({
      kind: 'directing',
      id: String(id),
      name: title,
      fingerprint: fingerprintOf([title]),
    })),
  recognise: (source) => besideRoles(source, 'directings', DEMO_COMPANY.directions),
};

export const TASKS: KindOf<PortalSchema> = {
  kind: 'task',
  read: async (source, ids) => {
    const rows = await source
      .selectFrom('tasks')
      .select(['id', 'title', 'ordered'])
      .where('id', 'in', ids.map(Number))
      .orderBy('id')
      .execute();
    return rows.map(({ id, title, ordered }) => ({
      kind: 'task',
      id: String(id),
      name: title,
      fingerprint: fingerprintOf([title, ordered]),
    }));
  },
  recognise: (source) => besideRoles(source, 'tasks', DEMO_COMPANY.tasks),
};

export const PROFILES: KindOf<PortalSchema> = {
  kind: 'profile',
  read: async (source, ids) => {
    const rows = await source
      .selectFrom('users')
      .selectAll()
      .where('id', 'in', ids.map(Number))
      .orderBy('id')
      .execute();
    return rows.map(({ id, uid, email, email_key, name, photo, role_id, document_mails }) => ({
      kind: 'profile',
      id: String(id),
      name: email,
      fingerprint: fingerprintOf([uid, email_key, name, photo, role_id, document_mails]),
    }));
  },
  recognise: async (source) => {
    const roles = new Set((await recogniseRoles(source)).map(Number));
    const rows = await source
      .selectFrom('users')
      .select(['id', 'email_key', 'name', 'role_id'])
      .where('email_key', 'in', [...DEMO_NAMES.keys()])
      .where('photo', 'is', null)
      .execute();
    return rows
      .filter(({ email_key, name }) => (DEMO_NAMES.get(email_key) ?? null) === (name || null))
      .filter(({ role_id }) => role_id === null || roles.has(role_id))
      .map(({ id }) => String(id));
  },
};

/** Roles with a name and exactly the rights of the demonstration. */
async function recogniseRoles(source: PortalSource): Promise<string[]> {
  const titles = async (list: 'directings' | 'tasks' | 'actions') =>
    new Map((await source.selectFrom(list).select(['id', 'title']).execute()).map(({ id, title }) => [id, title]));
  const roles = await source
    .selectFrom('roles')
    .select(['id', 'title'])
    .where('title', 'in', DEMO_COMPANY.roles)
    .execute();
  if (roles.length === 0) return [];
  const [directings, tasks, actions] = [await titles('directings'), await titles('tasks'), await titles('actions')];
  const found: string[] = [];
  for (const { id, title } of roles) {
    const { pairs, standing } = await pairRows(source, id);
    const rights = pairs.map(({ directing_id, task_id, actions: list }) =>
      [
        directings.get(directing_id),
        tasks.get(task_id),
        ...actionIds(list)
          .map((of) => actions.get(of))
          .sort(),
      ].join('/'),
    );
    const expected = demoPermissions()
      .filter(({ role }) => role === title)
      .map(({ direction, task, actions: of }) =>
        [direction, task, ...of.map((action) => ACTIONS[action]).sort()].join('/'),
      );
    if (standing.length === 0 && String(rights.sort()) === String(expected.sort())) found.push(String(id));
  }
  return found;
}

/** Untouched rows of a list with these titles, of the moment at which recognised roles were made. */
async function besideRoles(source: PortalSource, list: 'directings' | 'tasks', titles: readonly string[]) {
  const roles = (await recogniseRoles(source)).map(Number);
  if (roles.length === 0) return [];
  const rows = await source
    .selectFrom(list)
    .select('id')
    .where('title', 'in', titles)
    .whereRef('created_at', '=', 'updated_at')
    .where('created_at', 'in', source.selectFrom('roles').select('created_at').where('id', 'in', roles))
    .execute();
  return rows.map(({ id }) => String(id));
}
