import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishCommand } from '../../../server/operations/site/build.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parts-command-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const over = (line: string) =>
  publishCommand({ line, root: folder, folder, environment: process.env, log: pino({ level: 'silent' }) });
const going = () => new AbortController().signal;

test('the command finds the folder of the build in its environment', async () => {
  const command = over('printf %s "$SITE_FOLDER" > told');
  await command.run('/builds/first one', going());
  expect(await readFile(join(folder, 'told'), 'utf8')).toBe('/builds/first one');
});

test('a build is published once, over restarts too', async () => {
  expect(await over('true').knows('/builds/a')).toBe(false);
  await over('true').run('/builds/a', going());
  expect(await over('true').knows('/builds/a')).toBe(true);
  expect(await over('true').knows('/builds/b')).toBe(false);
});

test('a command that fails says so with its last words and is not done', async () => {
  const command = over('echo first; echo no such bucket >&2; exit 3');
  await expect(command.run('/builds/a', going())).rejects.toThrow(
    'PUBLISH_COMMAND failed:\nfirst\nno such bucket\n(ended with 3)',
  );
  expect(await command.knows('/builds/a')).toBe(false);
});

test('a command that hangs ends with the server', async () => {
  const stop = new AbortController();
  const running = over('sleep 600').run('/builds/a', stop.signal);
  setTimeout(() => stop.abort(), 50);
  await expect(running).rejects.toThrow('was ended by SIGTERM');
});
