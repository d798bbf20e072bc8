import { type SpawnSyncOptions, type SpawnSyncReturns, spawnSync } from 'node:child_process';

/** More than npm says of thousands of packages. */
const OUTPUT_MAX = 64 * 1024 * 1024;
/** A registry that says nothing for so long says nothing, ms. */
const PATIENCE = 60_000;

/** Runs the npm that runs this script to its end; where there is none around it, that of the machine. */
export function runNpm(args: readonly string[], options: SpawnSyncOptions = {}): SpawnSyncReturns<string> {
  const own = process.env.npm_execpath;
  const command = own ? process.execPath : 'npm';
  return spawnSync(command, own ? [own, ...args] : args, {
    maxBuffer: OUTPUT_MAX,
    timeout: PATIENCE,
    ...options,
    encoding: 'utf8',
  });
}

/** What that npm prints for a command, however it ends. */
export const npm = (...args: string[]): string => runNpm(args).stdout ?? '';
