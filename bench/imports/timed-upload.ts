import { type Memory, watchProcesses } from '../memory.ts';
import type { BenchServer } from '../server.ts';

/** What a piece of work took of the server. */
export interface Took<Answer> {
  readonly answer: Answer;
  readonly seconds: number;
  /** Processor time of the server and of its children, seconds. */
  readonly cpuSeconds: number;
  readonly childCpuSeconds: number;
  /** Peaks of own memory, bytes. */
  readonly server: Memory;
  readonly child: Memory;
  readonly together: Memory;
}

/** Does some work over HTTP and watches the server meanwhile. */
export async function timedWork<Answer>(server: BenchServer, work: () => Promise<Answer>): Promise<Took<Answer>> {
  let seconds = 0;
  let cpuSeconds = 0;
  const answers: Answer[] = [];
  const use = await watchProcesses(server.pid, async () => {
    const watched = await server.watch(async () => {
      const began = performance.now();
      answers.push(await work());
      seconds = (performance.now() - began) / 1000;
    });
    cpuSeconds = watched.cpuSeconds;
  });
  return { ...use, answer: answers[0] as Answer, seconds, cpuSeconds };
}

/** The highest of the peaks; null where the system does not report it. */
export const highest = (peaks: readonly Memory[]): Memory =>
  peaks.reduce<Memory>((most, peak) => (peak === null ? most : Math.max(most ?? 0, peak)), null);
