import type { UploadAnswer } from '../../contract/catalogue/runs.ts';
import type { Memory } from '../memory.ts';
import { type Figure, leftOut, megabytes, whole } from '../table.ts';
import type { BareInserts } from './bare-inserts.ts';
import type { Took } from './timed-upload.ts';

/** A part as a fraction, such as 1/12. */
const fraction = (of: number, rate: number): string => `1/${(of / rate).toFixed(of / rate < 10 ? 1 : 0)}`;

/** The rate beside bare inserts of the same rows. */
const besideBare = ({ rows, positions }: BareInserts, rate: number): string =>
  `${fraction(rows, rate)} of bare rows, ${fraction(positions, rate)} of bare positions`;

/** An import of so many rows as a figure. */
export function importFigure(
  name: string,
  took: Took<UploadAnswer>,
  count: number,
  bare: BareInserts,
  goal?: string,
): Figure {
  const { answer, seconds, cpuSeconds, childCpuSeconds } = took;
  const processor = `${cpuSeconds.toFixed(1)} s of processor, reading child ${childCpuSeconds.toFixed(1)} s`;
  return {
    name: `${name}: ${whole(answer.created)} new, ${whole(answer.updated)} changed`,
    figure: `${whole(count / seconds)} rows/s, ${besideBare(bare, count / seconds)} (${processor})`,
    goal,
  };
}

/** A check of a list that was read before, beside the time that reading it took. */
export const checkFigure = (name: string, check: number, reading: number): Figure => ({
  name,
  figure: `${(check / reading).toFixed(2)} × the time of reading it (${check.toFixed(1)} and ${reading.toFixed(1)} s)`,
  goal: '≤ 0.2 ×',
});

/** Half of what guess, check and import of a weekly list took before its file was read only once (commit 1765ddf5). */
const PROCESSOR_GOAL = '≤ 20 ×';

/** The processor time of some calls, of server and children, beside that of taking the file apart. */
export function processorFigure(name: string, calls: readonly Took<unknown>[], tokenizer: number): Figure {
  const seconds = calls.reduce((sum, { cpuSeconds, childCpuSeconds }) => sum + cpuSeconds + childCpuSeconds, 0);
  const title = `${name}: processor time`;
  if (tokenizer === 0) return leftOut(title, 'this system does not tell, or the file is too small');
  const figure = `${seconds.toFixed(1)} s, ${(seconds / tokenizer).toFixed(1)} × the tokenizer alone`;
  return { name: title, figure, goal: PROCESSOR_GOAL };
}

/** Memory as a figure, where the system reports it. */
export const memoryFigure = (name: string, memory: Memory, goal: string): Figure =>
  memory === null ? leftOut(name, 'this system does not tell') : { name, figure: megabytes(memory), goal };
