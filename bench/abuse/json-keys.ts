import { BRIDGE, MAUTH } from '../../contract/api.ts';
import { type Figure, milliseconds } from '../table.ts';
import type { Attack } from './attack.ts';

const KEYS = 110_000;
const TIMES = 10;

/** A megabyte of JSON that is all names: to a call of anyone, and to one of an administrator. */
export const jsonKeys: Attack = {
  name: 'json-keys',
  measure: async ({ start, small }): Promise<Figure[]> => {
    const server = await start();
    const { access } = await server.signIn();
    const keys = Array.from({ length: small ? 1_000 : KEYS }, (_, n) => `"${n.toString(36)}":1`);
    const body = `{${keys.join(',')}}`;
    const figures: Figure[] = [];
    for (const [what, path] of [
      ['sign-in', `${MAUTH}/signin`],
      ['a form', `${BRIDGE}/brands/`],
    ] as const) {
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${access}` };
      const statuses = new Set<number>();
      const { loopDelayMs } = await server.watch(async () => {
        for (let n = 0; n < (small ? 1 : TIMES); n++) {
          const answer = await fetch(server.origin + path, { method: 'POST', body, headers });
          await answer.arrayBuffer();
          statuses.add(answer.status);
        }
      });
      figures.push({
        name: `${keys.length} names of JSON to ${what}, longest stop of the main loop`,
        figure: `${milliseconds(loopDelayMs)} (${[...statuses].join(', ')})`,
        goal: '≤ 50 ms',
      });
    }
    return figures;
  },
};
