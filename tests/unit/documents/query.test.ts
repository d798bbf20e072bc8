import { describe, expect, test } from 'vitest';
import { isNarrowed, pageSizeOf, queryOf, queryText, TILES, tileOf } from '../../../src/lib/documents/list-query.ts';

const fromAddress = (address: string) => queryOf(Object.fromEntries(new URLSearchParams(address)));

describe('a query in an address', () => {
  test.each([
    ['forApproval', '?acceptor=0&limit=50'],
    ['forReview', '?recipient=0&limit=50'],
    ['outgoing', '?author=1&limit=50'],
    ['mine', '?limit=50'],
  ] as const)('of the tile %s is %s', (tile, address) => {
    expect(queryText(TILES[tile])).toBe(address);
    expect(tileOf(fromAddress(address))).toBe(tile);
  });

  test.each([
    ['?acceptor=0&limit=50&search=договор&state=pending', 'forApproval'],
    ['?recipient=0', 'forReview'],
    ['', 'mine'],
    ['?directing=3', 'mine'],
    ['?acceptor=1&limit=50', null],
    ['?author=2', null],
    ['?acceptor=0&author=1', null],
  ])('%s belongs to %s', (address, tile) => {
    expect(tileOf(fromAddress(address))).toBe(tile);
  });

  test('keeps what a list knows, in one order, and drops the rest', () => {
    const query = fromAddress('?search=а б&evil=1&last=5&acceptor=0&state=');
    expect(query).toEqual({ acceptor: '0', search: 'а б' });
    expect(fromAddress(queryText(query))).toEqual(query);
  });

  test('is narrowed by words, direction, type or state, and by nothing else', () => {
    expect(isNarrowed(TILES.forApproval)).toBe(false);
    for (const name of ['search', 'directing', 'task', 'state']) expect(isNarrowed({ [name]: '1' }), name).toBe(true);
  });

  test.each([
    ['50', 50],
    ['2', 2],
    ['5000', 100],
    ['0', 50],
    ['-1', 50],
    ['много', 50],
    [undefined, 50],
  ])('with the limit %s asks for %i documents', (limit, size) => {
    expect(pageSizeOf(limit === undefined ? {} : { limit })).toBe(size);
  });
});
