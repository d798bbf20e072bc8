import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';

/** A list that a service elsewhere answers; while it is silent its last answer stands, over restarts too. */
export function keptAnswer<T>(
  ask: () => Promise<readonly T[]>,
  file: string,
  log: FastifyBaseLogger,
): () => Promise<readonly T[]> {
  let kept = '';
  return async () => {
    try {
      const answer = await ask();
      const text = JSON.stringify(answer);
      if (text !== kept) await write(file, text);
      kept = text;
      return answer;
    } catch (error) {
      log.warn({ err: error }, 'a service did not tell what the pages show');
      return JSON.parse(await readFile(file, 'utf8').catch(() => '[]')) as T[];
    }
  };
}

async function write(file: string, text: string): Promise<void> {
  const unfinished = `${file}.${process.pid}`;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(unfinished, text);
  await rename(unfinished, file);
}
