import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readInstallationSecret } from '../../../server/platform/secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-secret-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('security 47: all who start together get one secret, which the next start finds again', async () => {
  const together = await Promise.all(Array.from({ length: 8 }, () => readInstallationSecret(folder)));
  expect(new Set(together).size).toBe(1);
  expect(together[0]).toHaveLength(43);
  expect(await readInstallationSecret(folder)).toBe(together[0]);
  expect((await stat(join(folder, 'jwt.secret'))).mode & 0o777).toBe(0o600);
});

test('an empty secret is never used', async () => {
  await writeFile(join(folder, 'jwt.secret'), '');
  await expect(readInstallationSecret(folder)).rejects.toThrow(/jwt\.secret is empty: remove it/);
});
