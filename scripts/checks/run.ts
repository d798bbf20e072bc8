import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Count } from './count.ts';

/** Runs one command with its output shown, under a heading with the time it took. True when it exited with 0. */
export function run(
  title: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): boolean {
  console.log(`\n=== ${title}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`=== ${title}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
  return status === 0;
}

/** Runs a checker of node_modules that counts as one. */
export function check(title: string, name: string, args: readonly string[]): Count {
  return run(title, join('node_modules', '.bin', name), args)
    ? { passed: 1, failed: 0, remarks: [] }
    : { passed: 0, failed: 1, remarks: ['failed, see above'] };
}
