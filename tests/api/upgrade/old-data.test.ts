// @module-tag deep
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { answersOf } from '../../support/old-data/asked.ts';
import { OLD_SECRET, unpackData } from '../../support/old-data/open.ts';
import { startServer } from '../../support/server.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
const versions = (await readdir(FIXTURES)).flatMap((name) => /^data-(.+)$/.exec(name)?.[1] ?? []);

test.each(versions)(
  'security 46: the data of %s are opened, brought up to date and answer as they did',
  async (version) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'parts-old-data-'));
    onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
    const then = await unpackData(version, dataFolder);
    const environment = { JWT_SECRET: OLD_SECRET, PRICE_TTL_DAYS: '0' };
    for (const start of ['first', 'second']) {
      const server = await startServer({ dataFolder, environment });
      try {
        // A later version may say more, never less or something else.
        expect([start, await answersOf(server)]).toMatchObject([start, then]);
        const ready = await server.fetch('/ready');
        expect(ready.status).toBe(200);
      } finally {
        await server.close();
      }
    }
  },
);
