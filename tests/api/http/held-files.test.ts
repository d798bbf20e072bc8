import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { machineEnvironment } from '../../support/machine-environment.ts';
import { ADMIN, startServer } from '../../support/server.ts';
import { formOf, prepare, type Staffed, staffed, taken } from '../../support/staffed-server.ts';

vi.setConfig({ testTimeout: 60_000 });

/** So many rounds of reading go by while writes wait: were the loop blocked, it would be one. */
const ROUNDS = 5;
const FILES = ['mauth.db', 'informator.db', 'bridge.db'];
const PRICES = 'Артикул;Наименование;Цена\nК-1;Вал;150\nК-2;Кольцо;200\n';

/** Another process that holds the write locks of the shop; `free` has it let go of them. */
async function holdFiles(folder: string) {
  const program = fileURLToPath(new URL('../../support/hold-files.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...FILES.map((file) => join(folder, file))], {
    env: machineEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  return {
    free: async () => {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}

/** Asks once for each of what needs no write. */
async function readAll({ ask, fetch }: Staffed): Promise<void> {
  const answers = await Promise.all([
    fetch('/health'),
    ask('GET', 'bridge/search/?query=%D0%9A-1'),
    ask('GET', 'informator/docflow/list'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
}

async function openShop() {
  const server = await staffed(await startServer());
  const pair = await prepare(server);
  const documents = async () =>
    (await taken<{ documents: Document[] }>(server.ask('GET', 'informator/docflow/list'))).documents.map(
      ({ title }) => title,
    );
  return {
    server,
    documents,
    signIn: () => server.fetch('/api/mauth/signin', { method: 'POST', body: new URLSearchParams(ADMIN) }),
    save: (title: string) =>
      server.ask('POST', 'informator/docflow/', formOf('scans', '%PDF-1.4\n%%EOF\n', 'a.pdf', '', { title, ...pair })),
    upload: () =>
      server.ask(
        'POST',
        'bridge/file/upload',
        formOf('file', PRICES, 'a.csv', '', { brandId: 1, providerId: 1, addNewPositionMode: 'on' }),
      ),
  };
}

test('security 43: what is written while another process holds the files for a moment waits, and all else goes on', async () => {
  const { server, documents, signIn, save, upload } = await openShop();
  const other = await holdFiles(server.dataFolder);
  const writes = [signIn(), save('Договор'), upload()];
  let answered = 0;
  for (const write of writes) void write.then(() => (answered += 1));
  for (let round = 0; round < ROUNDS; round += 1) await readAll(server);
  expect(answered).toBe(0);
  await other.free();
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 201, 200]);
  expect(await documents()).toEqual(['Договор']);
});

test('security 43: held for longer, a save and a sign-in are refused with 503 and done when they come again; a price list waits', async () => {
  const { server, documents, signIn, save, upload } = await openShop();
  const other = await holdFiles(server.dataFolder);
  const uploading = upload();
  let isRefused = false;
  const refusing = Promise.all([signIn(), save('Договор')]).finally(() => {
    isRefused = true;
  });
  let rounds = 0;
  for (; !isRefused; rounds += 1) {
    await readAll(server);
    await pause(50);
  }
  for (const answer of await refusing) {
    expect([answer.status, await answer.json()]).toEqual([503, { error: 'service is busy' }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(rounds).toBeGreaterThan(ROUNDS);
  await other.free();
  expect((await uploading).status).toBe(200);
  expect(await documents()).toEqual([]);
  expect([(await signIn()).status, (await save('Договор')).status]).toEqual([200, 201]);
  expect(await documents()).toEqual(['Договор']);
});
