import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Document } from '../../../contract/documents/documents.ts';
import { ADMIN, startServer } from '../../support/server.ts';

test('the demonstration has documents in every state, people to sign in as, and writes to nobody', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'parts-demo-'));
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true }));
  const said: string[] = [];
  const start = () => startServer({ environment: { DEMO: 'on' }, dataFolder, say: (line) => void said.push(line) });
  const first = await start();
  const { access } = await first.signIn(ADMIN);
  const documents = async (token: string): Promise<Document[]> =>
    (
      await first.fetch('/api/informator/docflow/search/doc/?limit=50', {
        headers: { authorization: `Bearer ${token}` },
      })
    ).json() as Promise<Document[]>;
  const shown = await documents(access);
  expect(new Set(shown.map(({ state }) => state))).toEqual(new Set(['pending', 'declined', 'done']));
  const passwords = said.flatMap((line) => /^Demonstration user: (\S+), password: (\S+) /.exec(line) ?? []);
  const [, email = '', password = ''] = passwords;
  const colleague = await first.signIn({ email, password });
  expect((await documents(colleague.access)).length).toBeGreaterThan(3);
  const { informator } = first.app.services;
  await informator?.post.deliver();
  const written = (await informator?.post.outbox.list({ last: null, limit: 50 })) ?? [];
  expect(written.filter(({ kind }) => kind === 'document')).toEqual([]);
  await first.close();

  said.length = 0;
  const second = await start();
  expect(said.filter((line) => /documents|Demonstration user/.test(line))).toEqual([]);
  await second.close();
});
