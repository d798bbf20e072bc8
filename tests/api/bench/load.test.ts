// @module-tag deep
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { MIX } from '../../../bench/drive/kinds.ts';
import { memoryOf } from '../../../bench/drive/memory-slope.ts';
import { readDrive } from '../../../bench/drive/options.ts';
import type { OverloadReport } from '../../../bench/drive/overload.ts';

const run = promisify(execFile);

test('security 48: a real mix is answered; three times what the server can do is shed while /health lives and what was accepted is answered', {
  timeout: 300_000,
}, async () => {
  const args = ['bench/drive/main.ts', '--minutes=0.08', '--overload'];
  // With wrong answers it ends as a failure, and reports which they were all the same.
  const { stdout, stderr } = await run(process.execPath, args).catch((error) => error);
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  expect(report.errors, stderr).toBe(0);
  expect(report).toMatchObject({ minutes: 0.08, import: { rows: 2_000, error: null } });
  expect(Object.keys(report.kinds)).toEqual(MIX.map(({ name }) => name));
  for (const { requests } of Object.values<{ requests: number }>(report.kinds)) expect(requests).toBeGreaterThan(0);
  expect(report.memory.lastMb).toBeGreaterThan(0);
  const over = report.overload as OverloadReport;
  expect(over).toMatchObject({ failed: 0, healthFailed: 0 });
  expect(over.answered).toBeGreaterThan(0);
  expect(over.shed).toBeGreaterThan(0);
  expect(over.healthAsked).toBeGreaterThan(3);
});

test('memory that grows is told a minute, without the time in which caches fill', () => {
  const megabytes = [10, 40, 80, 100, 102, 104, 106, 108, 110, 112];
  const samples = megabytes.map((each, at) => ({ seconds: at * 10, bytes: each * 1024 * 1024 }));
  expect(memoryOf(samples)).toEqual({ firstMb: 10, lastMb: 112, mbPerMinute: 12 });
  expect(memoryOf([])).toBeNull();
});

test('a load that makes no sense is refused with a line', () => {
  expect(readDrive(['--minutes=2', '--base=https://shop.example/a'], {})).toEqual({
    ...{ minutes: 2, base: 'https://shop.example', callers: 16, account: null, overload: false },
  });
  expect(readDrive([], { LOAD_EMAIL: 'a@b.c', LOAD_PASSWORD: 'p' }).account).toEqual({ email: 'a@b.c', password: 'p' });
  for (const wrong of ['--minutes=0', '--minutes=x', '--base=shop', '--callers=1e9'])
    expect(() => readDrive([wrong], {})).toThrow(/^--\w+ takes /);
});
