import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SECRET_BYTES = 32;
const FILE = 'jwt.secret';

/** The key of the access tokens that this data folder keeps; made at the first call, readable by the owner only. */
export async function keptSecret(folder: string): Promise<string> {
  const file = join(folder, FILE);
  await mkdir(folder, { recursive: true });
  // Of two servers that start together the first to write wins, and both read that one.
  await writeFile(file, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return (await readFile(file, 'utf8')).trim();
}
