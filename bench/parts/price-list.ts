import { BRIDGE } from '../../contract/api.ts';
import type { Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import { megabytes, milliseconds, whole } from '../table.ts';

const PATH = `${BRIDGE}/file/download`;
const CACHED_TIMES = 5;

/** The price list of the whole catalogue: built by the first download, cached for the rest. */
export const priceList: Part = {
  name: 'pricelist',
  title: ({ count }) => `Price list of ${whole(count)} rows`,
  async measure(bench) {
    const { client } = await bench.start(await bench.makePlace('catalogue'));
    const head = async () => {
      const answer = await client.get(PATH, {}, false);
      if (answer.status !== 200) throw new Error(`the price list answered ${answer.status}`);
      return answer.firstByteMs;
    };
    const built = await head();
    const cached: number[] = [];
    for (let time = 0; time < CACHED_TIMES; time++) cached.push(await head());
    const { body } = await client.get(PATH);
    return [
      {
        name: `built, ${megabytes(body.length)}`,
        figure: `${whole(bench.count / (built / 1000))} rows/s`,
        goal: '≥ 80 000 rows/s',
      },
      { name: 'first byte when cached', figure: milliseconds(quantilesOf(cached).p50), goal: '≤ 300 ms' },
    ];
  },
};
