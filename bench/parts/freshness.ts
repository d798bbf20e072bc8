import { INFORMATOR } from '../../contract/paths.ts';
import type { Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import type { BenchServer } from '../server.ts';

const PAGE = 'company';
const EDITS = 5;
const EDITS_SMALL = 1;
/** Pause between two looks at the page, milliseconds. */
const LOOK_MS = 50;
const PATIENCE_MS = 60_000;

const seconds = (value: number): string => `${value.toFixed(1)} s`;

/** Saves a text of the page about the company, made when it is not there yet. */
async function save(server: BenchServer, access: string, text: string): Promise<void> {
  const call = (method: string, path: string) =>
    fetch(`${server.origin}${INFORMATOR}/about${path}`, {
      method,
      headers: { Authorization: `Bearer ${access}` },
      body: new URLSearchParams({ alias: PAGE, mdInfo: text }),
    });
  const changed = await call('PATCH', `/${PAGE}`);
  const answer = changed.status === 404 ? await call('POST', '') : changed;
  if (!answer.ok) throw new Error(`the save answered ${answer.status}: ${await answer.text()}`);
}

async function untilShown(server: BenchServer, text: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (performance.now() < deadline) {
    const { body } = await server.client.get(`/about/${PAGE}`);
    if (body.includes(text)) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error('a saved text is not in the HTML after a minute');
}

/** How long a saved text is on its way to the HTML that everybody gets, and how much of it the build takes. */
export const freshness: Part = {
  name: 'freshness',
  title: () => 'From a save to the pages',
  async measure(bench) {
    const server = await bench.start(await bench.makePlace());
    const { access } = await server.signIn();
    const ways: number[] = [];
    const builds: number[] = [];
    for (let edit = 0; edit < (bench.small ? EDITS_SMALL : EDITS); edit++) {
      const text = `Правка номер ${edit}`;
      const began = performance.now();
      await save(server, access, text);
      await untilShown(server, text);
      ways.push((performance.now() - began) / 1000);
      builds.push(await server.metric('site_build_seconds'));
    }
    return [
      { name: 'from a save to the HTML', figure: seconds(quantilesOf(ways).p50), goal: '≤ 15 s' },
      { name: 'of this the build of all pages', figure: seconds(quantilesOf(builds).p50), goal: '≤ 5 s' },
    ];
  },
};
