import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupSet, SUMS } from './sets.ts';

/** Paths below the backup's folder, with slashes, and the SHA-256 of each in hexadecimal digits. */
export type Sums = ReadonlyMap<string, string>;

/** Path and hash as `sha256sum` writes them; names with a line break or a backslash are escaped as it does. */
const lineOf = ([path, sum]: readonly [string, string]): string => {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sum}  ${escaped}\n`;
};

/** The text of the list, in the order of the paths. */
export const writtenSums = (sums: Sums): string =>
  [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(lineOf)
    .join('');

const LINE = /^(\\?)([0-9a-f]{64}) [ *](.+)$/s;
const ESCAPES: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

/** Reads such a list. Throws an Error for a line that is none. */
export function readSums(text: string): Sums {
  const sums = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const [, escaped, sum, path] = LINE.exec(line) ?? [];
    if (sum === undefined || path === undefined)
      throw new Error(`not a line of ${SUMS}: ${line.slice(0, 120)}`);
    sums.set(escaped ? path.replace(/\\[\\nr]/g, (pair) => ESCAPES[pair] ?? pair) : path, sum);
  }
  return sums;
}

/** The list of a backup. */
export const sumsOf = async ({ folder }: BackupSet): Promise<Sums> =>
  readSums(await readFile(join(folder, SUMS), 'utf8'));

/** SHA-256 of a text, in hexadecimal digits. */
export const sumOfText = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Writes a file so that it is on the disk when this resolves. */
export async function writeThrough(path: string, text: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
