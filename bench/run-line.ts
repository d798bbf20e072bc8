import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg } from 'node:os';

/** What a program prints, without the last line end; '' when it fails. */
const printed = (command: string, args: readonly string[]): string => {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};

const load = (): string => `load average ${loadavg()[0]?.toFixed(1)}`;

/** Names a run in a line: figures of other machines, and of other states of the product, are other figures. */
export function startOfRun(): string {
  const commit = printed('git', ['rev-parse', '--short', 'HEAD']) || 'unknown';
  const changed = printed('git', ['status', '--porcelain', '--untracked-files=no']) ? ' with changes' : '';
  const day = new Date().toISOString().slice(0, 10);
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  return `${day}, commit ${commit}${changed}, Node ${process.version}, ${availableParallelism()} cores of ${model}, ${load()} before`;
}

/** What else the machine had to do, this run included. */
export const endOfRun = (): string => `Over after ${Math.round(process.uptime() / 60)} min, ${load()}`;
