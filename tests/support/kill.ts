import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

/** Runs a script that works without end and kills it, as a power cut would, so long after its first sign of life. */
export async function killAfter(ms: number, script: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await pause(ms);
  child.kill('SIGKILL');
  await once(child, 'exit');
}
