import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What the built pages are made of, beside the settings and the content. The lockfile stands for the packages; in a
 * release it has another name.
 */
export const SOURCES = [
  'src',
  'public',
  'contract',
  'rules',
  'settings',
  'astro.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'npm-shrinkwrap.json',
];

/** Copies the sources of the pages into another folder: files of its owner, who may remove them, whatever they were before. */
export async function copySources(root: string, into: string): Promise<void> {
  for (const source of SOURCES) await copy(join(root, source), join(into, source));
}

async function copy(from: string, to: string): Promise<void> {
  const info = await stat(from).catch(() => null);
  if (!info) return;
  if (info.isFile()) return writeFile(to, await readFile(from));
  await mkdir(to);
  for (const name of await readdir(from)) await copy(join(from, name), join(to, name));
}
