import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { modulesOf, moduleText } from '../../../server/platform/child-process/modules.ts';

const READ = new URL('../../../server/platform/sheet-reader/', import.meta.url);
const CHILD = new URL('child.ts', READ).href;

it('hands the reading child every module of the project that it imports, now or later', () => {
  const modules = modulesOf(CHILD);
  const named = Object.entries(modules).flatMap(([address, text]) =>
    [...text.matchAll(/['"](\.{1,2}\/[^'"\n]+)['"]/gu)].map(([, path]) => new URL(path as string, address).href),
  );
  expect(named.filter((address) => !(address in modules))).toEqual([]);
  for (const late of ['xlsx.ts', 'legacy.ts']) expect(modules).toHaveProperty([new URL(late, READ).href]);
});

it('leaves nothing in them that only the compiler of types can read', () => {
  const text = moduleText(new URL('messages.ts', READ).href);
  expect(text).toContain('export function packRow(');
  expect(text).not.toMatch(/\binterface\b|\bas const\b|: ReadonlyMap/u);
});

it('keeps every line where it is, so that errors name their places', () => {
  const address = new URL('child.ts', READ);
  expect(moduleText(address.href).split('\n')).toHaveLength(readFileSync(address, 'utf8').split('\n').length);
});
