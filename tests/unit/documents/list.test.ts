import { HTTPError } from 'ky';
import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../../contract/access/actions.ts';
import type { Document } from '../../../contract/documents/documents.ts';
import type { DocflowCalls } from '../../../src/lib/documents/document-calls.ts';
import {
  filterOf,
  inTile,
  orderOf,
  pressed,
  queryOfView,
  queryText,
  sortText,
  withoutNarrowing,
} from '../../../src/lib/documents/list-query.ts';
import {
  acknowledgeRow,
  actOnEach,
  NO_MARKS,
  remindRow,
  withAllMarked,
  withMark,
} from '../../../src/lib/documents/list-store.ts';
import { reasonOf } from '../../../src/lib/documents/list-texts.ts';
import { entry, roleWith, sampleDocument, viewerOf } from './sample.ts';

const ROWS = [1, 2, 3, 4, 5];
const marked = (marks: { readonly ids: ReadonlySet<number> }) => [...marks.ids].toSorted();

describe('marks of a list', () => {
  test('follow the box that is pressed, and with a range everything from the box before', () => {
    const one = withMark(NO_MARKS, ROWS, 2, false);
    expect(marked(one)).toEqual([2]);
    const range = withMark(one, ROWS, 4, true);
    expect(marked(range)).toEqual([2, 3, 4]);
    expect(marked(withMark(range, ROWS, 3, true))).toEqual([2]);
    expect(marked(withMark(NO_MARKS, ROWS, 3, true))).toEqual([3]);
    // The box before is not shown any more.
    expect(marked(withMark({ ids: new Set(), anchor: 9 }, ROWS, 3, true))).toEqual([3]);
  });

  test('are all of the page, or none when they are already', () => {
    const all = withAllMarked(withMark(NO_MARKS, ROWS, 2, false), ROWS);
    expect(marked(all)).toEqual(ROWS);
    expect(withAllMarked(all, ROWS)).toBe(NO_MARKS);
  });
});

test('a press on a heading sorts by it, the next one from the other end', () => {
  expect(orderOf('nonsense')).toEqual(orderOf());
  expect(sortText(orderOf())).toBe('');
  expect(sortText(pressed(orderOf(), 'title'))).toBe('title');
  expect(sortText(pressed(orderOf('title'), 'title'))).toBe('-title');
  expect(sortText(pressed(orderOf('title'), 'saved'))).toBe('-saved');
  expect(sortText(pressed(orderOf('-saved'), 'saved'))).toBe('saved');
  for (const sort of ['-title', 'saved']) expect(pressed(orderOf(sort), orderOf(sort).by)).toEqual(orderOf());
});

test('a view keeps filter and order of a query and opens them again; another way in keeps them too', () => {
  const query = { acceptor: '0', creator: 'anna', sort: '-saved', limit: '50' };
  expect(filterOf(query)).toEqual({ acceptor: '0', creator: 'anna', sort: '-saved' });
  expect(queryOfView({ filter: filterOf(query) })).toEqual(query);
  expect(queryText(inTile(query, 'outgoing'))).toBe('?author=1&creator=anna&sort=-saved&limit=50');
  expect(withoutNarrowing(query)).toEqual({ acceptor: '0', sort: '-saved', limit: '50' });
});

describe('an act upon several documents', () => {
  const refused = (status: number, error: string): Error =>
    Object.assign(Object.create(HTTPError.prototype) as Error, { response: { status }, data: { error } });
  const calls = (value: Document) => {
    const decided: (string | null)[] = [];
    const made: Pick<DocflowCalls, 'one' | 'decide'> = {
      one: async () => ({ value, etag: 'a' }),
      decide: async (_id, _etag, { insteadOf }) => {
        decided.push(insteadOf);
        return { value, etag: 'b' };
      },
    };
    return { made, decided };
  };
  const recipients = [entry('anna'), entry('oleg', { accept: true })];

  test('acknowledges for the reader and for whom he substitutes, and leaves what is not to be', async () => {
    const asked = sampleDocument({
      recipient: recipients,
      decides: [
        { uid: 'boris', kind: 'acceptor' },
        { uid: 'anna', kind: 'recipient' },
        { uid: 'absent', kind: 'recipient' },
      ],
    });
    const { made, decided } = calls(asked);
    expect(await acknowledgeRow(made, asked, 'anna')).toEqual({ kind: 'done' });
    expect(decided).toEqual([null, 'absent']);
    const quiet = calls(sampleDocument({ recipient: recipients, decides: [] }));
    expect(await acknowledgeRow(quiet.made, asked, 'oleg')).toEqual({ kind: 'already' });
    expect(await acknowledgeRow(quiet.made, asked, 'boris')).toEqual({ kind: 'not asked' });
    expect(await acknowledgeRow(made, { ...asked, version: asked.version - 1 }, 'anna')).toEqual({ kind: 'changed' });
    expect(decided).toHaveLength(2);
  });

  test('tells for each document what came of it, in their order, a failure too', async () => {
    const settled: number[] = [];
    const outcomes = await actOnEach(
      [5, 1, 3, 9, 2, 4],
      async (row) => {
        await Promise.resolve();
        if (row === 9) throw refused(403, 'forbidden');
        return { kind: row === 1 ? ('already' as const) : ('done' as const) };
      },
      (count) => settled.push(count),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'already', 'done', 'failed', 'done', 'done']);
    expect(settled).toEqual([1, 2, 3, 4, 5, 6]);
    expect(reasonOf('acknowledge', { kind: 'already' })).toBe('уже ознакомлены');
  });

  test('reminds as the author or who may edit, and not twice within the hour', async () => {
    const row = sampleDocument();
    const answer = async (remind: DocflowCalls['remind'], viewer = viewerOf('author', null)) =>
      (await remindRow({ remind }, row, viewer)).kind;
    expect(await answer(async () => ({ count: 2 }))).toBe('done');
    expect(await answer(async () => ({ count: 0 }))).toBe('not waiting');
    expect(await answer(async () => ({ count: 0, mailTrouble: 'not set up' }))).toBe('no mail');
    expect(await answer(() => Promise.reject(refused(429, 'too many requests')))).toBe('recently');
    expect(await answer(async () => ({ count: 2 }), viewerOf('anna', roleWith(ACTIONS.remove)))).toBe('not author');
    expect(await answer(async () => ({ count: 2 }), viewerOf('anna', roleWith(ACTIONS.edit)))).toBe('done');
  });
});
