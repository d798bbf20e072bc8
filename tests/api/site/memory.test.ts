// @module-tag deep
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SiteState } from '../../../contract/operations/state.ts';
import { ADMIN, startServer, type WholeServer } from '../../support/server.ts';
import { copySources } from '../../support/sources.ts';

const PATIENCE = { timeout: 60_000, interval: 200 };
const NO_MEMORY = /^Страницам не хватило памяти/;

/** What a build does first, put before its configuration: each ends it as a machine without memory would. */
const DEATHS = {
  'killed by the system': "process.kill(process.pid, 'SIGKILL');",
  'at the limit of its heap': 'const kept = []; for (;;) kept.push(new Array(100_000).fill({}).map(() => ({})));',
};

let sources: Awaited<ReturnType<typeof copySources>>;
let dataFolder: string;
let config: string;
let whole: string;
beforeAll(async () => {
  sources = await copySources();
  config = join(sources.root, 'astro.config.mjs');
  whole = await readFile(config, 'utf8');
});
afterAll(() => sources.remove());

describe.each(Object.entries(DEATHS))('a build that is ended %s', { timeout: 180_000 }, (_, death) => {
  const said: string[] = [];
  let server: WholeServer | undefined;
  const start = async () => {
    said.length = 0;
    server = await startServer({
      root: sources.root,
      dataFolder,
      environment: { SITE_URL: 'http://parts.example' },
      say: (line) => said.push(line),
    });
    return server;
  };

  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'parts-memory-'));
  });
  afterAll(async () => {
    await server?.close();
    await rm(dataFolder, { recursive: true, force: true });
  });

  test('at the first start is told in a line, and its pages come with a later attempt', async () => {
    await writeFile(config, `${death}\n${whole}`);
    const { fetch } = await start();
    expect(said.filter((line) => NO_MEMORY.test(line) && !line.includes('\n'))).not.toEqual([]);
    expect((await fetch('/')).status).toBe(503);
    await writeFile(config, whole);
    await vi.waitFor(async () => expect((await fetch('/')).status).toBe(200), PATIENCE);
  });

  test('later leaves the pages before, and is told to the administrator in the same words', async () => {
    await writeFile(config, `${death}\n${whole}`);
    const { fetch, signIn } = server as WholeServer;
    const { access } = await signIn(ADMIN);
    const headers = { Authorization: `Bearer ${access}` };
    const before = await (await fetch('/')).text();
    said.length = 0;
    const body = new URLSearchParams({ alias: 'company', mdInfo: 'Текст, которому не хватило памяти' });
    expect((await fetch('/api/informator/about', { method: 'POST', headers, body })).status).toBe(201);
    await vi.waitFor(async () => {
      const state = (await (await fetch('/api/site/state', { headers })).json()) as SiteState;
      expect(state).toMatchObject({ state: 'failed', error: expect.stringMatching(NO_MEMORY) });
    }, PATIENCE);
    expect(said.filter((line) => NO_MEMORY.test(line))).not.toEqual([]);
    expect(await (await fetch('/')).text()).toBe(before);
    await writeFile(config, whole);
  });
});

test.skipIf(process.platform !== 'linux')(
  'a build is what the system ends first when memory runs out',
  { timeout: 120_000 },
  async () => {
    const told = join(sources.root, 'told');
    const telling = `import * as fs from 'node:fs';
fs.writeFileSync(${JSON.stringify(told)}, fs.readFileSync('/proc/self/oom_score_adj', 'utf8'));`;
    await writeFile(config, `${telling}\n${whole}`);
    const server = await startServer({ root: sources.root });
    await server.close();
    await writeFile(config, whole);
    expect(Number(await readFile(told, 'utf8'))).toBeGreaterThanOrEqual(500);
  },
);
