import { HTTPError } from 'ky';
import { describe, expect, test } from 'vitest';
import type { DocumentListAnswer } from '../../../contract/documents/lists.ts';
import type { DocflowCalls } from '../../../src/lib/documents/document-calls.ts';
import { createDocumentPage } from '../../../src/lib/documents/document-store.ts';
import { TILES } from '../../../src/lib/documents/list-query.ts';
import { createDocuments } from '../../../src/lib/documents/list-store.ts';
import { createCounters } from '../../../src/lib/documents/queue-store.ts';
import { EVENING } from '../../support/moment.ts';
import { entry, sampleDocument } from './sample.ts';

/** The error of a call that was answered with this. */
const refused = (status: number, data: unknown): Error =>
  Object.assign(Object.create(HTTPError.prototype) as Error, { response: { status }, data });

const none = () => Promise.reject(new Error('not expected'));
const NO_CALLS: DocflowCalls = {
  count: none,
  queue: none,
  waiting: none,
  one: none,
  decide: none,
  withdraw: none,
  remove: none,
  cancel: none,
  bin: none,
  restore: none,
  remind: none,
  packageOf: none,
  history: none,
};

const SIGN = { name: 'sign', insteadOf: null } as const;

/** A page of documents from one id down; `next` is where the following begins. */
const page = (from: number, count: number, next: string | null = null): DocumentListAnswer => ({
  documents: Array.from({ length: count }, (_, index) => ({
    ...sampleDocument({ id: from - index }),
    since: null,
    dueAt: null,
  })),
  people: [],
  next,
});
const COUNTS = { forApproval: 1, forReview: 2, outgoing: 3, mine: 4, found: 3, cancelled: 0 };
const counts = () => Promise.resolve(COUNTS);

describe('a list of documents', () => {
  test('goes on by the cursor of the last page, until there is none', async () => {
    const asked: unknown[] = [];
    const counted: string[] = [];
    const pages = [page(9, 2, 'a'), page(7, 2, 'b'), page(5, 1)];
    const store = createDocuments({
      page: async (query, cursor) => {
        asked.push([query, cursor]);
        return pages.shift() ?? page(0, 0);
      },
      counts: (query) => {
        counted.push(query);
        return counts();
      },
    });
    await store.open({ author: '1', sort: 'title', limit: '2' });
    expect(store.$documents.get()).toMatchObject({ phase: 'ready', next: 'a' });
    await store.more();
    await store.more();
    expect(store.$documents.get().rows.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5]);
    expect(store.$documents.get().next).toBeNull();
    expect(asked).toEqual([
      ['?author=1&sort=title&limit=2', null],
      ['?author=1&sort=title&limit=2', 'a'],
      ['?author=1&sort=title&limit=2', 'b'],
    ]);
    expect(counted).toEqual(['?author=1']);
    expect(store.$counts.get()).toEqual(COUNTS);
  });

  test('shows no rows of another query, and says why a first load failed', async () => {
    const answers = [Promise.resolve(page(9, 1)), Promise.reject(refused(403, { error: 'forbidden' }))];
    const store = createDocuments({ page: () => answers.shift() ?? none(), counts });
    await store.open(TILES.mine);
    const second = store.open(TILES.outgoing);
    expect(store.$documents.get()).toMatchObject({ phase: 'loading', rows: [], first: null });
    await second;
    expect(store.$documents.get()).toMatchObject({ phase: 'failed', failure: { kind: 'forbidden' } });
  });

  test('keeps its rows when more cannot be loaded, and goes on without numbers', async () => {
    const answers = [Promise.resolve(page(9, 2, 'a')), Promise.reject(refused(500, {}))];
    const store = createDocuments({ page: () => answers.shift() ?? none(), counts: none });
    await store.open({ limit: '2' });
    await store.more();
    expect(store.$documents.get()).toMatchObject({ phase: 'ready', next: 'a', failure: { kind: 'server' } });
    expect(store.$documents.get().rows).toHaveLength(2);
    expect(store.$counts.get()).toBeNull();
  });
});

test('counters keep what is known when one of them cannot be asked', async () => {
  let broken = false;
  const { $counters, load } = createCounters({
    count: async (query) => {
      if (broken && query.includes('author')) throw refused(500, {});
      return broken ? 2 : 1;
    },
  });
  await load();
  broken = true;
  await load();
  expect($counters.get()).toMatchObject({
    counts: { forApproval: 2, forReview: 2, outgoing: 1, mine: 2 },
    failure: { kind: 'server' },
  });
});

describe('the page of a document', () => {
  const document = sampleDocument({ acceptor: [entry('me')] });
  const one = async () => ({ value: document, etag: '"1"' });
  const clock = () => EVENING;

  test('signs the state it shows, and shows the answer', async () => {
    const signed = sampleDocument({
      acceptor: [entry('me', { accept: true, acceptedAt: '2026-01-02T00:00:00.000Z' })],
    });
    const sent: unknown[] = [];
    const page = createDocumentPage(
      {
        ...NO_CALLS,
        one,
        decide: async (...parts) => {
          sent.push(parts);
          return { value: signed, etag: '"2"' };
        },
      },
      7,
      clock,
    );
    await page.load();
    await expect(page.decide(SIGN)).resolves.toBeNull();
    expect(sent).toEqual([[7, '"1"', SIGN]]);
    expect(page.$page.get()).toMatchObject({ document: signed, etag: '"2"', busy: false });
  });

  test('sends one mark for two presses', async () => {
    let sent = 0;
    const page = createDocumentPage(
      {
        ...NO_CALLS,
        one,
        decide: async () => {
          sent += 1;
          return one();
        },
      },
      7,
      clock,
    );
    await page.load();
    await Promise.all([page.decide(SIGN), page.decide(SIGN)]);
    expect(sent).toBe(1);
  });

  test('shows who changed the document and what it is now, without signing it', async () => {
    const changed = sampleDocument({ hash: 'b'.repeat(64), acceptor: [entry('me')] });
    const answers = [document, changed];
    const who = { uid: 'u', name: 'Иванов', email: 'i@example.test' };
    const page = createDocumentPage(
      {
        ...NO_CALLS,
        one: async () => ({ value: answers.shift() ?? changed, etag: null }),
        decide: () => Promise.reject(refused(409, { error: 'changed meanwhile', who, when: 'now' })),
      },
      7,
      clock,
    );
    await page.load();
    await page.decide(SIGN);
    expect(page.$page.get()).toMatchObject({
      phase: 'ready',
      document: changed,
      busy: false,
      overtaken: { who, when: 'now', isOther: true },
      refused: SIGN,
    });
  });

  test('shows the document anew when the act is refused', async () => {
    const later = sampleDocument({ acceptor: [entry('other')] });
    const answers = [document, later];
    const page = createDocumentPage(
      {
        ...NO_CALLS,
        one: async () => ({ value: answers.shift() ?? later, etag: null }),
        decide: () => Promise.reject(refused(403, { error: 'accept to the document type is denied' })),
      },
      7,
      clock,
    );
    await page.load();
    await page.decide(SIGN);
    expect(page.$page.get()).toMatchObject({ document: later, failure: { kind: 'forbidden' }, refused: SIGN });
  });

  test('is left when the document is gone, and stays through a failure of the service', async () => {
    const failures = [refused(500, {}), refused(404, { error: 'doc not found' })];
    const page = createDocumentPage({ ...NO_CALLS, one, decide: () => Promise.reject(failures.shift()) }, 7, clock);
    await page.load();
    await page.decide(SIGN);
    expect(page.$page.get()).toMatchObject({ phase: 'ready', document, failure: { kind: 'server' } });
    await page.decide(SIGN);
    expect(page.$page.get()).toMatchObject({ phase: 'failed', failure: { kind: 'missing' } });
  });

  test('takes a deletion by somebody faster for done', async () => {
    const page = createDocumentPage(
      { ...NO_CALLS, one, remove: () => Promise.reject(refused(404, { error: 'doc not found' })) },
      7,
      clock,
    );
    await expect(page.remove()).resolves.toEqual({ value: null, failure: null });
  });

  test('renews links to files in time, and nothing else of what was read', async () => {
    const file = { originalName: 'а.pdf', fileName: 'f.pdf', type: 'application/pdf', size: 1 };
    const withFile = (url: string, title: string) => sampleDocument({ title, files: [{ ...file, url }] });
    const answers = [withFile('/old', 'Было'), withFile('/new', 'Стало')];
    let now = 0;
    const page = createDocumentPage(
      { ...NO_CALLS, one: async () => ({ value: answers.shift() ?? document, etag: null }) },
      7,
      () => now,
    );
    await page.load();
    await page.freshenLinks();
    expect(answers).toHaveLength(1);
    now = 6 * 60_000;
    await page.freshenLinks();
    expect(page.$page.get()).toMatchObject({ document: { title: 'Было', files: [{ url: '/new' }] } });
  });
});
