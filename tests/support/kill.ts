import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Runs a script that works without end, a line after each step that was answered, and kills it so long after the first;
 * or at once when so many were. Resolves to the number of answered steps.
 */
export async function killAfter(
  when: number | { readonly answers: number },
  script: string,
  ...args: readonly string[]
): Promise<number> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  let answered = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    answered += chunk.toString().split('\n').length - 1;
    if (typeof when === 'object' && answered >= when.answers) kill();
  });
  if (typeof when === 'number') child.stdout.once('data', () => setTimeout(kill, when));
  // Unlike `exit`, it comes after the last line was read.
  await once(child, 'close');
  return answered;
}
