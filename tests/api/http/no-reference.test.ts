import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/operations/config/config.ts';
import { startServer } from '../../support/server.ts';

const ADDRESSES = ['/api/docs', '/api/docs/json', '/api/docs/viewer/page.js'];

test('security 102: API_DOCS decides whether the reference is shown, and in production it is not by itself', async () => {
  expect(readConfig({}).apiDocs).toBe(true);
  expect(readConfig({ NODE_ENV: 'production' }).apiDocs).toBe(false);
  expect(readConfig({ NODE_ENV: 'production', API_DOCS: 'on' }).apiDocs).toBe(true);
  const server = await startServer({ environment: { API_DOCS: 'off' } });
  onTestFinished(() => server.close());
  for (const path of ADDRESSES) expect([path, (await server.fetch(path)).status]).toEqual([path, 404]);
  expect((await server.fetch('/api/bridge/card/all/count')).status).toBe(200);
});
