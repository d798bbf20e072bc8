import type { Transaction } from 'kysely';
import type { PortalSchema } from '../../server/portal-database/schema.ts';
import { BENCH_EMAIL } from '../server.ts';
import { numbers } from './chance.ts';

export const DIRECTINGS = 10;
export const TASKS = 20;
/** Pairs that the narrower of the two roles sees. */
const NARROW_PAIRS = 10;

export const WIDE_ROLE = 'Директор';
export const NARROW_ROLE = 'Кладовщик';

const times = { created_at: 0, updated_at: 0 };

/** Adds what documents stand on; the caller of the measurements is the first of the users. */
export async function addOrganisation(transaction: Transaction<PortalSchema>, users: number): Promise<void> {
  const list = (count: number, name: string) =>
    numbers(count).map((id) => ({ id, title: `${name} ${id}`, title_key: `${name} ${id}`, ...times }));
  await transaction.insertInto('directings').values(list(DIRECTINGS, 'Направление')).execute();
  await transaction.insertInto('tasks').values(list(TASKS, 'Тип')).execute();
  const roles = [WIDE_ROLE, NARROW_ROLE].map((title, at) => ({ id: at + 1, title, title_key: title, ...times }));
  await transaction.insertInto('roles').values(roles).execute();
  const actions = await transaction.selectFrom('actions').select('id').execute();
  const allowed = `,${actions.map(({ id }) => id).join(',')},`;
  const pairs = numbers(DIRECTINGS).flatMap((directing_id) =>
    numbers(TASKS).map((task_id) => ({ directing_id, task_id, actions: allowed })),
  );
  const seen = [
    ...pairs.map((pair) => ({ role_id: 1, ...pair })),
    ...pairs.slice(0, NARROW_PAIRS).map((pair) => ({ role_id: 2, ...pair })),
  ];
  const above = new Set(seen.map(({ role_id, directing_id }) => `${role_id} ${directing_id}`));
  const directings = [...above].map((key) => {
    const [role_id = 0, directing_id = 0] = key.split(' ').map(Number);
    return { role_id, directing_id };
  });
  await transaction.insertInto('role_directings').values(directings).execute();
  await transaction.insertInto('role_tasks').values(seen).execute();
  const people = numbers(users).map((id) => {
    const email = id === 1 ? BENCH_EMAIL : `user${id}@bench.example`;
    const name = `Сотрудник ${id}`;
    const search_text = `${name.toLowerCase()} ${email}`;
    return { id, uid: `bench-${id}`, email, email_key: email, name, photo: null, role_id: 1, search_text, ...times };
  });
  await transaction.insertInto('users').values(people).execute();
}
