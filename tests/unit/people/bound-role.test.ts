import { expect, it, vi } from 'vitest';
import type { Person } from '../../../contract/people/people.ts';
import { peopleCalls, peopleList, showBound } from '../../../src/lib/people/people-calls.ts';

const ANNA = { uid: 'a', email: 'anna@example.ru', name: 'Анна', role: { id: 1, title: 'Юрист' } } as Person;
const BOUND = { uid: 'a', email: 'anna@example.ru', name: 'Анна', photo: '', position: 'Директор' };

it('a role that was given is shown, and is called no failure, when the person cannot be asked for again', async () => {
  peopleList.$list.set({ ...peopleList.$list.get(), rows: [ANNA] });
  vi.spyOn(peopleCalls, 'person').mockRejectedValue(new Error('no connection'));
  await showBound({ ...BOUND, roles: [{ id: 2, title: 'Директор', directings: [] }] });
  expect(peopleList.$list.get().rows[0]?.role).toMatchObject({ id: 2, title: 'Директор' });
  await showBound({ ...BOUND, roles: [] });
  expect(peopleList.$list.get().rows[0]?.role).toBeNull();
});
