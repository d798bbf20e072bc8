import { describe, expect, it } from 'vitest';
import {
  createPeopleSearch,
  groupsOf,
  isListed,
  type Signer,
  sameSigners,
  withMoved,
  withoutSigner,
  withReplaced,
  withSigner,
} from '../../../src/lib/documents/signatories.ts';

const signer = (uid: string): Signer => ({ uid, name: `Имя ${uid}`, email: `${uid}@a.ru`, position: 'юрист' });
const list = ['а', 'б', 'в'].map(signer);
const uids = (people: readonly Signer[]) => people.map(({ uid }) => uid).join('');

describe('a list of signatories', () => {
  it('takes a new person at its end and only what it needs of him', () => {
    const longer = withSigner(list, { ...signer('г'), photo: 'x.webp' } as Signer);
    expect(uids(longer)).toBe('абвг');
    expect(longer.at(-1)).toEqual(signer('г'));
  });

  it('puts a person in the place of another and back, and keeps only what it needs of each', () => {
    const replaced = withReplaced(list, 'б', { ...signer('г'), photo: 'x.webp' } as Signer);
    expect(replaced).toEqual(['а', 'г', 'в'].map(signer));
    expect(withReplaced(replaced, 'г', { ...signer('б'), accept: true } as Signer)).toEqual(list);
    expect(withReplaced(list, 'б', signer('в'))).toBe(list);
  });

  it('stays the very same list when the person is in it already', () => {
    expect(withSigner(list, signer('б'))).toBe(list);
    expect(isListed(list, 'б')).toBe(true);
  });

  it.each([
    ['б', -1, 'бав'],
    ['б', 1, 'авб'],
    ['а', -1, 'абв'],
    ['в', 1, 'абв'],
    ['чужой', 1, 'абв'],
  ] as const)('with %s moved by %i is %s', (uid, by, expected) => {
    expect(uids(withMoved(list, uid, by))).toBe(expected);
  });

  it('takes back whoever was removed', () => {
    expect(uids(withSigner(withoutSigner(list, 'а'), signer('а')))).toBe('бва');
  });

  it('is another one in another order', () => {
    expect(
      sameSigners(
        list,
        list.map((one) => ({ ...one, name: 'иначе' })),
      ),
    ).toBe(true);
    expect(sameSigners(list, withMoved(list, 'а', 1))).toBe(false);
    expect(sameSigners(list, list.slice(1))).toBe(false);
  });
});

/** A search whose pause passes only when the test says so. */
function searchOf(ask: (text: string) => Promise<Signer[]>) {
  let waiting: (() => void) | null = null;
  const pauses: number[] = [];
  const search = createPeopleSearch(ask, (act, pause) => {
    pauses.push(pause);
    waiting = act;
    return () => {
      waiting = null;
    };
  });
  return { ...search, pauses, shown: () => uids(search.$people.get().people), pass: () => waiting?.() };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the search for people', () => {
  it('asks once after a pause, for what was typed last', async () => {
    const asked: string[] = [];
    const search = searchOf(async (text) => {
      asked.push(text);
      return [signer('а')];
    });
    search.type('ю');
    search.type(' юри ');
    search.pass();
    await settled();
    expect(asked).toEqual(['юри']);
    expect(search.pauses).toEqual([250, 250]);
    expect(search.$people.get()).toMatchObject({ phase: 'ready', failure: null });
    expect(search.shown()).toBe('а');
  });

  it('never asks for an empty text, and forgets what it found for another', async () => {
    const asked: string[] = [];
    const search = searchOf(async (text) => {
      asked.push(text);
      return [signer('а')];
    });
    search.type('   ');
    search.pass();
    expect(asked).toEqual([]);
    search.type('ю');
    search.pass();
    await settled();
    search.type('');
    expect(search.$people.get()).toEqual({ phase: 'idle', people: [], failure: null });
  });

  it('drops the late answer to an older text, and the one that comes after the field was emptied', async () => {
    const late = Promise.withResolvers<Signer[]>();
    const search = searchOf((text) => (text === 'старое' ? late.promise : Promise.resolve([signer('н')])));
    search.type('старое');
    search.pass();
    search.type('новое');
    search.pass();
    await settled();
    late.resolve([signer('с')]);
    await settled();
    expect(search.shown()).toBe('н');
    search.type('старое');
    search.pass();
    search.clear();
    await settled();
    expect(search.$people.get().phase).toBe('idle');
  });

  it('says what failed and asks again for the same', async () => {
    let isDown = true;
    const search = searchOf(async () => {
      if (isDown) throw new TypeError('network');
      return [signer('а')];
    });
    search.type('юр');
    search.pass();
    await settled();
    expect(search.$people.get()).toMatchObject({ phase: 'failed', failure: { kind: 'offline' } });
    isDown = false;
    search.again();
    await settled();
    expect(search.shown()).toBe('а');
  });
});

it('people are added at once: all of them, or those of one role', () => {
  const of = (uid: string, position: string) => ({ uid, position, name: uid, email: '' });
  const people = [of('а', 'Юрист'), of('б', ''), of('в', 'Кладовщик'), of('г', 'Юрист')];
  const groups = groupsOf(people).map(({ role, people: some }) => [role, some.map(({ uid }) => uid).join()]);
  expect(groups).toEqual([
    [null, 'а,б,в,г'],
    ['Кладовщик', 'в'],
    ['Юрист', 'а,г'],
  ]);
});
