import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readContent } from '../../../src/lib/pages/built-content.ts';

async function serviceOf(answers: Readonly<Record<string, unknown>>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? ''];
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? { error: 'not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the content of a build comes from the file that the publisher names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-content-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const content = { about: [{ alias: 'company', mdInfo: 'текст' }], slides: [] };
  await writeFile(join(folder, 'content.json'), JSON.stringify(content));
  expect(await readContent({ SITE_CONTENT: join(folder, 'content.json') })).toEqual(content);
});

test('without a file it comes from the running services; pages without a text are left out', async () => {
  const about = { alias: 'contact', mdInfo: 'текст' };
  const url = await serviceOf({
    '/api/informator/about/contact': about,
    '/api/mnote/search/note/?isPublic=1&limit=100': [{ id: 1 }],
  });
  expect(await readContent({ DEV_API_URL: url })).toEqual({ about: [about], slides: [{ id: 1 }] });
});

test('without services the pages are built without their texts', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  expect(await readContent({})).toBeNull();
  expect(warn).not.toHaveBeenCalled();
  expect(await readContent({ DEV_API_URL: 'http://127.0.0.1:1' })).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
});
