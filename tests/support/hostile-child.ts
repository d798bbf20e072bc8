/** What may go wrong in a process of its own, and what it may try. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { sendMessage } from '../../server/platform/child-process/send-message.ts';

export type HostileTask =
  | { readonly does: 'never ends' | 'swells' | 'breaks' | 'waits for nothing' }
  | { readonly does: 'reads' | 'writes'; readonly path: string }
  | { readonly does: 'runs a program' | 'calls somebody' | 'looks around' };

export async function work(task: HostileTask): Promise<void> {
  sendMessage('begun');
  if (task.does === 'never ends') for (;;);
  if (task.does === 'swells') for (const held: Buffer[] = []; ; ) held.push(Buffer.alloc(8_000_000, 1));
  if (task.does === 'breaks') throw new Error('broken');
  if (task.does === 'waits for nothing') await new Promise(() => {});
  if (task.does === 'looks around') return sendMessage(Object.keys(process.env));
  sendMessage(await outcome(() => tryTo(task)));
}

async function outcome(attempt: () => unknown): Promise<unknown> {
  try {
    await attempt();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

function tryTo(task: HostileTask): unknown {
  if (task.does === 'reads') return readFileSync(task.path);
  if (task.does === 'writes') return writeFileSync(task.path, '');
  if (task.does === 'runs a program') return execFileSync('true');
  return new Promise((resolve, reject) => connect(9, '127.0.0.1').once('connect', resolve).once('error', reject));
}
