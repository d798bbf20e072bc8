import { beforeEach, describe, expect, test } from 'vitest';
import type { BrokenRoutes, Role } from '../../../contract/access/access.ts';
import { NO_RIGHTS, tick } from '../../../src/lib/access/access-rules.ts';
import { type AccessCalls, createAccess } from '../../../src/lib/access/access-store.ts';

const box = { directing: 1, task: 1, action: 1 };
const row = (id: number, title: string) => ({ id, title });
const role = (id: number, allowed: boolean): Role => ({
  ...row(id, `Роль ${id}`),
  directings: allowed ? [{ ...row(1, 'Склад'), tasks: [{ ...row(1, 'Счёт'), actions: [row(1, 'Создать')] }] }] : [],
});
const failing = (status: number, error: string, facts = {}) => ({ response: { status }, data: { error, ...facts } });

/** A server of three roles that keeps what it is sent. */
const WHOLE: BrokenRoutes = { templates: [], templateCount: 0, signatories: [], signatoryCount: 0 };
let server: { roles: Role[]; version: number; sent: unknown[]; refuses: unknown; broken: BrokenRoutes };
const calls: AccessCalls = {
  load: async () => ({
    roles: server.roles,
    directings: [row(1, 'Склад')],
    tasks: [row(1, 'Счёт')],
    actions: [{ ...row(1, 'Создать'), isProtected: false }],
    access: server.roles,
    version: `"${server.version}"`,
  }),
  examine: async () => server.broken,
  async save(form, version) {
    if (server.refuses) throw server.refuses;
    if (version !== `"${server.version}"`) throw failing(409, 'changed meanwhile', { when: '2026-01-01T00:00:00Z' });
    server.sent.push(form);
    server.version += 1;
    server.roles = server.roles.map((old) =>
      `id_${old.id}` in (form as object) ? role(old.id, (form as Record<string, unknown>)[`id_${old.id}`] !== '') : old,
    );
  },
};

beforeEach(() => {
  server = {
    roles: [role(1, false), role(2, true), role(3, false)],
    version: 1,
    sent: [],
    refuses: null,
    broken: WHOLE,
  };
});

async function opened() {
  const store = createAccess(calls);
  await store.load();
  return { ...store, state: () => store.$access.get() };
}

describe('the access settings on the screen', () => {
  test('say why they could not be loaded', async () => {
    const store = createAccess({ ...calls, load: () => Promise.reject(failing(403, 'forbidden')) });
    await store.load();
    expect(store.$access.get()).toMatchObject({ phase: 'failed', failure: { kind: 'forbidden' } });
  });

  test('that would break a route in force are shown with its name, and saved only once that is confirmed', async () => {
    const store = await opened();
    server.broken = { ...WHOLE, signatories: [{ id: 7, num: 1, title: 'Договор', name: 'Анна' }], signatoryCount: 1 };
    store.change(2, () => NO_RIGHTS);
    await store.save();
    expect([server.sent.length, store.state().saving.size]).toEqual([0, 0]);
    expect(store.state().outcome).toEqual({ kind: 'breaks', broken: server.broken, roles: [2] });
    await store.save([2], { confirmed: true });
    expect([server.sent.length, store.state().outcome]).toEqual([1, { kind: 'saved' }]);
  });

  test('send only changed roles, one or all of them', async () => {
    const store = await opened();
    await store.save();
    expect(server.sent).toEqual([]);
    store.change(1, (rights) => tick(rights, box));
    store.change(2, () => NO_RIGHTS);
    store.change(3, (rights) => rights);
    expect([...store.state().changed]).toEqual([1, 2]);
    await store.save(2);
    expect(server.sent).toEqual([{ id_2: '' }]);
    expect([...store.state().changed]).toEqual([1]);
    expect(store.state().outcome).toEqual({ kind: 'saved' });
    await store.save();
    expect(server.sent[1]).toEqual({ id_1: { action: '', id_1: { 0: 'on', id_1: { 0: 'on', id_1: 'on' } } } });
    expect(store.state().changed.size).toBe(0);
  });

  test('keep what was ticked when a save fails', async () => {
    const store = await opened();
    store.change(1, (rights) => tick(rights, box));
    server.refuses = new TypeError('fetch failed');
    await store.save();
    expect(store.state().outcome).toMatchObject({ kind: 'failed', failure: { kind: 'offline' } });
    expect([...store.state().changed]).toEqual([1]);
    expect(store.state().saving.size).toBe(0);
  });

  test('pass by what somebody else saved about another role', async () => {
    const store = await opened();
    server.roles = [role(1, false), role(2, true), role(3, true)];
    server.version = 5;
    store.change(1, (rights) => tick(rights, box));
    await store.save();
    expect(store.state().outcome).toEqual({ kind: 'saved' });
    expect(server.sent).toHaveLength(1);
    expect(store.state().current.get(3)?.size).toBe(1);
  });

  test('ask about a role that somebody else saved, and save it over when told so', async () => {
    const store = await opened();
    server.roles = [role(1, false), role(2, false), role(3, false)];
    server.version = 5;
    store.change(1, (rights) => tick(rights, box));
    store.change(2, (rights) => tick(rights, { directing: 1, task: 1 }));
    store.change(2, (rights) => new Map([...rights].map(([id]) => [id, new Map()])));
    await store.save();
    expect(store.state().outcome).toMatchObject({ kind: 'clash', facts: { when: '2026-01-01T00:00:00Z' } });
    expect([...store.state().clashing]).toEqual([2]);
    expect(server.sent).toEqual([]);
    await store.save();
    expect(Object.keys(server.sent[0] as object)).toEqual(['id_1', 'id_2']);
    expect(store.state().clashing.size).toBe(0);
  });

  test('notice what somebody else saved also when one’s own save was of another role', async () => {
    const store = await opened();
    store.change(1, (rights) => tick(rights, box));
    store.change(2, () => NO_RIGHTS);
    store.change(2, (rights) => tick(rights, { directing: 1 }));
    server.roles = [role(1, false), role(2, false), role(3, false)];
    await store.save(1);
    expect(store.state().outcome).toEqual({ kind: 'saved' });
    expect([...store.state().clashing]).toEqual([2]);
    await store.save(2);
    expect(store.state().outcome).toMatchObject({ kind: 'clash' });
    expect(server.sent).toHaveLength(1);
    await store.save(2);
    expect(server.sent).toHaveLength(2);
  });

  test('take the server’s state of a clashing role when told so', async () => {
    const store = await opened();
    server.roles = [role(1, false), role(2, false), role(3, false)];
    server.version = 5;
    store.change(2, (rights) => new Map([...rights].map(([id]) => [id, new Map()])));
    await store.save();
    store.revert(2);
    expect(store.state().current.get(2)?.size).toBe(0);
    expect(store.state().clashing.size).toBe(0);
    expect(store.state().outcome).toBeNull();
    expect(store.state().changed.size).toBe(0);
  });

  test('name a role that was removed while it was being edited', async () => {
    const store = await opened();
    store.change(1, (rights) => tick(rights, box));
    server.roles = [role(2, true), role(3, false)];
    server.refuses = failing(400, 'invalid role id');
    await store.save();
    expect(store.state()).toMatchObject({ outcome: { kind: 'refused' }, gone: ['Роль 1'] });
    expect(store.state().changed.size).toBe(0);
    expect(store.state().roles).toHaveLength(2);
  });

  test('go back to what the server holds', async () => {
    const store = await opened();
    store.change(1, (rights) => tick(rights, box));
    store.change(2, () => NO_RIGHTS);
    store.revert(1);
    expect([...store.state().changed]).toEqual([2]);
    store.revertAll();
    expect(store.state().changed.size).toBe(0);
  });
});
