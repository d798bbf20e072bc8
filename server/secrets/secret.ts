import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const SECRET_BYTES = 32;
/** Where the data folder keeps the key, when no setting gives one. */
export const SECRET_FILE = 'jwt.secret';
const LOOKS = 50;
/** Milliseconds. */
const BETWEEN_LOOKS = 20;

/** The first start was cut off while it wrote the key. */
export class EmptySecret extends Error {}

/** The key of the access tokens that this data folder keeps; made at the first call, readable by the owner only. */
export async function keptSecret(folder: string): Promise<string> {
  const file = join(folder, SECRET_FILE);
  await mkdir(folder, { recursive: true });
  // Of two processes that start together the first to create the file wins, and the other waits until it is written.
  await writeFile(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  for (let look = 0; look < LOOKS; look += 1) {
    const secret = (await readFile(file, 'utf8')).trim();
    if (secret !== '') return secret;
    await pause(BETWEEN_LOOKS);
  }
  throw new EmptySecret(`${file} is empty: remove it, and the next start makes a new one`);
}
