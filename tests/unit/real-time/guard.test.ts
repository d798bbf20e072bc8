import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CONFIG = 'tests/fixtures/real-time/vitest.config.ts';

interface Result {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: readonly string[];
}

test('security 77: a test that reads the real time fails and is told where, one that uses a given time passes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parts-real-time-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const report = join(folder, 'report.json');
  const args = ['run', '--config', CONFIG, '--reporter=json', `--outputFile=${report}`];
  await new Promise<void>((resolve) => {
    execFile(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], { cwd: ROOT }, () => resolve());
  });
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as {
    testResults: { assertionResults: Result[] }[];
  };
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(results.length).toBeGreaterThan(9);
  for (const { title, status, failureMessages } of results) {
    if (title.startsWith('allowed: ')) expect([title, status, failureMessages]).toEqual([title, 'passed', []]);
    else
      expect([title, failureMessages.join('\n')]).toEqual([
        title,
        expect.stringMatching(/tests\/fixtures\/real-time\/\w+\.ts reads the real time/),
      ]);
  }
});
