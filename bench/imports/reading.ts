import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readPriceFile } from '../../server/platform/sheet-reader/reader.ts';
import { watchProcesses } from '../memory.ts';
import { type Figure, leftOut } from '../table.ts';

const TOKENIZER = fileURLToPath(new URL('./tokenizer-alone.ts', import.meta.url));
const NAME = "reading child's processor time";
const ROUNDS = 3;

/** What the reading child takes of the processor beside a process that only takes the file apart; the best of some rounds. */
export async function measureReading(file: string): Promise<Figure> {
  const best = { reading: Number.POSITIVE_INFINITY, alone: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round++) {
    best.reading = Math.min(best.reading, await childSeconds(() => readWhole(file)));
    best.alone = Math.min(best.alone, await childSeconds(() => takeApart(file)));
  }
  const { reading, alone } = best;
  if (alone === 0) return leftOut(NAME, 'this system does not tell, or the file is too small');
  return {
    name: NAME,
    figure: `${reading.toFixed(2)} s, ${(reading / alone).toFixed(2)} × the tokenizer alone`,
    goal: '≤ 1.3 ×',
  };
}

const childSeconds = async (work: () => Promise<unknown>): Promise<number> =>
  (await watchProcesses(process.pid, work)).childCpuSeconds;

async function readWhole(file: string): Promise<void> {
  const request = { file, sheet: null, startRow: 2, endRow: null, columns: [1, 2, 3, 4, 5] };
  for await (const piece of readPriceFile(request)) void piece;
}

async function takeApart(file: string): Promise<void> {
  const child = spawn(process.execPath, [TOKENIZER, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`the tokenizer alone ended with ${code}`);
}
