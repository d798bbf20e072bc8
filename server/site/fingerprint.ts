import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteContent } from '../../contract/site.ts';
import type { SiteSettings } from '../../settings/site.ts';
import { SOURCES } from './sources.ts';

const LENGTH = 16;

/** Name of the build that these sources, settings and contents give: equal ones need no second build. */
export async function fingerprint(
  root: string,
  settings: SiteSettings,
  content: SiteContent,
): Promise<string> {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([settings, content]));
  for (const source of SOURCES) await hashTree(hash, root, source);
  return hash.digest('hex').slice(0, LENGTH);
}

async function hashTree(hash: Hash, root: string, path: string): Promise<void> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => null);
  if (!entries) {
    hash.update(path).update(await readFile(join(root, path)).catch(() => ''));
    return;
  }
  for (const name of entries.map((entry) => entry.name).sort()) await hashTree(hash, root, join(path, name));
}
