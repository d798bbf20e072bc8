/** Keeps the key of the data folder in backups, encrypted under a passphrase. */
import { randomBytes, scrypt } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openText, SECRET_FILE, sealText } from '../../platform/secrets.ts';
import { absent } from './sets.ts';

/** The key of the data folder as a backup has it: under a passphrase. */
export const SEALED_SECRET = `${SECRET_FILE}.sealed`;

/** 128 MiB and most of a second for each guess at a passphrase. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const KEY_BYTES = 32;

/** In a thread: a scheduled backup is made by the server. */
const derive: (passphrase: string, salt: Buffer, bytes: number, cost: typeof COST) => Promise<Buffer> =
  promisify(scrypt);

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  derive(passphrase.normalize('NFC'), salt, KEY_BYTES, COST);

/** Lays the sealed key of a data folder into a backup; false without one: with JWT_SECRET it is kept elsewhere. */
export async function sealSecret(dataFolder: string, folder: string, passphrase: string): Promise<boolean> {
  const secret = await readIfThere(join(dataFolder, SECRET_FILE));
  if (secret === null) return false;
  const salt = randomBytes(16);
  const sealed = sealText(await keyOf(passphrase, salt), secret);
  await writeFile(join(folder, SEALED_SECRET), `${salt.toString('base64')}\n${sealed}\n`);
  return true;
}

/** The key in a backup. Throws when the passphrase is another one or the file was changed. */
export async function openSecret(folder: string, passphrase: string): Promise<string> {
  const [salt = '', sealed = ''] = (await readFile(join(folder, SEALED_SECRET), 'utf8')).split('\n');
  try {
    return openText(await keyOf(passphrase, Buffer.from(salt, 'base64')), sealed);
  } catch (error) {
    throw new Error(`BACKUP_PASSPHRASE does not open ${SEALED_SECRET} of the backup`, { cause: error });
  }
}

export const hasSecret = async (dataFolder: string): Promise<boolean> =>
  (await readIfThere(join(dataFolder, SECRET_FILE))) !== null;

const readIfThere = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(absent);
