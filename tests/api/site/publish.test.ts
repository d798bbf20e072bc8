// @module-tag deep
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SiteState } from '../../../contract/operations/state.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { ADMIN, startServer, USER, type WholeServer } from '../../support/server.ts';
import { copySources } from '../../support/sources.ts';

/** Building under load takes its time; how fast it is, the benchmark measures. */
const PATIENCE = { timeout: 60_000, interval: 200 };
const BUILDING = 'Building the pages (a few seconds)…';

let sources: Awaited<ReturnType<typeof copySources>>;
let dataFolder: string;
beforeAll(async () => {
  sources = await copySources();
  dataFolder = await mkdtemp(join(tmpdir(), 'parts-publish-'));
});
afterAll(async () => {
  await sources.remove();
  await rm(dataFolder, { recursive: true, force: true });
});

const buildsIn = async () => (await readdir(join(dataFolder, 'site'))).filter((name) => !name.startsWith('.'));
const published = () => join(dataFolder, 'published.html');
const wall = () => join(dataFolder, 'wall');
const filesOf = (html: string) => [...html.matchAll(/(?:href|src)="(\/_astro\/[^"]+)"/g)].map(([, path = '']) => path);

/** An administrator at a running server. */
async function administrator(server: WholeServer) {
  const { access } = await server.signIn(ADMIN);
  const headers = { Authorization: `Bearer ${access}` };
  return {
    state: async () => (await (await server.fetch('/api/site/state', { headers })).json()) as SiteState,
    html: async (path: string) => (await server.fetch(path)).text(),
    /** Saves the page about the company, which the first time does not exist. */
    async save(mdInfo: string): Promise<void> {
      const body = new URLSearchParams({ mdInfo, alias: 'company' });
      const answer = await server.fetch('/api/informator/about/company', { method: 'PATCH', headers, body });
      if (answer.status !== 404) return expect(answer.status).toBe(200);
      const made = await server.fetch('/api/informator/about', { method: 'POST', headers, body });
      expect(made.status).toBe(201);
    },
    async publish(title: string): Promise<void> {
      const body = new FormData();
      body.set('title', title);
      body.set('message', `**${title}** на главной`);
      body.set('isPublic', 'true');
      const answer = await server.fetch('/api/mnote/', { method: 'POST', headers, body });
      expect(answer.status).toBe(201);
    },
  };
}

describe('the pages of a running server', { timeout: 180_000 }, () => {
  const said: string[] = [];
  let server: WholeServer;
  let admin: Awaited<ReturnType<typeof administrator>>;
  const start = async () => {
    // The place where visitors get the pages is a file; it is out of reach while another blocks it.
    const PUBLISH_COMMAND = `test ! -e "${wall()}" && cp "$SITE_FOLDER/about/company.html" "${published()}"`;
    said.length = 0;
    server = await startServer({
      root: sources.root,
      dataFolder,
      // The same at each start, unlike the port.
      environment: { PUBLISH_COMMAND, SITE_URL: 'http://parts.example' },
      say: (line) => said.push(line),
    });
    admin = await administrator(server);
  };
  const fresh = () =>
    vi.waitFor(async () => expect(await admin.state()).toMatchObject({ state: 'fresh', error: '' }), PATIENCE);
  const broken = () => join(sources.root, 'src/layouts/Page.astro');

  beforeAll(start, 180_000);
  afterAll(() => server.close());

  test('carry a saved text in the HTML itself, and their old scripts and styles stay', async () => {
    const before = await admin.html('/about/company');
    const oldFiles = filesOf(before);
    expect(oldFiles).not.toEqual([]);
    // An update of the product between two edits: its styles get other names.
    await appendFile(join(sources.root, 'src/styles/pages.css'), '\n.about { outline: 0 solid; }\n');

    const { builtAt } = await admin.state();
    await admin.save('## Новый склад\n\nОткрыт с понедельника <script>alert(1)</script>');
    expect(await admin.state()).toMatchObject({ state: 'building' });
    expect(await admin.html('/about/company')).toBe(before);
    await fresh();
    const after = await admin.html('/about/company');
    expect(after).toContain('Новый склад');
    expect(after).toContain('Открыт с понедельника');
    expect(after).not.toContain('<script>alert');
    expect((await admin.state()).builtAt > builtAt).toBe(true);

    const gone = oldFiles.filter((path) => !filesOf(after).includes(path));
    expect(gone).not.toEqual([]);
    for (const path of [...oldFiles, ...filesOf(after)]) {
      expect([path, (await server.fetch(path)).status]).toEqual([path, 200]);
    }
  });

  test('are handed to PUBLISH_COMMAND, whose failure is told and changes nothing here', async () => {
    await fresh();
    expect(await readFile(published(), 'utf8')).toBe(await admin.html('/about/company'));
    await writeFile(wall(), '');
    await admin.save('Текст, который не доехал');
    await vi.waitFor(async () => {
      const state = await admin.state();
      expect(state.state).toBe('failed');
      expect(state.error).toContain('PUBLISH_COMMAND failed');
    }, PATIENCE);
    expect(await admin.html('/about/company')).toContain('Текст, который не доехал');
    expect(await readFile(published(), 'utf8')).not.toContain('Текст, который не доехал');
    await rm(wall());
    await admin.save('Текст, который доехал');
    await fresh();
    expect(await readFile(published(), 'utf8')).toContain('Текст, который доехал');
  });

  test('carry a published slide in the HTML of the front page', async () => {
    await admin.publish('Весенние цены');
    await fresh();
    expect(await admin.html('/')).toContain('Весенние цены');
  });

  test('saves in a row end with the last of them', async () => {
    for (const text of ['Первый текст', 'Второй текст', 'Третий текст']) await admin.save(text);
    await fresh();
    const html = await admin.html('/about/company');
    expect(html).toContain('Третий текст');
    expect(html).not.toContain('Второй текст');
  });

  test('stay as they are when a build fails, which the administrator is told, and catch up later', async () => {
    const before = await admin.html('/about/company');
    const source = await readFile(broken(), 'utf8');
    await writeFile(broken(), '---\nthrow new Error("the page is broken");\n---\n');
    await admin.save('Текст, который не собрался');
    await vi.waitFor(async () => {
      const state = await admin.state();
      expect(state.state).toBe('failed');
      expect(state.error).toContain('the page is broken');
    }, PATIENCE);
    expect(await admin.html('/about/company')).toBe(before);
    for (const path of filesOf(before)) expect((await server.fetch(path)).status).toBe(200);

    await writeFile(broken(), source);
    await admin.save('Текст после поломки');
    await fresh();
    expect(await admin.html('/about/company')).toContain('Текст после поломки');
  });

  test('are not built again by a restart with the same content', async () => {
    const builds = await buildsIn();
    const before = await admin.html('/about/company');
    const { builtAt } = await admin.state();
    await server.close();
    await start();
    expect(said).toEqual([]);
    expect(await buildsIn()).toEqual(builds);
    expect(await admin.html('/about/company')).toBe(before);
    expect(await admin.state()).toMatchObject({ state: 'fresh', builtAt });
    for (const path of filesOf(before)) expect((await server.fetch(path)).status).toBe(200);
  });

  test('are those of the last build when a start cannot build', async () => {
    const before = await admin.html('/about/company');
    await server.close();
    const source = await readFile(broken(), 'utf8');
    await writeFile(broken(), '---\nthrow new Error("the page is broken");\n---\n');
    await start();
    // On a slow machine the next try has begun, and said so, before the start is over.
    const [told] = said.filter((line) => line !== BUILDING);
    expect(told).toMatch(/the page is broken[\s\S]*last build/);
    expect(await admin.html('/about/company')).toBe(before);
    await vi.waitFor(async () => expect((await admin.state()).state).toBe('failed'), PATIENCE);
    await writeFile(broken(), source);
  });

  test('security 40: no other spelling of a public address and no file beside the pages is answered', async () => {
    const [build = ''] = await buildsIn();
    const files = await readdir(join(dataFolder, 'site', build), { recursive: true });
    const pages = files.filter((file) => /\.(?:html|xml|txt|svg|css|js)$/.test(file));
    const addresses = [
      ...pages.map((file) => `/${file.replace(/(?:^|\/)index\.html$|\.html$/, '')}`),
      ...['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-products-1.xml', '/yml.xml', '/rss.xml'],
    ].filter((path) => path.length > 1);
    expect(addresses.length).toBeGreaterThan(30);
    const inside = ['.pages.json', '.published', `${build}/index.html`, 'index.html', 'index.html.br', 'index.html.gz'];
    const tried = [
      ...inside.flatMap((file) => [`/${file}`, `/../${file}`, `/%2e%2e/${file}`, `/_astro/..%2f${file}`]),
      ...addresses.flatMap((path) => [
        ...[`${path}%00`, `${path}.`, `${path}%20`, `${path}%2e`, `${path}%5c`, `${path}%2f..%2f..%2fsecret`],
        ...[`/%2e%2e${path}`, `/..%2f${path}`, `/..%5c${path}`, `/%5c${path}`, `/${path}`, `http://x${path}`],
        ...[`file://${path}`, `${path}.br`, `${path}/../jwt.secret`],
      ]),
    ];
    const { port } = new URL(server.origin);
    const answered: string[] = [];
    for (const target of new Set(tried)) {
      const answer = await rawRequest(Number(port), target);
      if (!/^HTTP\/1\.1 40[04] /.test(answer)) answered.push(`${target}: ${answer.slice(0, 20)}`);
    }
    expect(answered).toEqual([]);
  });

  test('tell their state to administrators only', async () => {
    const { access } = await server.signIn(USER);
    const headers = { Authorization: `Bearer ${access}` };
    expect((await server.fetch('/api/site/state')).status).toBe(401);
    expect((await server.fetch('/api/site/state', { headers })).status).toBe(403);
  });
});

test('a first build that fails ends the start with what it said', { timeout: 120_000 }, async () => {
  const { root, remove } = await copySources();
  await writeFile(join(root, 'src/pages/index.astro'), '---\nthrow new Error("the page is broken");\n---\n');
  await expect(startServer({ root })).rejects.toThrow(/could not be built[\s\S]*the page is broken/);
  await remove();
});

test('two servers build at once from the same sources, each its own pages', { timeout: 180_000 }, async () => {
  const names = ['Первый магазин', 'Второй магазин'];
  const start = (SITE_NAME: string) => startServer({ root: sources.root, environment: { SITE_NAME } });
  const servers = await Promise.all(names.map(start));
  const titles = await Promise.all(servers.map(async (server) => (await server.fetch('/')).text()));
  for (const [at, html] of titles.entries()) expect(html).toContain(`<title>${names[at]}`);
  for (const server of servers) await server.close();
});

test('pages follow texts that are saved in a process elsewhere', { timeout: 180_000 }, async () => {
  const elsewhere = await startServer();
  const address = elsewhere.origin;
  const pages = await startServer({
    root: sources.root,
    environment: {
      SERVICES: 'bridge',
      PUBLIC_MAUTH_URL: address,
      PUBLIC_INFORMATOR_URL: address,
      PUBLIC_MNOTE_URL: address,
    },
  });
  try {
    const { access } = await elsewhere.signIn(ADMIN);
    const headers = { Authorization: `Bearer ${access}` };
    const body = new URLSearchParams({ alias: 'company', mdInfo: 'Текст с другого сервера' });
    expect((await elsewhere.fetch('/api/informator/about', { method: 'POST', headers, body })).status).toBe(201);
    const state = async () => (await (await pages.fetch('/api/site/state', { headers })).json()) as SiteState;
    // A request for the state makes the server look: the change is not announced.
    expect(await state()).toMatchObject({ state: 'building' });
    await vi.waitFor(async () => expect(await state()).toMatchObject({ state: 'fresh' }), PATIENCE);
    expect(await (await pages.fetch('/about/company')).text()).toContain('Текст с другого сервера');
    expect(await (await pages.fetch('/sitemap-pages.xml')).text()).toMatch(
      /\/about\/company<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z</,
    );
  } finally {
    await pages.close();
    await elsewhere.close();
  }
});
