import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bannedWords } from '../../support/banned-words.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Folders whose comments and names use the words of the field. */
const CLEAN = ['contract', 'rules', 'settings', 'server', 'src', 'scripts', 'bench'];

test.each(CLEAN)('comments and names of %s say what the field says', async (folder) => {
  const found = await bannedWords(ROOT, [folder]);
  expect(found.map(({ path, line, word, instead }) => `${path}:${line} «${word}»: ${instead}`)).toEqual([]);
});
