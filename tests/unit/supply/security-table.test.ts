import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allProofs, DOCUMENT, wantedDocument } from '../../../scripts/security/document.ts';
import { ITEMS } from '../../../scripts/security/items.ts';
import { proofsIn } from '../../../scripts/security/proofs.ts';

test('security 76: the table of items and tests is the one that the tests make: npm run docs:security', () => {
  expect(readFileSync(DOCUMENT, 'utf8')).toBe(wantedDocument());
});

test('security 76: every item has a test or says why it has none, and no test names an item that is not there', () => {
  const proven = new Set(allProofs().flatMap(({ items }) => items));
  const without = Object.keys(ITEMS)
    .map(Number)
    .filter((number) => !proven.has(number));
  for (const number of without) expect([number, ITEMS[number]?.note]).toEqual([number, expect.any(String)]);
  expect([...proven].filter((number) => !ITEMS[number])).toEqual([]);
});

test('numbers are read out of names of tests, also of ranges and at the end', () => {
  const source = [
    `test('${'security'} 1, 16-18: nobody gets in', () => {});`,
    `test.each(all)(\`${'security'} 2: %s of \${count}\`, run);`,
    `test('no way (${'security'} 36)', () => {});`,
    `test('nothing of it', () => {});`,
  ].join('\n');
  expect(proofsIn('x.test.ts', source)).toEqual([
    { items: [1, 16, 17, 18], name: 'nobody gets in', file: 'x.test.ts' },
    { items: [2], name: '… of …', file: 'x.test.ts' },
    { items: [36], name: 'no way', file: 'x.test.ts' },
  ]);
});
