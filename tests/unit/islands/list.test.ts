import { describe, expect, it } from 'vitest';
import { createList, type ListCalls } from '../../../src/lib/ui/reference-list.ts';

const refused = (status: number, error: string, facts = {}) => ({ response: { status }, data: { error, ...facts } });

const calls = (change: Partial<ListCalls> = {}): ListCalls => ({
  list: async () => [
    { id: 1, title: 'КАМАЗ' },
    { id: 3, title: 'МАЗ' },
    { id: 2, title: 'Урал' },
  ],
  create: async (title) => ({ id: 4, title }),
  rename: async (id, title) => ({ id, title }),
  remove: async () => ({}),
  ...change,
});

async function listOf(change: Partial<ListCalls> = {}) {
  const list = createList(calls(change));
  await list.search('');
  return { ...list, ids: () => list.$list.get().rows.map(({ id }) => id) };
}

describe('a reference list', () => {
  it('shows the newest record first', async () => {
    const list = await listOf();
    expect(list.ids()).toEqual([3, 2, 1]);
    await list.create('ЗИЛ');
    expect(list.ids()).toEqual([4, 3, 2, 1]);
  });

  it('fails as a whole when it cannot be loaded at all', async () => {
    const list = await listOf({ list: () => Promise.reject(refused(401, 'invalid access token')) });
    expect(list.$list.get()).toMatchObject({ phase: 'failed', failure: { kind: 'login' } });
  });

  it('keeps its rows when a later search fails', async () => {
    let asked = 0;
    const list = await listOf({
      list: async () => {
        asked += 1;
        if (asked > 1) throw refused(500, '');
        return [{ id: 1, title: 'КАМАЗ' }];
      },
    });
    await list.search('кам');
    expect(list.$list.get()).toMatchObject({ phase: 'ready', failure: { kind: 'server' }, title: 'кам' });
    expect(list.ids()).toEqual([1]);
  });

  it('drops a row only after the server agreed', async () => {
    const list = await listOf({
      remove: async (_id, cascade) => {
        if (!cascade) throw refused(409, 'in use', { count: 5 });
      },
    });
    expect(await list.remove(2, false)).toMatchObject({ kind: 'in-use', facts: { count: 5 } });
    expect(list.ids()).toEqual([3, 2, 1]);
    expect(await list.remove(2, true)).toBeNull();
    expect(list.ids()).toEqual([3, 1]);
  });

  it('gives the reason of a refused title and changes nothing', async () => {
    const list = await listOf({ rename: () => Promise.reject(refused(400, 'incorrect title')) });
    expect(await list.rename(2, '')).toMatchObject({ kind: 'refused', code: 'incorrect title' });
    expect(list.$list.get().rows[1]).toEqual({ id: 2, title: 'Урал' });
  });
});
