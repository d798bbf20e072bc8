import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { buildSite } from '../../../server/operations/site/build.ts';
import { openBuildsFolder } from '../../../server/operations/site/builds-folder.ts';
import { troubleOf } from '../../../server/platform/database/trouble.ts';
import { readSite } from '../../../settings/site.ts';
import { EVENING } from '../../support/moment.ts';
import { openSmallDisk } from '../../support/small-disk.ts';

test('security 56: a build without room on the disk says so, leaves nothing, and the build before stays', async ({
  skip,
}) => {
  const disk = openSmallDisk(2) ?? skip('this machine lets the test mount no disk of its own');
  onTestFinished(() => disk.remove());
  const folder = join(disk.folder, 'site');
  mkdirSync(join(folder, 'before'), { recursive: true });
  writeFileSync(join(folder, 'before/index.html'), 'the pages before');
  const builds = openBuildsFolder(folder, () => EVENING);
  disk.fill();
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const content = { pages: [], slides: [], text: 'x'.repeat(10_000) };
  const failure = await buildSite(
    { root, environment: {}, settings: readSite({}), logo: null, say: () => {} },
    builds,
    content as never,
    new AbortController().signal,
  ).catch((error: unknown) => error);
  expect(troubleOf(failure)).toBe('full');
  expect(String(failure)).toContain('the pages could not be built');
  expect(readdirSync(folder)).toEqual(['before']);
  expect(await builds.list()).toEqual([join(folder, 'before')]);
});
