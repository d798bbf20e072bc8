import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The files that a numbered list under a heading names, in its order. */
async function filesUnder(document: string, heading: string): Promise<string[]> {
  const text = await readFile(ROOT + document, 'utf8');
  const [, section = ''] = text.split(`\n### ${heading}\n`);
  const [own = ''] = section.split(/\n##/);
  return [...own.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);
}

const missing = (paths: readonly string[]) => paths.filter((path) => !existsSync(ROOT + path));

/** Folders that a walk comes back to after it has left them for another. */
function revisited(paths: readonly string[]): string[] {
  const folders = paths.map((path) => dirname(path)).filter((folder, at, all) => folder !== all[at - 1]);
  return folders.filter((folder, at) => folders.indexOf(folder) !== at);
}

test.each([
  ['Upload a price list', 20],
  ['Search', 15],
  ['Sign a document', 15],
  ['Edit a company page', 14],
])(
  'the walk «%s» names at most %i files, all of them there, and never goes back to a folder',
  async (heading, most) => {
    const paths = await filesUnder('docs/architecture.md', heading);
    expect(paths.length).toBeGreaterThan(5);
    expect(paths.length).toBeLessThanOrEqual(most);
    expect(missing(paths)).toEqual([]);
    expect(revisited(paths)).toEqual([]);
  },
);

test.each([
  ['A column of the catalogue', 9],
  ['An action on documents', 5],
  ['A setting', 2],
  ['A kind of sources', 4],
  ['A field of slides', 8],
  ['A stage of the search', 3],
])('the change «%s» takes at most %i files, and those that are not made anew are there', async (heading, most) => {
  const paths = await filesUnder('CONTRIBUTING.md', heading);
  expect(paths.length).toBeGreaterThan(1);
  expect(paths.length).toBeLessThanOrEqual(most);
  // A name with <…> is of a file that the change makes, in a folder that is there, or of any file.
  const known = paths.filter((path) => path.includes('/')).map((path) => (path.includes('<') ? dirname(path) : path));
  expect(missing(known)).toEqual([]);
});
