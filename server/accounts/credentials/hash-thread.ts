/** The thread that computes password hashes (argon2id). */
import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { parentPort } from 'node:worker_threads';

const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

/** Requests go first. Linux alone has a priority for each thread; elsewhere all stay as they are. */
function lowerPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where it is not allowed, only the number of threads protects the others.
  }
}

lowerPriority();
port.on('message', (parameters: Argon2Parameters) => {
  port.postMessage(new Uint8Array(argon2Sync('argon2id', parameters)));
});
