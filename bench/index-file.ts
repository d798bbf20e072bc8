import { readdir } from 'node:fs/promises';
import type { Place } from './place.ts';

/** The file of the index that the server reads: the catalogue itself, or its copy of the one in PostgreSQL. */
export async function indexFileOf({ dataFolder, postgres }: Place): Promise<string> {
  if (!postgres) return `${dataFolder}/bridge.db`;
  const folder = `${dataFolder}/copies/1`;
  const name = (await readdir(folder)).find((entry) => /^copy-\d+\.db$/.test(entry));
  if (!name) throw new Error('the server has no copy of the catalogue');
  return `${folder}/${name}`;
}
