import { BRIDGE } from '../../contract/api.ts';
import { quantilesOf } from '../quantiles.ts';
import type { BenchServer } from '../server.ts';
import { type Figure, milliseconds } from '../table.ts';
import type { Attack } from './attack.ts';

/** People who sign in at the same moment. */
const CROWD = 50;
/** Crowds one after another; the median counts, as a busy machine spoils one or the other. */
const ROUNDS = 5;
/** Searches before each crowd. */
const ALONE = 1_500;
const QUERIES = ['фильтр масляный', 'W 712', 'подшипник', 'OC90', 'ремень грм', '0986'];
const PATHS = QUERIES.map((query) => `${BRIDGE}/search/?query=${encodeURIComponent(query)}`);

/** Searches one after another until `isOver` says so; the time of each, milliseconds. */
async function searchUntil(server: BenchServer, isOver: (asked: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    const { status, ms } = await server.client.get(PATHS[times.length % PATHS.length] ?? '');
    if (status !== 200 && status !== 404) throw new Error(`a search answered ${status}`);
    times.push(ms);
  }
  return times;
}

const medianOf = (values: readonly number[]) => quantilesOf(values).p50;

/** Many users sign in at once: how that slows a user who searches, and how long it takes. */
export const signins: Attack = {
  name: 'signins',
  measure: async ({ start, small }): Promise<Figure[]> => {
    const server = await start({ DEMO: 'on' });
    const [crowd, rounds, alone] = small ? [5, 1, 50] : [CROWD, ROUNDS, ALONE];
    await searchUntil(server, (asked) => asked >= alone);
    const single: number[] = [];
    const measured: { before: number; during: number; seconds: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = quantilesOf(await searchUntil(server, (asked) => asked >= alone)).p99;
      const began = performance.now();
      let ended = Number.NaN;
      const signingIn = Promise.all(Array.from({ length: crowd }, () => server.signIn())).finally(() => {
        ended = performance.now();
      });
      const during = quantilesOf(await searchUntil(server, () => !Number.isNaN(ended))).p99;
      await signingIn;
      measured.push({ before, during, seconds: (ended - began) / 1000 });
      const asked = performance.now();
      await server.signIn();
      single.push(performance.now() - asked);
    }
    const before = medianOf(measured.map((round) => round.before));
    const during = medianOf(measured.map((round) => round.during));
    const ratio = medianOf(measured.map((round) => round.during / round.before));
    const seconds = medianOf(measured.map((round) => round.seconds));
    return [
      { name: 'search before sign-ins, p99', figure: milliseconds(before) },
      {
        name: `search during ${crowd} sign-ins at once, p99`,
        figure: `${milliseconds(during)} (${ratio.toFixed(1)} × the p99 before)`,
        goal: '≤ 2 ×',
      },
      { name: `${crowd} sign-ins at once, together with the searches`, figure: `${seconds.toFixed(1)} s` },
      { name: 'one sign-in alone', figure: milliseconds(medianOf(single)) },
    ];
  },
};
