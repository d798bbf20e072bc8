/** The child's side of run.ts: sends messages to the parent process. */
import { writeSync } from 'node:fs';

const STANDARD_OUTPUT = 1;

/** Sends one message to the parent process. Blocks until the other side has room: that is the back-pressure. */
export function sendMessage(message: unknown): void {
  const bytes = Buffer.from(`${JSON.stringify(message)}\n`);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(STANDARD_OUTPUT, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
