import { spawnSync } from 'node:child_process';

/** More than npm says of thousands of packages. */
const OUTPUT_MAX = 64 * 1024 * 1024;
/** A registry that says nothing for so long says nothing, ms. */
const PATIENCE = 60_000;

/** What the npm that runs this script prints for a command, however it ends. */
export function npm(...args: string[]): string {
  const own = process.env.npm_execpath;
  const command = own ? process.execPath : 'npm';
  const { stdout } = spawnSync(command, own ? [own, ...args] : args, {
    encoding: 'utf8',
    maxBuffer: OUTPUT_MAX,
    timeout: PATIENCE,
  });
  return stdout ?? '';
}
