import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStagedLists } from '../../server/price-lists/guess/staged-lists.ts';
import { watchProcesses } from '../memory.ts';
import { type Figure, leftOut } from '../table.ts';

const TOKENIZER = fileURLToPath(new URL('./tokenizer-alone.ts', import.meta.url));
const NAME = "reading child's processor time";
const ROUNDS = 3;

/** Processor seconds of a process that only takes the file apart, the best of some rounds; 0 where the system does not report it. */
export async function tokenizerSeconds(file: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) best = Math.min(best, await childSeconds(() => takeApart(file)));
  return best;
}

/** What the child that stages a file takes of the processor beside that; the best of some rounds. */
export async function measureReading(folder: string, file: string): Promise<Figure> {
  let reading = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++)
    reading = Math.min(reading, await childSeconds(() => stageAnew(folder, file)));
  const alone = await tokenizerSeconds(file);
  if (alone === 0) return leftOut(NAME, 'this system does not tell, or the file is too small');
  return {
    name: NAME,
    figure: `${reading.toFixed(2)} s, ${(reading / alone).toFixed(2)} × the tokenizer alone`,
    goal: '≤ 1.3 ×',
  };
}

const childSeconds = async (work: () => Promise<unknown>): Promise<number> =>
  (await watchProcesses(process.pid, work)).childCpuSeconds;

async function stageAnew(folder: string, file: string): Promise<void> {
  const staged = await mkdtemp(join(folder, 'staged-'));
  await openStagedLists(staged, Date.now).of(file);
  await rm(staged, { recursive: true });
}

async function takeApart(file: string): Promise<void> {
  const child = spawn(process.execPath, [TOKENIZER, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the tokenizer alone ended with ${code}`);
}
