import type { BenchServer } from '../server.ts';
import { type Figure, whole } from '../table.ts';

/** Requests that wait for each instance. */
const WAITING = 8;

/** Answers of some instances together: a second of the clock, and a second of their processor time. */
interface Rate {
  readonly bySecond: number;
  readonly byProcessorSecond: number;
}

async function rateOf(instances: readonly BenchServer[], paths: readonly string[]): Promise<Rate> {
  const waiting = instances.flatMap(() => paths);
  const asked = waiting.length;
  const ask = async ({ client }: BenchServer) => {
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) await client.get(path);
  };
  const askEach = (instance: BenchServer) =>
    instance.watch(() => Promise.all(Array.from({ length: WAITING }, () => ask(instance))));
  const began = performance.now();
  const watched = await Promise.all(instances.map(askEach));
  const seconds = (performance.now() - began) / 1000;
  const cpuSeconds = watched.reduce((sum, each) => sum + each.cpuSeconds, 0);
  return { bySecond: asked / seconds, byProcessorSecond: asked / cpuSeconds };
}

const best = (one: Rate, other: Rate): Rate => ({
  bySecond: Math.max(one.bySecond, other.bySecond),
  byProcessorSecond: Math.max(one.byProcessorSecond, other.byProcessorSecond),
});

/**
 * Two instances beside one of them. The caller takes a share of the same cores, so what two answer more is
 * compared by processor time as well: twice what a second of it answers, beside the same of one.
 */
export async function measureTwo(
  instances: readonly [BenchServer, BenchServer],
  paths: readonly string[],
  rounds: number,
): Promise<Figure[]> {
  const none: Rate = { bySecond: 0, byProcessorSecond: 0 };
  let [one, two] = [none, none];
  // In turn: what else the machine does falls on both.
  for (let round = 0; round < rounds; round++) {
    one = best(one, await rateOf(instances.slice(0, 1), paths));
    two = best(two, await rateOf(instances, paths));
  }
  return [
    {
      name: 'two instances, each with a core: searches beside one',
      figure: `${((2 * two.byProcessorSecond) / one.byProcessorSecond).toFixed(2)} ×`,
      goal: '≥ 1.7 ×',
    },
    {
      name: 'the same with the caller on the same cores, searches a second',
      figure: `${whole(two.bySecond)}, ${(two.bySecond / one.bySecond).toFixed(2)} × (one: ${whole(one.bySecond)})`,
    },
  ];
}
