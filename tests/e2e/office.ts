import type { APIRequestContext, Page } from '@playwright/test';
import type { ActionRow } from '../../contract/access/access.ts';
import { ACTIONS, type ActionTitle } from '../../contract/access/actions.ts';
import { asAdmin, type Calls, makeCompany, makeUser, type Row, STAFF_PASSWORD } from './settings-calls.ts';
import { openSignedIn } from './sign-in.ts';

/** What may be done on a pair, by the name of the role. */
type Rights = Readonly<Record<string, readonly ActionTitle[]>>;

interface Grant {
  readonly directing: Row;
  readonly task: Row;
  readonly actions: readonly ActionTitle[];
}

export interface Office {
  readonly mark: string;
  readonly admin: Calls;
  readonly directing: Row;
  readonly task: Row;
  /** Gives a role these rights in place of what it had. */
  readonly grant: (role: string, pairs: readonly Grant[]) => Promise<void>;
  /** Makes a user with this name and role; '': without a role. */
  readonly hire: (name: string, role: string) => Promise<Colleague>;
}

export interface Colleague {
  readonly email: string;
  readonly name: string;
  readonly uid: string;
  readonly calls: Calls;
}

export const EVERYTHING: readonly ActionTitle[] = [
  ACTIONS.create,
  ACTIONS.edit,
  ACTIONS.remove,
  ACTIONS.approve,
  ACTIONS.acknowledge,
];

/** A direction and a type of documents with roles of their own, without staff. `by`: calls of an administrator. */
export async function openOffice(request: APIRequestContext, rights: Rights, by?: Calls): Promise<Office> {
  const admin = by ?? (await asAdmin(request));
  const { mark, directing, task } = await makeCompany(admin);
  const actions = await admin.get<ActionRow[]>('/action/');
  const idOf = (title: string) => actions.find((action) => action.title === title)?.id;
  const roles = new Map<string, Row>();
  async function grant(role: string, pairs: readonly Grant[]): Promise<void> {
    const below: Record<string, Record<string, Record<string, true>>> = {};
    for (const { directing, task, actions: titles } of pairs) {
      // A pair without an action is only seen.
      const own = titles.map((title) => [`id_${idOf(title)}`, true as const] as const);
      const ticked: Record<string, true> = Object.fromEntries(own.length > 0 ? own : [['0', true as const]]);
      below[`id_${directing.id}`] = { ...below[`id_${directing.id}`], [`id_${task.id}`]: ticked };
    }
    await admin.send('POST', '/setting/access', { [`id_${roles.get(role)?.id}`]: below });
  }
  for (const [name, titles] of Object.entries(rights)) {
    roles.set(name, await admin.add('role', `${name} ${mark}`));
    await grant(name, [{ directing, task, actions: titles }]);
  }
  return {
    mark,
    admin,
    directing,
    task,
    grant,
    async hire(name, role) {
      const full = `${name} ${mark}`;
      const { email, calls } = await makeUser(request, full);
      const roleId = roles.get(role)?.id;
      if (roleId) await admin.send('PATCH', '/setting/access/bundle/role', { email, roleId });
      const { uid } = await calls.get<{ uid: string }>('/user/');
      return { email, name: full, uid, calls };
    },
  };
}

/** An office with one who writes documents and one who decides about them, each in the role of that name. */
export async function openOfficeOfTwo(
  request: APIRequestContext,
  rights: Rights & Readonly<Record<'Начальник' | 'Подписант', readonly ActionTitle[]>>,
): Promise<{ readonly office: Office; readonly boss: Colleague; readonly signer: Colleague }> {
  const office = await openOffice(request, rights);
  const boss = await office.hire('Начальник', 'Начальник');
  const signer = await office.hire('Подписант', 'Подписант');
  return { office, boss, signer };
}

/** Opens a path as a colleague who signed in before. */
export const comeIn = (
  page: Page,
  { email }: Pick<Colleague, 'email'>,
  to: string,
  password = STAFF_PASSWORD,
): Promise<void> => openSignedIn(page, { email, password }, to);
