import { expect, test } from 'vitest';
import type { StateAnswer } from '../../../contract/operations/state.ts';
import { problemsOf } from '../../../src/lib/state/problems.ts';
import { barsOf, CHART, createState } from '../../../src/lib/state/state-store.ts';
import { roomText, spanText } from '../../../src/lib/state/state-texts.ts';
import { EVENING } from '../../support/moment.ts';

const HOUR = 3_600_000;
const ago = (ms: number) => new Date(EVENING - ms).toISOString();
const calm: StateAnswer = {
  at: ago(0),
  process: {
    ...{ name: 'shop-1:8080', services: ['mauth', 'bridge'], startedAt: ago(HOUR), memory: 2 ** 28 },
    ...{ version: '0.1.0', node: 'v26.10.0' },
  },
  databases: [{ name: 'bridge', state: { dialect: 'sqlite', version: 21, active: 0, waiting: 0 } }],
  mails: [{ name: 'mauth', state: { waiting: 1, failed: 0, oldestAt: ago(60_000), problem: null, trouble: null } }],
  imports: { running: 0, waiting: 0, last: [] },
  requests: { sent: 3, senders: 0, strangersMet: false, newcomersMet: false },
  index: { revision: 7, behind: 0, asOf: null, bytes: 10 },
  site: { state: 'fresh', since: ago(HOUR), builtAt: ago(HOUR), error: '' },
  disk: { free: 50, size: 100 },
  storage: null,
  backups: { lastAt: ago(HOUR), error: '' },
  accounts: null,
  placeholders: [],
  points: [],
};
const idsOf = (change: Partial<StateAnswer>) =>
  problemsOf({ ...calm, ...change }).map(({ id, kind }) => `${kind}: ${id}`);
const mails = (waiting: number, failed: number, oldestAt: string | null, trouble: 'failing' | null = null) => ({
  mails: [{ name: 'mauth', state: { waiting, failed, oldestAt, problem: 'connect ECONNREFUSED', trouble } }],
});
const kept = { waiting: 0, failed: 0, oldestAt: null, problem: null, trouble: 'not set up' as const };
const run = (state: 'done' | 'failed' | 'interrupted') => ({
  ...{ id: 3, fileName: 'Прайс.xlsx', kind: 'file' as const, state, startedAt: ago(HOUR), endedAt: ago(0) },
});

test('a server that is well has no problems', () => {
  expect(idsOf({})).toEqual([]);
});

test.each<[string, Partial<StateAnswer>, string[]]>([
  ['little room', { disk: { free: 9, size: 100 } }, ['error: disk']],
  ['enough room', { disk: { free: 10, size: 100 } }, []],
  ['a disk that nobody knows', { disk: null }, []],
  ['a storage of files that answers', { storage: { answers: true } }, []],
  ['a storage of files that is away', { storage: { answers: false } }, ['error: storage']],
  ['mails that wait for an hour', mails(2, 0, ago(2 * HOUR)), ['error: late mails mauth']],
  ['mails that a server refuses since a minute', mails(2, 0, ago(60_000), 'failing'), ['warning: refused mails mauth']],
  [
    'mails that nothing sends, said once for all services',
    { mails: ['mauth', 'informator'].map((name) => ({ name, state: kept })) },
    ['warning: no mail'],
  ],
  ['no backups at all', { backups: null }, ['warning: backups']],
  ['mails that were given up', mails(0, 1, null), ['warning: failed mails mauth']],
  ['an index that is behind', { index: { ...calm.index, asOf: ago(120_000) } as never }, ['error: index']],
  ['a build that failed', { site: { ...calm.site, state: 'failed' } as never }, ['error: site']],
  ['a database that is away', { databases: [{ name: 'mnote', state: null }] }, ['error: database mnote']],
  ['no backup yet', { backups: { lastAt: null, error: '' } }, ['error: backups']],
  ['an old backup', { backups: { lastAt: ago(30 * HOUR), error: '' } }, ['error: backups']],
  [
    'requests that met the cap of all strangers',
    { requests: { sent: 1_000, senders: 2, strangersMet: true, newcomersMet: true } },
    ['error: requests'],
  ],
  [
    'requests of senders that met their cap',
    { requests: { sent: 70, senders: 1, strangersMet: false, newcomersMet: false } },
    ['warning: requests'],
  ],
  [
    'requests that met the cap of newcomers',
    { requests: { sent: 70, senders: 1, strangersMet: false, newcomersMet: true } },
    ['error: requests'],
  ],
  [
    'administrators without a second factor',
    { accounts: { openAdministrators: 2, withoutEmail: [], trustsSignUps: false } },
    ['warning: open administrators'],
  ],
  [
    'two accounts of one e-mail',
    { accounts: { openAdministrators: 0, withoutEmail: ['a@xn--e1afmkfd.xn--p1ai'], trustsSignUps: false } },
    ['warning: same e-mails'],
  ],
  [
    'accounts with e-mails that nobody proved',
    { accounts: { openAdministrators: 0, withoutEmail: [], trustsSignUps: true } },
    ['warning: unproven e-mails'],
  ],
  ['contacts of nobody', { placeholders: ['COMPANY_PHONE'] }, ['warning: contacts']],
  ['a fresh backup', { backups: { lastAt: ago(20 * HOUR), error: '' } }, []],
  [
    'a last run that failed',
    { imports: { ...calm.imports, last: [run('failed'), run('done')] } as never },
    ['warning: import'],
  ],
  ['an older run that failed', { imports: { ...calm.imports, last: [run('done'), run('failed')] } as never }, []],
])('what needs somebody: %s', (_what, change, ids) => {
  expect(idsOf(change)).toEqual(ids);
});

test('the worst comes first, and each says what to do', () => {
  const both = problemsOf({ ...calm, ...mails(0, 1, null), disk: { free: 1, size: 100 } });
  expect(both.map(({ kind }) => kind)).toEqual(['error', 'warning']);
  for (const { text, advice } of both) expect([text, advice]).not.toContain('');
});

test('what a machine said and what a setting is called stand in the details only', () => {
  const all = problemsOf({
    ...calm,
    ...mails(0, 1, null),
    backups: { lastAt: null, error: 'ENOSPC' },
    storage: { answers: false },
    placeholders: ['COMPANY_PHONE'],
    site: { state: 'failed', since: ago(HOUR), builtAt: ago(HOUR), error: 'Cannot find module' },
    accounts: { openAdministrators: 1, withoutEmail: ['a@b.ru'], trustsSignUps: true },
    requests: { sent: 70, senders: 1, strangersMet: false, newcomersMet: false },
  });
  expect(all.length).toBeGreaterThan(7);
  const plain = all.flatMap(({ text, advice }) => [text, advice]).join(' ');
  expect(plain).not.toMatch(/ECONNREFUSED|ENOSPC|Cannot find|[A-Z]+_[A-Z]+|parts /);
  const details = all.map((problem) => problem.details ?? '').join(' ');
  for (const said of ['ECONNREFUSED', 'ENOSPC', 'Cannot find module', 'SMTP_URL', 'COMPANY_PHONE'])
    expect(details).toContain(said);
});

test('what was shown stays when there is no answer, and processes are told apart by their names', async () => {
  const other = { ...calm, process: { ...calm.process, name: 'shop-2:8080' } };
  const answers = [calm, other];
  const store = createState(async () => {
    const next = answers.shift();
    if (!next) throw new TypeError('Failed to fetch');
    return next;
  });
  await store.refresh();
  await store.refresh();
  expect(Object.keys(store.$state.get().answers)).toEqual(['shop-1:8080', 'shop-2:8080']);
  expect(store.$state.get().shown).toBe('shop-1:8080');
  store.show('shop-2:8080');
  await store.refresh();
  expect(store.$state.get()).toMatchObject({ shown: 'shop-2:8080', failure: { kind: 'offline' } });
});

test('bars stand where their time is, and what is not nothing can be seen', () => {
  const point = (at: string, requests: number) => ({
    ...{ at, requests, failures: 0, meanMs: 0, memory: 0, lagMs: 0, mails: 0 },
  });
  const points = [point(ago(25 * HOUR), 9), point(ago(12 * HOUR), 1), point(ago(6 * HOUR), 1_000), point(ago(0), 0)];
  expect(barsOf(points, 'requests', EVENING)).toEqual([
    { x: CHART.width / 2, y: CHART.height - 1, height: 1 },
    { x: (CHART.width * 3) / 4, y: 0, height: CHART.height },
  ]);
  expect(barsOf(points, 'mails', EVENING)).toEqual([]);
});

test('spans and room are told in words that fit', () => {
  expect([0, 61_000, 5 * 60_000, 3 * HOUR, 72 * HOUR].map(spanText)).toEqual([
    'меньше минуты',
    '1\u00a0минуту',
    '5\u00a0минут',
    '3\u00a0часа',
    '3\u00a0дня',
  ]);
  expect([2 ** 29, 13_300_000_000].map(roomText)).toEqual(['512\u00a0МБ', '12,4\u00a0ГБ']);
});

test('a broken route is not said to administrators: the state names it, its step and why it fails', () => {
  const attention = { problems: [], repeats: [], unseen: [] };
  const route = {
    ...{ directing: { id: 1, title: 'Закупки' }, task: { id: 2, title: 'Договор' }, version: 1, steps: 1 },
    ...{ savedAt: calm.at, savedBy: null, attention },
  };
  expect(problemsOf(calm, [route])).toEqual([]);
  const problem = {
    error: 'nobody may decide with the role',
    step: 2,
    role: 'Юрист',
    name: '',
    why: 'no holders',
  } as const;
  const broken = { ...route, attention: { ...attention, problems: [problem] } };
  const waits = { ...route, attention: { ...attention, unseen: [{ step: 1, name: 'Анна' }] } };
  const [found] = problemsOf(calm, [route, broken, waits]);
  expect(found?.text).toMatch(/^2\sмаршрута требуют внимания\.$/);
  expect(found?.details?.replaceAll('\u00a0', ' ').split('\n')).toEqual([
    'Закупки / Договор. Шаг 2 маршрута: роль «Юрист» никто не занимает.',
    'Закупки / Договор. Шаг 1 ждёт того, кто ещё ни разу не входил: Анна.',
  ]);
  expect(found?.href).toBe('/setting/edit/routes');
});
