import { describe, expect, it } from 'vitest';
import { KINDS_OF_SOURCES, SOURCE_KINDS } from '../../../contract/catalogue/source-kinds.ts';
import type { Arrival, ArrivalPage, ImportSource } from '../../../contract/price-lists/sources.ts';
import { secretPlace } from '../../../rules/price-lists/source-place.ts';
import { countsOf } from '../../../src/lib/price-lists/import-notices.ts';
import { createNotices } from '../../../src/lib/price-lists/notices-store.ts';
import { createStagedFiles } from '../../../src/lib/price-lists/sources/received-files.ts';
import {
  NEW_SOURCE,
  newSourceBody,
  type SourceForm,
  sourceBody,
  sourceFormOf,
  sourceMistakes,
} from '../../../src/lib/price-lists/sources/source-form.ts';
import { countsText, reasonsOf, sources as texts } from '../../../src/lib/price-lists/sources/source-texts.ts';
import { createSources, daysWithout, nextLook } from '../../../src/lib/price-lists/sources/sources-store.ts';

const NOW = new Date('2026-03-10T12:00:00Z');

const MAIL: ImportSource = {
  id: 4,
  kind: 'mail',
  title: 'Почта',
  providerId: 1,
  brandId: 2,
  presetId: 3,
  settings: {
    host: 'imap.example',
    port: 143,
    isSecure: false,
    user: 'box',
    mailbox: 'INBOX',
    sender: '@b.example',
    subject: 'прайс',
  },
  hasSecret: true,
  limits: { failedShare: 0.07, skippedShare: 0.3, priceFactor: 2.5 },
  everyMinutes: 45,
  quietDays: 7,
  isEnabled: true,
  isChecking: false,
  isQuiet: false,
  checkedAt: '2026-03-10T11:30:00Z',
  problem: null,
  arrivedAt: '2026-03-07T11:00:00Z',
  ignored: 0,
};

const TYPED: SourceForm = { ...NEW_SOURCE, title: ' Склад ', providerId: '1', brandId: '2', folder: ' sklad ' };

/** Two values of each type that mean different places. */
const VALUES = { string: ['one.example', 'other.example'], integer: [993, 143], boolean: [true, false] } as const;

it.each(SOURCE_KINDS)('the secret of a source (%s) is for one place: what names it, and nothing else', (kind) => {
  const { settings, secretFor } = KINDS_OF_SOURCES[kind];
  const settingsWith = (changed: string) =>
    Object.fromEntries(
      Object.entries(settings).map(([name, { type }]) => [name, VALUES[type][name === changed ? 1 : 0]]),
    );
  const changing = Object.keys(settings).filter(
    (name) => secretPlace(kind, settingsWith(name)) !== secretPlace(kind, settingsWith('')),
  );
  expect(changing.sort()).toEqual([...secretFor].sort());
});

it('the path of an address does not change to whom its password goes, its host does', () => {
  const place = (url: string) => secretPlace('address', { url, user: 'shop' });
  expect(place('https://a.example/other.csv')).toBe(place(' https://a.example/p.csv'));
  expect(place('https://b.example/p.csv')).not.toBe(place('https://a.example/p.csv'));
  expect(place('http://a.example/p.csv')).not.toBe(place('https://a.example/p.csv'));
  const user = (name: string) => secretPlace('address', { url: 'https://a.example/p.csv', user: name });
  expect(user('https://b.example/one')).not.toBe(user('https://b.example/other'));
});

describe('the form of a source', () => {
  it('gives back what a source was made of, and leaves its secret alone', () => {
    const form = sourceFormOf(MAIL);
    expect(form).toMatchObject({ failedShare: '7', priceFactor: '2,5', presetId: '3', port: '143' });
    const { settings, limits, title, presetId, everyMinutes, quietDays, isEnabled } = MAIL;
    expect(sourceBody(form)).toEqual({
      title,
      presetId,
      settings: { ...settings, port: '143' },
      limits,
      everyMinutes,
      quietDays,
      isEnabled,
    });
    expect(sourceBody({ ...form, secret: 'word' }).secret).toBe('word');
    expect(sourceBody({ ...form, secret: 'word', forgetsSecret: true }).secret).toBe('');
  });

  it('sends of a new source what its kind needs', () => {
    expect(newSourceBody({ ...TYPED, secret: 'word', url: 'https://b.example/p.csv' })).toMatchObject({
      kind: 'folder',
      title: 'Склад',
      providerId: 1,
      brandId: 2,
      presetId: null,
      settings: { folder: 'sklad' },
    });
    expect(newSourceBody({ ...TYPED, secret: 'word' })).not.toHaveProperty('secret');
    const address = newSourceBody({ ...TYPED, kind: 'address', url: ' ftp://b.example/p.csv', secret: 'w' });
    expect(address).toMatchObject({ settings: { url: 'ftp://b.example/p.csv', user: '' }, secret: 'w' });
  });

  it.each<[Partial<SourceForm>, readonly string[]]>([
    [{}, []],
    [{ title: ' ', providerId: '', brandId: '' }, ['title', 'providerId', 'brandId']],
    [{ folder: '' }, ['folder']],
    [{ folder: '../a' }, ['folder']],
    [{ folder: '.a' }, ['folder']],
    [{ kind: 'address', url: 'b.example/p.csv' }, ['url']],
    [{ kind: 'address', url: 'https://u:p@b.example/' }, ['url']],
    [{ kind: 'address', url: 'file:///etc/passwd' }, ['url']],
    [{ kind: 'mail' }, ['host', 'user', 'sender']],
    [{ kind: 'mail', host: 'https://a', user: 'u', sender: 'b.example', port: '0' }, ['host', 'port', 'sender']],
    [{ kind: 'mail', host: 'imap.example', user: 'u', sender: '@b.example', port: '993' }, []],
    [{ title: 'я'.repeat(201), secret: 'x'.repeat(1_001) }, ['title', 'secret']],
    [{ kind: 'mail', host: 'a', user: 'u', sender: '@b', subject: 'я'.repeat(501) }, ['subject']],
    [{ kind: 'mail', host: 'a', user: 'u', sender: '@b', subject: 'я'.repeat(500) }, []],
    [{ quietDays: '366' }, ['quietDays']],
    [{ quietDays: '-1' }, ['quietDays']],
    [{ failedShare: '100,5', skippedShare: 'все' }, ['failedShare', 'skippedShare']],
    [{ failedShare: '2,5', skippedShare: '0', priceFactor: '1.5' }, []],
    [{ priceFactor: '0,9' }, ['priceFactor']],
    [{ priceFactor: '' }, ['priceFactor']],
  ])('%j has mistakes in %j', (change, mistakes) => {
    expect([...sourceMistakes({ ...TYPED, ...change }, null).keys()].sort()).toEqual([...mistakes].sort());
  });
});

describe('the times of a source', () => {
  it('tell when it is looked at next', () => {
    expect(nextLook(MAIL, NOW)).toEqual(new Date('2026-03-10T12:15:00Z'));
    expect(nextLook({ ...MAIL, everyMinutes: 15 }, NOW)).toBe('soon');
    expect(nextLook({ ...MAIL, checkedAt: null }, NOW)).toBe('soon');
    expect(nextLook({ ...MAIL, isEnabled: false }, NOW)).toBeNull();
  });

  it('tell for how long nothing came', () => {
    expect(daysWithout(MAIL, NOW)).toBe(3);
    expect(daysWithout({ arrivedAt: null }, NOW)).toBeNull();
    expect(texts.quiet(3, 2)).toBe('Нет прайса 3\u00a0дня');
    expect(texts.quiet(null, 7)).toBe('Прайса нет больше 7\u00a0дней');
    expect(texts.quiet(null, 21)).toBe('Прайса нет больше 21\u00a0дня');
  });
});

describe('the list of sources', () => {
  const shownBy = ({ $sources }: ReturnType<typeof createSources>) => {
    const state = $sources.get();
    return state.phase === 'ready' ? state.value : [];
  };
  const calls = {
    list: async () => ({ sources: [MAIL] }),
    create: async () => MAIL,
    change: async () => MAIL,
    remove: async () => {},
    check: async () => {},
  };

  it('shows a look that was asked for until the time of the last look is another one', async () => {
    let source = MAIL;
    const sources = createSources({ ...calls, list: async () => ({ sources: [source] }) });
    await sources.load();
    await sources.check(MAIL);
    expect(shownBy(sources)[0]?.isChecking).toBe(true);
    await sources.refresh();
    expect(shownBy(sources)[0]?.isChecking).toBe(true);
    source = { ...MAIL, checkedAt: '2026-03-10T12:00:01Z' };
    await sources.refresh();
    expect(shownBy(sources)[0]?.isChecking).toBe(false);
  });

  it('adds, changes and removes only what the service agreed to', async () => {
    const refuse = async () => {
      throw { response: { status: 400 }, data: { error: 'invalid settings' } };
    };
    const refusing = createSources({ ...calls, create: refuse, change: refuse, remove: refuse });
    await refusing.load();
    for (const failure of [
      await refusing.create(newSourceBody(TYPED)),
      await refusing.change(4, { isEnabled: false }),
      await refusing.remove(4),
    ])
      expect(failure).toMatchObject({ kind: 'refused', code: 'invalid settings' });
    expect(shownBy(refusing)).toEqual([MAIL]);
    const agreeing = createSources({ ...calls, create: async () => ({ ...MAIL, id: 5 }) });
    await agreeing.load();
    expect(await agreeing.create(newSourceBody(TYPED))).toBeNull();
    expect(await agreeing.remove(4)).toBeNull();
    expect(shownBy(agreeing).map(({ id }) => id)).toEqual([5]);
  });
});

describe('what waits for a decision', () => {
  const arrival = (id: number) => ({ id, state: 'held', reason: null }) as Arrival;
  const page = (...ids: number[]): ArrivalPage => ({ arrivals: ids.map(arrival), next: null });
  const refused = (status: number, error = '') => ({ response: { status }, data: { error } });

  const storeOf = async (apply: (arrival: Pick<Arrival, 'id'>) => Promise<Arrival>, left: () => ArrivalPage) => {
    const calls = { arrivals: async () => left(), apply, reject: apply };
    const store = createStagedFiles(calls);
    await store.load();
    return store;
  };

  it('leaves the list with what became of it', async () => {
    let left = page(2, 1);
    const store = await storeOf(
      async ({ id }) => {
        left = page(1);
        return { ...arrival(id), state: 'applied' };
      },
      () => left,
    );
    expect(await store.settle(arrival(2), 'apply')).toBeNull();
    const { settled, settling } = store.$decisions.get();
    expect(store.$list.get().rows.map(({ id }) => id)).toEqual([1]);
    expect(settled).toMatchObject({ arrival: { id: 2, state: 'applied' }, failure: null });
    expect(settling.size).toBe(0);
  });

  it('tells beside the refreshed list that somebody else was quicker or deleted the source', async () => {
    for (const [status, error, kind] of [
      [409, 'arrival is settled', 'in-use'],
      [404, 'arrival not found', 'missing'],
      [400, 'file must be in excel format', 'refused'],
    ] as const) {
      let left = page(2, 1);
      const store = await storeOf(
        async () => {
          left = page(1);
          throw refused(status, error);
        },
        () => left,
      );
      expect(await store.settle(arrival(2), 'reject')).toBeNull();
      expect(store.$list.get().rows.map(({ id }) => id)).toEqual([1]);
      expect(store.$decisions.get().settled?.failure).toMatchObject({ kind, code: error });
    }
  });

  it('keeps what could not be decided about now', async () => {
    const store = await storeOf(
      async () => {
        throw refused(503);
      },
      () => page(2, 1),
    );
    expect(await store.settle(arrival(2), 'apply')).toMatchObject({ kind: 'busy' });
    expect(store.$decisions.get().settled).toBeNull();
    expect(store.$list.get().rows.map(({ id }) => id)).toEqual([2, 1]);
  });

  it('stays with its new check where the catalogue has changed since the one that was looked at', async () => {
    const plan = (digest: string) => ({ digest }) as Arrival['plan'];
    const sent: (string | undefined)[] = [];
    let left = { ...page(), arrivals: [{ ...arrival(2), plan: plan('old') }] };
    const store = await storeOf(
      async (each) => {
        sent.push((each as Arrival).plan?.digest);
        left = { ...page(), arrivals: [{ ...arrival(2), plan: plan('new') }] };
        throw refused(409, 'import differs');
      },
      () => left,
    );
    const settle = () => store.settle(store.$list.get().rows[0] as Arrival, 'apply');
    expect(await settle()).toMatchObject({ code: 'import differs' });
    expect(store.$list.get().rows.map(({ id, plan: shown }) => [id, shown?.digest])).toEqual([[2, 'new']]);
    expect(store.$decisions.get()).toMatchObject({ settled: null, gone: new Set() });
    await settle();
    expect(sent).toEqual(['old', 'new']);
  });

  it('asks once, however often it is decided meanwhile', async () => {
    let asked = 0;
    const store = await storeOf(
      async ({ id }) => {
        asked += 1;
        return { ...arrival(id), state: 'applied' };
      },
      () => page(),
    );
    await Promise.all([store.settle(arrival(2), 'apply'), store.settle(arrival(2), 'apply')]);
    expect(asked).toBe(1);
  });

  it('says why and what would change, in words', () => {
    expect(reasonsOf({ reason: 'Одно\nДругое' })).toEqual(['Одно', 'Другое']);
    expect(reasonsOf({ reason: null })).toEqual([]);
    const none = {
      priceUp: 0,
      priceDown: 0,
      priceGone: 0,
      stockChanged: 0,
      termsChanged: 0,
      unchanged: 0,
      repeated: 0,
      skipped: 0,
      failed: 0,
      clashing: 0,
      hidden: 0,
    };
    expect(countsText({ ...none, created: 1_200, failed: 3 })).toBe('новые:\u00a01\u00a0200 · с\u00a0ошибками:\u00a03');
    expect(countsText({ ...none, created: 0 })).toBe('');
  });
});

describe('what waits for attention', () => {
  const NONE = { held: 0, quiet: 0, ended: [] };
  const ended = { id: 7, fileName: 'прайс.csv', outcome: 'done' as const };

  it('is counted by the page that shows it', () => {
    expect(countsOf({ held: 2, quiet: 1, ended: [ended] })).toEqual({ imports: 1, sources: 3 });
    expect(countsOf(NONE)).toEqual({ imports: 0, sources: 0 });
  });

  it('stays as it is known while it cannot be asked anew, and goes when it was seen', async () => {
    let fails = false;
    const notices = createNotices({
      list: async () => {
        if (fails) throw new Error('offline');
        return { ...NONE, held: 1, ended: [ended] };
      },
      seen: async () => ({ ...NONE, held: 1 }),
    });
    await notices.load();
    fails = true;
    await notices.load();
    expect(notices.$notices.get()).toEqual({ held: 1, quiet: 0, ended: [ended] });
    await notices.see(7);
    expect(notices.$notices.get()).toEqual({ held: 1, quiet: 0, ended: [] });
  });
});
