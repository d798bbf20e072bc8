import { describe, expect, it } from 'vitest';
import type { FoundPosition, SearchAnswer } from '../../../contract/bridge.ts';
import { createSearch, type SearchPlace } from '../../../src/lib/catalogue/search-store.ts';

const row = (id: number, match: FoundPosition['match'] = 'words') => ({ id, match }) as FoundPosition;

const page = (positions: FoundPosition[], rest: Partial<SearchAnswer> = {}): SearchAnswer => ({
  positions,
  offset: 0,
  limit: 25,
  time: 0,
  more: false,
  next: null,
  ...rest,
});

const refused = (status: number, error = '') => ({ response: { status }, data: { error } });

/** A search whose calls are answered one after the other; what it was asked is kept. */
function searchOf(...answers: (SearchAnswer | object)[]) {
  const asked: { query: string; place: SearchPlace | null }[] = [];
  const search = createSearch(async (query, place) => {
    asked.push({ query, place });
    const answer = answers.shift() ?? {};
    if (!('positions' in answer)) throw answer;
    return answer as SearchAnswer;
  });
  const rows = () => {
    const state = search.$search.get();
    return state.phase === 'found' ? state.found.rows.map(({ id }) => id) : state.phase;
  };
  return { ...search, asked, rows };
}

describe('the search of the catalogue page', () => {
  it('asks nothing for an empty query', async () => {
    const search = searchOf();
    await search.show('  ');
    expect(search.$search.get()).toEqual({ phase: 'empty' });
    expect(search.asked).toEqual([]);
  });

  it('shows the rows with what the answer says about them', async () => {
    const search = searchOf(page([row(1, 'exact'), row(2)], { total: 7, exact: 1, note: 'фильтр' }));
    await search.show(' abkmnh ');
    expect(search.$search.get()).toMatchObject({
      phase: 'found',
      query: 'abkmnh',
      found: { total: 7, exact: 1, note: 'фильтр', more: false },
    });
  });

  it('brings back as many rows as the page showed when it was left', async () => {
    const search = searchOf(
      page([row(1)], { more: true, next: 'a' }),
      page([row(2)], { more: true, next: 'b' }),
      page([row(3)], { more: true, next: 'c' }),
    );
    await search.show('фильтр', 2);
    expect(search.rows()).toEqual([1, 2]);
    expect(search.asked).toHaveLength(2);
  });

  it('shows what it has when a page cannot be brought back', async () => {
    const search = searchOf(page([row(1)], { more: true, next: 'a' }), refused(503), page([row(2)]));
    await search.show('фильтр', 50);
    expect(search.rows()).toEqual([1]);
    await search.more();
    expect(search.rows()).toEqual([1, 2]);
  });

  it.each([400, 404])('finds nothing, silently, when the service answers %i', async (status) => {
    const search = searchOf(refused(status));
    await search.show('нет такого');
    expect(search.$search.get()).toEqual({ phase: 'nothing', query: 'нет такого', isStrict: false });
  });

  it('tells a failure from an empty answer and repeats the same query on demand', async () => {
    const search = searchOf(refused(500), page([row(1)]));
    await search.show('740');
    expect(search.$search.get()).toMatchObject({ phase: 'failed', failure: { kind: 'server' } });
    await search.retry();
    expect(search.rows()).toEqual([1]);
  });

  it('appends the next page by cursor, offset and last id, and never shows a row twice', async () => {
    const search = searchOf(
      page([row(1), row(2)], { more: true, next: 'place' }),
      page([row(2), row(3)], { offset: 25 }),
    );
    await search.show('740');
    await search.more();
    expect(search.asked[1]?.place).toEqual({ cursor: 'place', offset: 25, last: 2 });
    expect(search.rows()).toEqual([1, 2, 3]);
    expect(search.$search.get()).toMatchObject({ found: { more: false, loadingMore: false } });
  });

  it('keeps the rows when the next page fails, and loads it at the second attempt', async () => {
    const search = searchOf(page([row(1)], { more: true }), new TypeError('fetch failed'), page([row(2)]));
    await search.show('740');
    await search.more();
    expect(search.$search.get()).toMatchObject({ found: { more: true, moreFailure: { kind: 'offline' } } });
    expect(search.rows()).toEqual([1]);
    await search.more();
    expect(search.rows()).toEqual([1, 2]);
  });

  it('hides the button when the next page holds nothing', async () => {
    const search = searchOf(page([row(1)], { more: true }), refused(404));
    await search.show('740');
    await search.more();
    expect(search.$search.get()).toMatchObject({ found: { more: false, moreFailure: null } });
  });

  it('never lets the late answer of an older query stand in for a newer one', async () => {
    const late = Promise.withResolvers<SearchAnswer>();
    const search = createSearch((query) =>
      query === 'old' ? late.promise : Promise.resolve(page([row(2)])),
    );
    const first = search.show('old');
    await search.show('new');
    late.resolve(page([row(1)]));
    await first;
    expect(search.$search.get()).toMatchObject({ phase: 'found', query: 'new' });
  });
});
