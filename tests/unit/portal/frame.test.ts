import { describe, expect, test, vi } from 'vitest';
import { portalRoutes } from '../../../rules/routes.ts';
import { createWaiting } from '../../../src/lib/platform/http-client.ts';
import { shortcutOf } from '../../../src/lib/platform/keyboard.ts';
import { PORTAL_WORDS } from '../../../src/lib/platform/words-table.ts';
import { $stepsOver, createFirstSteps } from '../../../src/lib/portal/first-steps.ts';
import { menuOf, menuPlaceOf, PLACES } from '../../../src/lib/portal/places.ts';
import { badgeCounts } from '../../../src/lib/portal/viewer.ts';
import { portalWordsOf } from '../../support/portal-words.ts';

const KNOWN = { documents: 1, requests: 2, imports: 3, sources: 4, mails: 5 };
const EVERYTHING = { isAdmin: true, hasDocuments: true, mayRequests: true };
const NOTHING = { isAdmin: false, hasDocuments: false, mayRequests: false };

describe('the numbers of the menu', () => {
  test('stand only for whoever may see what they count', () => {
    expect(badgeCounts(KNOWN, EVERYTHING)).toEqual({ ...KNOWN, all: 15 });
    expect(badgeCounts(KNOWN, { ...NOTHING, mayRequests: true })).toMatchObject({ requests: 2, mails: 0, all: 2 });
    expect(badgeCounts(KNOWN, NOTHING).all).toBe(0);
  });

  test('stay as they are known while they cannot be asked for; a late answer changes nothing', async () => {
    const answers = [Promise.resolve(3), Promise.reject(new Error('down'))];
    const waiting = createWaiting(() => answers.shift() ?? Promise.resolve(0));
    await waiting.load();
    await waiting.load();
    expect(waiting.$count.get()).toBe(3);
    let late: (count: number) => void = () => {};
    answers.push(
      new Promise((resolve) => {
        late = resolve;
      }),
      Promise.resolve(1),
    );
    const first = waiting.load();
    await waiting.load();
    late(9);
    await first;
    expect(waiting.$count.get()).toBe(1);
  });
});

describe('the table of places', () => {
  test('gives every page a place in a menu', () => {
    const linked = (['staff', 'prices', 'own', 'settings'] as const).flatMap(menuOf).map(({ route }) => route);
    for (const route of Object.keys(PLACES) as (keyof typeof portalRoutes)[])
      expect(linked, route).toContain(menuPlaceOf(route));
    expect(Object.keys(PLACES).sort()).toEqual(Object.keys(portalRoutes).sort());
  });
});

describe('the keys', () => {
  const press = { key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  const given = { ...press, defaultPrevented: false, isComposing: false };
  test.each([
    ['/ in the Latin layout', { key: '/', code: 'Slash' }, false, 'search'],
    ['its place in the Russian layout', { key: '.', code: 'Slash' }, false, 'search'],
    ['/ of the Russian layout', { key: '/', code: 'Backslash', shiftKey: true }, false, 'search'],
    ['/ while typing', { key: '/', code: 'Slash' }, true, null],
    ['Ctrl+K', { key: 'k', code: 'KeyK', ctrlKey: true }, true, 'commands'],
    ['Ctrl+Л', { key: 'л', code: 'KeyK', ctrlKey: true }, false, 'commands'],
    ['Cmd+K', { key: 'k', code: 'KeyK', metaKey: true }, false, 'commands'],
    ['Ctrl+K that a field has used', { key: 'k', code: 'KeyK', ctrlKey: true, defaultPrevented: true }, true, null],
    ['K', { key: 'k', code: 'KeyK' }, false, null],
    ['a question mark', { key: '?', code: 'Slash', shiftKey: true }, false, null],
  ] as const)('%s', (_, change, typing, asked) => expect(shortcutOf({ ...given, ...change }, typing)).toBe(asked));
});

describe('the words', () => {
  test('differ in both sets, and the Russian ones have no Latin letter', () => {
    const all = [...Object.values(PORTAL_WORDS.docflow), ...Object.values(PORTAL_WORDS.slides)];
    for (const { spec, ru } of all) {
      expect(spec).toMatch(/^[a-z?. ]+$/i);
      expect(ru).not.toMatch(/[a-z]/i);
    }
    expect(portalWordsOf('ru').docflow.forApproval).toBe('На\u00a0согласование');
    expect(portalWordsOf('spec').docflow.forApproval).toBe('For approval');
  });
});

describe('the first steps', () => {
  const stated = () => ({ company: true, logo: true, mail: true, texts: true });
  const yes = async () => true;

  test('are told with what is done, until nothing is left', async () => {
    const stepsLeft = async (mail: boolean) => {
      const store = createFirstSteps({ prices: yes, colleague: yes }, () => ({ ...stated(), mail }));
      await store.load();
      return store.$steps.get();
    };
    expect((await stepsLeft(false))?.filter((step) => !step.done)).toEqual([{ step: 'mail', done: false }]);
    expect(await stepsLeft(true)).toBeNull();
    $stepsOver.set(false);
  });

  test('end by themselves and are not asked for again', async () => {
    const prices = vi.fn(yes);
    const store = createFirstSteps({ prices, colleague: yes }, stated);
    await store.load();
    expect([store.$steps.get(), $stepsOver.get()]).toEqual([null, true]);
    await store.load();
    expect(prices).toHaveBeenCalledTimes(1);
    $stepsOver.set(false);
  });

  test('are not shown while a service does not answer, and go when they are put away', async () => {
    const silent = createFirstSteps({ prices: () => Promise.reject(new Error('down')), colleague: yes }, stated);
    await silent.load();
    expect([silent.$steps.get(), $stepsOver.get()]).toEqual([null, false]);
    const store = createFirstSteps({ prices: async () => false, colleague: yes }, stated);
    await store.load();
    expect(store.$steps.get()).toHaveLength(6);
    store.putAway();
    expect([store.$steps.get(), $stepsOver.get()]).toEqual([null, true]);
    $stepsOver.set(false);
  });
});
