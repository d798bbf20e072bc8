import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteContent } from '../../contract/site.ts';

/** What the built pages are made of, beside the environment and the content. */
const SOURCES = ['src', 'public', 'contract', 'astro.config.mjs', 'package-lock.json'];
/** Variables that are baked into the pages: another value is another build. */
const BAKED = [
  'SITE_URL',
  'SITE_NAME',
  'COMPANY_PHONE',
  'COMPANY_EMAIL',
  'COMPANY_ADDRESS',
  'DELIVERY_COMPANIES',
  'PUBLIC_MAUTH_URL',
  'PUBLIC_BRIDGE_URL',
  'PUBLIC_INFORMATOR_URL',
  'PUBLIC_MNOTE_URL',
  'LINK_PREFIX',
  'REGISTRATION',
  'VERIFICATION',
  'PASSWORD_MIN',
  'TIME_ZONE',
  'ROBOTS',
] as const;

const LENGTH = 16;

/** Name of the build that these sources, settings and contents give: equal ones need no second build. */
export async function fingerprint(
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
  content: SiteContent,
): Promise<string> {
  const hash = createHash('sha256');
  for (const variable of BAKED) hash.update(`${variable}=${environment[variable] ?? ''}\n`);
  hash.update(JSON.stringify(content));
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
