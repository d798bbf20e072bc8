import { expect, test } from 'vitest';
import {
  COMMON_RULES,
  cleanJson,
  FieldNest,
  type FieldRules,
  FORM_DEPTH_MAX,
  type Pair,
  TooDeep,
  UnsafeName,
} from '../../../server/platform/http/nested-fields.ts';

function nestFields(pairs: Iterable<Pair>, rules: FieldRules = COMMON_RULES) {
  const nest = new FieldNest(rules);
  for (const [name, value] of pairs) nest.add(name, value);
  return nest.nested();
}

test.each([
  ['plain names stay', [['a', '1']], { a: '1' }],
  [
    'a repeated name becomes an array',
    [
      ['a', '1'],
      ['a', '2'],
      ['a', '3'],
    ],
    { a: ['1', '2', '3'] },
  ],
  ['empty brackets make an array of one', [['a[]', '1']], { a: ['1'] }],
  [
    'empty brackets gather',
    [
      ['a[]', '1'],
      ['a[]', '2'],
    ],
    { a: ['1', '2'] },
  ],
  [
    'brackets nest',
    [
      ['a[b][c]', '1'],
      ['a[b][d]', '2'],
    ],
    { a: { b: { c: '1', d: '2' } } },
  ],
  [
    'keys that count from 0 are a list',
    [
      ['a[0]', 'x'],
      ['a[1]', 'y'],
    ],
    { a: ['x', 'y'] },
  ],
  [
    'keys that are ids stay keys',
    [
      ['a[1]', 'x'],
      ['a[7]', 'y'],
    ],
    { a: { 1: 'x', 7: 'y' } },
  ],
  [
    'a list of objects',
    [
      ['a[0][id]', '1'],
      ['a[1][id]', '2'],
    ],
    { a: [{ id: '1' }, { id: '2' }] },
  ],
  [
    'brackets that do not pair are part of the name',
    [
      ['a[b', '1'],
      ['[x]', '2'],
    ],
    { 'a[b': '1', '[x]': '2' },
  ],
  [
    'a value stays beside what is named',
    [
      ['a', '1'],
      ['a[b]', '2'],
    ],
    { a: { 0: '1', b: '2' } },
  ],
  [
    'an empty value says nothing beside what is named',
    [
      ['a', ''],
      ['a[b][c]', '2'],
      ['d[e]', '3'],
      ['d', ''],
    ],
    { a: { b: { c: '2' } }, d: { e: '3' } },
  ],
  [
    'what empty brackets gathered stays beside what is named',
    [
      ['a[b][]', '1'],
      ['a[b][c]', '2'],
    ],
    { a: { b: { 0: '1', c: '2' } } },
  ],
  [
    'what was gathered stays together beside what is named',
    [
      ['a[b][]', '1'],
      ['a[b][]', '3'],
      ['a[b][c]', '2'],
    ],
    { a: { b: { 0: ['1', '3'], c: '2' } } },
  ],
  [
    'in either order',
    [
      ['a[c]', '2'],
      ['a[]', '1'],
      ['a[]', '3'],
    ],
    { a: { 0: ['1', '3'], c: '2' } },
  ],
  [
    'a value after what is named stays too',
    [
      ['a[b]', '2'],
      ['a', '1'],
    ],
    { a: { 0: '1', b: '2' } },
  ],
  ['names of inherited methods are ordinary', [['toString[a]', '1']], { toString: { a: '1' } }],
] as const)('%s', (_name, pairs, expected) => {
  expect(nestFields(pairs)).toEqual(expected);
});

test('security 18: names that reach a prototype are dropped at every depth', () => {
  const fields = nestFields([
    ['__proto__[rank]', 'admin'],
    ['constructor[prototype][rank]', 'admin'],
    ['a[__proto__][rank]', 'admin'],
    ['a[b]', '1'],
  ]);
  expect(fields).toEqual({ a: { b: '1' } });
  expect(({} as { rank?: string }).rank).toBeUndefined();
  const json = cleanJson(JSON.parse('{"a":{"__proto__":{"rank":"admin"},"constructor":1,"b":[{"prototype":2}]}}'));
  expect(json).toEqual({ a: { b: [{}] } });
  expect(Object.getPrototypeOf((json as { a: object }).a)).toBe(Object.prototype);
});

test('names that reach a prototype are refused where nothing may go missing unseen', () => {
  const rules = { ...COMMON_RULES, unsafeNames: 'refused' } as const;
  expect(() => nestFields([['a[constructor]', '1']], rules)).toThrow(UnsafeName);
  expect(() => cleanJson(JSON.parse('{"a":[{"__proto__":1}]}'), rules)).toThrow(UnsafeName);
  expect(cleanJson({ 'a[b]': 1, toString: 2 }, rules)).toEqual({ a: { b: 1 }, toString: 2 });
});

test('bracketed names of a JSON body unfold too', () => {
  expect(cleanJson({ 'a[b]': 1, c: { 'd[]': 2 } })).toEqual({ a: { b: 1 }, c: { d: [2] } });
});

test('texts lose NUL and lone surrogates', () => {
  expect(cleanJson({ title: 'Филь\0тр\ud800' })).toEqual({ title: 'Фильтр\ufffd' });
});

test('nesting has a limit', () => {
  const name = `a${'[b]'.repeat(FORM_DEPTH_MAX)}`;
  expect(() => nestFields([[name, '1']])).toThrow(TooDeep);
  expect(() => cleanJson(JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)))).toThrow(TooDeep);
});
