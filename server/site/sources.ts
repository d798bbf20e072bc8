import { cp } from 'node:fs/promises';
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

/** Copies the sources of the pages into another folder. */
export async function copySources(root: string, into: string): Promise<void> {
  for (const source of SOURCES)
    await cp(join(root, source), join(into, source), { recursive: true }).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
}
