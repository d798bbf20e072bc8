import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { saveText, untilShown } from '../company-page.ts';
import { type HeapSize, heapNow, peakDuring } from '../memory.ts';
import type { Part } from '../part.ts';
import type { Place } from '../place.ts';
import { type Figure, leftOut, megabytes } from '../table.ts';

/** Calm before a server counts as idle, ms. */
const CALM_MS = 5_000;
const CALM_SMALL_MS = 100;
const TEXT = 'Правка, после которой страницы собираются';

/** What the smallest shop asks of its machine: the server and whatever it starts, with the demonstration. */
export const memory: Part = {
  name: 'memory',
  title: () => 'Memory of the demonstration shop, server and children together',
  async measure(bench) {
    const calm = bench.small ? CALM_SMALL_MS : CALM_MS;
    // A folder of its own: with pages that another server has built there would be nothing to build.
    const place: Place = { dataFolder: await mkdtemp(join(bench.folder, 'fresh-')), postgres: null };
    const starting = bench.start(place, { demo: true });
    const first = await peakDuring(() => starting);
    const running = await starting;
    const fresh = await after(calm);
    const { access } = await running.signIn();
    const rebuild = await peakDuring(async () => {
      await saveText(running, access, TEXT);
      await untilShown(running, TEXT);
    });
    const seconds = await running.metric('site_build_seconds');
    await running.stop();
    await bench.start(place, { demo: true });
    return [
      figureOf('peak of the first start, which fills and builds', first, '≤ 600 MB'),
      figureOf('idle after it', fresh, '≤ 300 MB'),
      figureOf('peak of a build after a save', rebuild, '≤ 600 MB'),
      { name: 'time of this build', figure: `${seconds.toFixed(1)} s` },
      figureOf('idle after another start', await after(calm), '≤ 300 MB'),
    ];
  },
};

async function after(calm: number): Promise<HeapSize> {
  await new Promise((resolve) => setTimeout(resolve, calm));
  return heapNow();
}

const figureOf = (name: string, { rss, pss }: HeapSize, goal: string): Figure =>
  pss === 0
    ? leftOut(name, 'only Linux tells')
    : { name, figure: `${megabytes(pss)} (${megabytes(rss)} with what is shared counted twice)`, goal };
