import { saveText, untilShown } from '../company-page.ts';
import type { Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';

const EDITS = 5;
const EDITS_SMALL = 1;

const seconds = (value: number): string => `${value.toFixed(1)} s`;

/** How long a saved text is on its way to the HTML that everybody gets, and how much of it the build takes. */
export const freshness: Part = {
  name: 'freshness',
  title: () => 'From a save to the pages',
  async measure(bench) {
    const server = await bench.start(await bench.makePlace());
    const { access } = await server.signIn();
    const delays: number[] = [];
    const builds: number[] = [];
    for (let edit = 0; edit < (bench.small ? EDITS_SMALL : EDITS); edit++) {
      const text = `Правка номер ${edit}`;
      const began = performance.now();
      await saveText(server, access, text);
      await untilShown(server, text);
      delays.push((performance.now() - began) / 1000);
      builds.push(await server.metric('site_build_seconds'));
    }
    return [
      { name: 'from a save to the HTML', figure: seconds(quantilesOf(delays).p50), goal: '≤ 15 s' },
      { name: 'of this the build of all pages', figure: seconds(quantilesOf(builds).p50), goal: '≤ 5 s' },
    ];
  },
};
