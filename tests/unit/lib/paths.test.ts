import { describe, expect, test } from 'vitest';
import { paths, safeReturn } from '../../../src/lib/platform/paths.ts';

describe('the address to return to after signing in', () => {
  test.each(['/catalog/edit/upload', '/catalog?query=740&x=%2F', '/about/company#a', '/authors'])(
    '%s is kept',
    (from) => {
      expect(safeReturn(from)).toBe(from);
    },
  );

  test.each([
    null,
    '',
    'catalog',
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    'javascript:alert(1)',
    '/auth',
    '/auth?from=/auth',
    '/auth/signout',
  ])('%j becomes the front page', (from) => {
    expect(safeReturn(from)).toBe('/');
  });
});

test('a query with signs of its own stays one parameter', () => {
  const address = new URL(paths.search('740 кпп&x=1#y'), 'http://site.test');
  expect([...address.searchParams]).toEqual([['query', '740 кпп&x=1#y']]);
});

test('an empty query leads to the empty form', () => {
  expect(paths.search('')).toBe('/catalog');
});

test('the way to the sign-in page carries where from and why', () => {
  const address = new URL(paths.signIn('login', '/catalog?query=a&b=c'), 'http://site.test');
  expect(Object.fromEntries(address.searchParams)).toEqual({ from: '/catalog?query=a&b=c', why: 'login' });
});
