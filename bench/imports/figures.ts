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

/** Memory as a figure, where the system reports it. */
export const memoryFigure = (name: string, memory: Memory, goal: string): Figure =>
  memory === null ? leftOut(name, 'this system does not tell') : { name, figure: megabytes(memory), goal };
