import type { Place } from '../place.ts';
import { quantilesOf } from '../quantiles.ts';
import { type Figure, milliseconds } from '../table.ts';
import type { Workbench } from '../workbench.ts';

/** Between two looks whether a server is ready, ms. */
const LOOK_MS = 10;

/** From the start of the program to the first `/ready` that says yes, over data that a server has had before. */
export async function measureStart(bench: Workbench, place: Place, times: number): Promise<Figure> {
  const values: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    const server = await bench.start(place);
    while ((await server.client.get('/ready')).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    values.push(performance.now() - began);
    await server.stop();
  }
  const { p50 } = quantilesOf(values);
  return {
    name: 'from the start of the program until it is ready, p50',
    figure: milliseconds(p50),
    goal: '≤ 2 000 ms',
  };
}
