import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type BannedWord, bannedWords } from '../../support/banned-words.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders whose comments and names use the words of the field. */
const CLEAN = ['contract', 'rules', 'settings', 'server', 'src', 'scripts', 'bench'];

const linesOf = (found: readonly BannedWord[]): string[] =>
  found.map(({ path, line, word, instead }) => `${path}:${line} «${word}»: ${instead}`);

test.each(CLEAN)('comments and names of %s say what the field says', async (folder) => {
  expect(linesOf(await bannedWords(ROOT, [folder]))).toEqual([]);
});

test('comments of tests say what the field says', async () => {
  const found = await bannedWords(ROOT, ['tests']);
  expect(linesOf(found.filter(({ where }) => where === 'comment'))).toEqual([]);
});
