import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROUTES, shellFor } from '../../../rules/routes.ts';
import { REWRITE_FILES, REWRITES } from '../../../scripts/deploy/rewrites.ts';

test.each(Object.entries(REWRITE_FILES))('%s is what `npm run deploy:rewrites` writes', (path, wanted) => {
  expect(readFileSync(path, 'utf8')).toBe(wanted);
});

const fileFor = (address: string) =>
  REWRITES.find(({ expression }) => new RegExp(expression).test(address))?.file ?? null;

test.each(Object.values(ROUTES))('%s leads to one file everywhere', (pattern) => {
  const path = pattern.replace(/:(\w+)/, (_, name) => (name === 'id' ? '17' : '%D1%84%2F1'));
  expect(shellFor(path)).not.toBeNull();
  for (const form of [path, `${path}/`]) expect(fileFor(form)).toBe(shellFor(path));
  expect(fileFor(`${path}?query=a/b`)).toBe(shellFor(path));
});

test.each([
  '/',
  '/catalog',
  '/catalog/12a',
  '/catalog/product/',
  '/catalog/product/a/b',
  '/docflow/a',
  '/auth/confirm',
  '//catalog/17',
])('%s leads to none', (path) => {
  expect([fileFor(path), shellFor(path)]).toEqual([null, null]);
});
