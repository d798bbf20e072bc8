import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** The secret of every kept data folder; no shop uses it. */
export const OLD_SECRET = 'secret of a kept data folder';

export const SERVICE_FILES = ['mauth.db', 'bridge.db', 'informator.db', 'mnote.db'] as const;

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** Puts the data of a former version into a folder; resolves to what that version answered. */
export async function unpackData(version: string, into: string): Promise<Record<string, unknown>> {
  const from = join(FIXTURES, `data-${version}`);
  for (const file of SERVICE_FILES)
    await writeFile(join(into, file), gunzipSync(await readFile(join(from, `${file}.gz`))));
  return JSON.parse(await readFile(join(from, 'answers.json'), 'utf8')) as Record<string, unknown>;
}
