import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** The one that services ask one another by, and the one that asks an object storage. */
const OWN = ['server/platform/files/object-client.ts', 'server/platform/http/fetch-service.ts'];

test('services ask one another by one function, so that each call says on whose behalf it is made', async () => {
  const found: string[] = [];
  for await (const path of glob('server/**/*.ts', { cwd: ROOT }))
    if (/(?:await|return|=>|=)\s+fetch\(/.test(await readFile(join(ROOT, path), 'utf8'))) found.push(path);
  expect(found.toSorted()).toEqual(OWN);
});
