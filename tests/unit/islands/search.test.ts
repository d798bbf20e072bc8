import { describe, expect, it } from 'vitest';
import type { Part, PartsAnswer } from '../../../contract/catalogue/parts.ts';
import { NOTHING_FOUND, type PartsQuestion, readQuestion } from '../../../rules/catalogue/question.ts';
import { createSearch } from '../../../src/lib/catalogue/search-store.ts';

const row = (id: number) => ({ id }) as Part;
const asking = (query: string, rest: Partial<PartsQuestion> = {}): PartsQuestion => ({
  ...readQuestion(new Map([['query', query]])),
  ...rest,
});

const page = (parts: Part[], rest: Partial<PartsAnswer> = {}): PartsAnswer => ({
  ...NOTHING_FOUND,
  parts,
  total: { count: parts.length, exact: true },
  exact: 0,
  facets: NOTHING_FOUND.facets,
  notes: [],
  crosses: [],
  next: null,
  ...rest,
});

const refused = (status: number, error = '') => ({ response: { status }, data: { error } });

/** A search whose calls are answered one after the other; what it was asked is kept. */
function searchOf(...answers: (PartsAnswer | object)[]) {
  const asked: PartsQuestion[] = [];
  const search = createSearch(async (question) => {
    asked.push(question);
    const answer = answers.shift() ?? {};
    if (!('parts' in answer)) throw answer;
    return answer as PartsAnswer;
  });
  const rows = () => {
    const state = search.$search.get();
    return state.phase === 'found' ? state.found.parts.map(({ id }) => id) : state.phase;
  };
  return { ...search, asked, rows };
}

describe('the search of the catalogue page', () => {
  it('asks nothing without words and filters', async () => {
    const search = searchOf();
    await search.show(asking('  '.trim()));
    expect(search.$search.get()).toEqual({ phase: 'empty' });
    expect(search.asked).toEqual([]);
  });

  it('asks for a filter alone', async () => {
    const search = searchOf(page([row(1)]));
    await search.show(asking('', { maker: 'Toyota' }));
    expect(search.rows()).toEqual([1]);
  });

  it('starts with what came with the page, and asks for nothing again', async () => {
    const given = { question: asking('740'), answer: page([row(1)], { next: 'a' }) };
    const search = createSearch(async () => page([row(2)]), given);
    expect(search.$search.get()).toMatchObject({ phase: 'found', found: { parts: [{ id: 1 }] } });
    await search.growTo(2);
    expect(search.$search.get()).toMatchObject({ found: { parts: [{ id: 1 }, { id: 2 }], next: null } });
  });

  it('keeps what the same words have found while another filter is answered', async () => {
    const late = Promise.withResolvers<PartsAnswer>();
    const answers = [Promise.resolve(page([row(1)])), late.promise];
    const search = createSearch(() => answers.shift() as Promise<PartsAnswer>);
    await search.show(asking('740'));
    const second = search.show(asking('740', { inStock: true }));
    expect(search.$search.get()).toMatchObject({ phase: 'loading', before: { parts: [{ id: 1 }] } });
    late.resolve(page([]));
    await second;
    expect(search.$search.get()).toMatchObject({ phase: 'found', found: { parts: [] } });
  });

  it('brings back as many parts as the page showed when it was left', async () => {
    const search = searchOf(page([row(1)], { next: 'a' }), page([row(2)], { next: 'b' }), page([row(3)]));
    await search.show(asking('фильтр'), 2);
    expect(search.rows()).toEqual([1, 2]);
    expect(search.asked.map(({ cursor }) => cursor)).toEqual(['', 'a']);
  });

  it('shows what it has when a page cannot be brought back', async () => {
    const search = searchOf(page([row(1)], { next: 'a' }), refused(503), page([row(2)]));
    await search.show(asking('фильтр'), 50);
    expect(search.rows()).toEqual([1]);
    await search.more();
    expect(search.rows()).toEqual([1, 2]);
  });

  it.each([400, 404])('finds nothing, silently, when the service answers %i', async (status) => {
    const search = searchOf(refused(status));
    await search.show(asking('нет такого'));
    expect(search.rows()).toEqual([]);
  });

  it('tells a failure from an empty answer and repeats the same query on demand', async () => {
    const search = searchOf(refused(500), page([row(1)]));
    await search.show(asking('740'));
    expect(search.$search.get()).toMatchObject({ phase: 'failed', failure: { kind: 'server' } });
    await search.retry();
    expect(search.rows()).toEqual([1]);
  });

  it('appends the next page by its cursor, and never shows a part twice', async () => {
    const search = searchOf(page([row(1), row(2)], { next: 'place' }), page([row(2), row(3)]));
    await search.show(asking('740'));
    await search.more();
    expect(search.asked[1]?.cursor).toBe('place');
    expect(search.rows()).toEqual([1, 2, 3]);
    expect(search.$search.get()).toMatchObject({ found: { next: null, loadingMore: false } });
  });

  it('keeps the rows when the next page fails, and loads it at the second attempt', async () => {
    const search = searchOf(page([row(1)], { next: 'a' }), new TypeError('fetch failed'), page([row(2)]));
    await search.show(asking('740'));
    await search.more();
    expect(search.$search.get()).toMatchObject({ found: { next: 'a', moreFailure: { kind: 'offline' } } });
    expect(search.rows()).toEqual([1]);
    await search.more();
    expect(search.rows()).toEqual([1, 2]);
  });

  it('hides the button when the next page holds nothing', async () => {
    const search = searchOf(page([row(1)], { next: 'a' }), refused(404));
    await search.show(asking('740'));
    await search.more();
    expect(search.$search.get()).toMatchObject({ found: { next: null, moreFailure: null } });
  });

  it('never lets the late answer of an older query stand in for a newer one', async () => {
    const late = Promise.withResolvers<PartsAnswer>();
    const search = createSearch(({ query }) => (query === 'old' ? late.promise : Promise.resolve(page([row(2)]))));
    const first = search.show(asking('old'));
    await search.show(asking('new'));
    late.resolve(page([row(1)]));
    await first;
    expect(search.$search.get()).toMatchObject({ phase: 'found', question: { query: 'new' } });
  });
});
