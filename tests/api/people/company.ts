import { expect } from 'vitest';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import type { OpenFresh } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { type Staff, withStaff } from './staff.ts';

/** The info service with the means of an administrator. */
export interface Company extends Staff {
  /** Adds rows to a list; resolves to their ids. */
  add(list: 'role' | 'directing' | 'task' | 'action', ...titles: string[]): Promise<number[]>;
  /** Saves access settings as JSON; resolves to the answer. */
  save(body: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Gives a user a role by the e-mail address of the tests. */
  bind(user: string, role: number | ''): Promise<Answer>;
  /** What every role may do, as the API shows it. */
  settings(): Promise<{ id: number; title: string; directings: NestedDirecting[] }[]>;
}

export interface NestedDirecting {
  readonly id: number;
  readonly title: string;
  readonly tasks: { id: number; title: string; actions: { id: number; title: string }[] }[];
}

/** Ids of the five actions by their titles: they come with the schema. */
export const ACTION = { create: 1, edit: 2, remove: 3, approve: 4, acknowledge: 5 } as const;

/** Runs a test with a company without staff. */
export const withCompany = (
  open: OpenFresh,
  test: (company: Company) => Promise<void>,
  trail?: AuditTrail,
): Promise<void> => withStaff(open, (staff) => test(companyOf(staff)), trail);

function companyOf(staff: Staff): Company {
  const { call } = staff;
  return {
    ...staff,
    add: async (list, ...titles) => {
      const ids: number[] = [];
      for (const title of titles) {
        const answer = await call('POST', `/${list}/`, { as: 'admin', json: { title } });
        expect(answer.statusCode).toBe(201);
        ids.push(answer.json<{ id: number }>().id);
      }
      return ids;
    },
    save: (json, headers = {}) => call('POST', '/setting/access', { as: 'admin', json, headers }),
    bind: (user, roleId) =>
      call('PATCH', '/setting/access/bundle/role', { as: 'admin', json: { roleId, email: `${user}@parts.example` } }),
    settings: async () => (await call('GET', '/setting/access', { as: 'admin' })).json(),
  };
}

/** A form of access settings: role → direction → task → ids of actions; a number alone is a direction ticked alone. */
export function formOf(
  rights: Record<number, Record<number, Record<number, readonly number[]>>>,
): Record<string, unknown> {
  const level = (entries: Record<number, unknown>, ticked: boolean) =>
    Object.fromEntries([
      ...(ticked ? [['0', 'on']] : []),
      ...Object.entries(entries).map(([id, below]) => [`id_${id}`, below]),
    ]);
  return level(
    Object.fromEntries(
      Object.entries(rights).map(([role, directings]) => [
        role,
        level(
          Object.fromEntries(
            Object.entries(directings).map(([directing, tasks]) => [
              directing,
              level(
                Object.fromEntries(
                  Object.entries(tasks).map(([task, actions]) => [
                    task,
                    level(Object.fromEntries(actions.map((action) => [action, 'on'])), true),
                  ]),
                ),
                true,
              ),
            ]),
          ),
          false,
        ),
      ]),
    ),
    false,
  );
}

/** The same rights out of what the API shows. */
export const rightsOf = (directings: readonly NestedDirecting[]) =>
  Object.fromEntries(
    directings.map(({ id, tasks }) => [
      id,
      Object.fromEntries(tasks.map((task) => [task.id, task.actions.map((action) => action.id)])),
    ]),
  );
