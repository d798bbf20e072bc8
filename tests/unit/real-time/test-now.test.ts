import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { environmentAt } from '../../support/real-time/test-now.ts';

const PROGRAM = fileURLToPath(new URL('../../fixtures/real-time/hours.ts', import.meta.url));

const run = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [PROGRAM], { env: { PATH: process.env.PATH, ...env } });

test('security 77: a program begins at TEST_NOW, and so do its threads and its children', async () => {
  const { stderr } = await run(environmentAt(Date.parse('2028-02-29T02:10:00+05:00')));
  const hour = '2028-02-28T21';
  expect(stderr.trim().split('\n')).toEqual([`program ${hour} ${hour}`, `child ${hour}`, `thread ${hour}`]);
});

test('security 77: a TEST_NOW that is no moment is refused', async () => {
  const wrong = { ...environmentAt(0), TEST_NOW: 'вечером' };
  await expect(run(wrong)).rejects.toThrow('TEST_NOW is not a moment such as 2028-02-29T02:00:00+05:00: вечером');
});
