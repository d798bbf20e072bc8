import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PRICE_LIST_PROBLEMS } from '../../../contract/errors.ts';
import { type TestBridge, withBridge } from '../../support/bridge.ts';
import { aboveSql } from '../../support/databases.ts';
import type { Answer } from '../../support/request.ts';
import { stagedList } from '../../support/staged-list.ts';
import { workFolder } from '../../support/workbooks-read.ts';

vi.setConfig({ testTimeout: 90_000 });

/** Matching such a cell against a pattern of numbers would outlast the test. */
const HOSTILE = `q;1${' '.repeat(60_000)}x\n`;

function send({ call }: TestBridge, path: string, content: string): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content]), 'list.csv');
  return call('POST', path, { form, ...(path.startsWith('/search') ? { as: null } : {}) });
}

/** What is read in time is read, and the rest is reported as unread. */
function expectAnswered(answer: Answer): void {
  if (answer.statusCode === 200) return;
  expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'TOO_MUCH_TIME' }]);
  expect(answer.body).toContain(PRICE_LIST_PROBLEMS.TOO_MUCH_TIME);
}

aboveSql('security 82: a list that nobody comes to an end with', (open) => {
  test.each(['/search/list/file', '/file/guess'])(
    'is answered by %s, nothing of it stays, and others are served meanwhile',
    (path) =>
      withBridge(open, async (shop) => {
        const hostile = send(shop, path, HOSTILE);
        const honest = await send(shop, path, 'Артикул;Количество\n740-1;2\n740-2;3\n740-3;4\n');
        expect(honest.statusCode, honest.body).toBe(200);
        expect((await shop.app.inject('/health')).statusCode).toBe(200);
        expectAnswered(await hostile);
        const left = (await readdir(join(shop.filesFolder, 'incoming'))).filter((name) => name.endsWith('.list'));
        expect(left).toEqual([]);
      }),
  );
});

test('security 82: a guess that nobody waits for any more ends', async () => {
  const gone = AbortSignal.abort();
  const folder = await workFolder();
  const list = join(folder, 'list.csv');
  await writeFile(list, HOSTILE);
  await expect(stagedList(list, gone)).rejects.toMatchObject({ code: 'CANCELLED' });
});
