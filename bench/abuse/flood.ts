import { Agent, request } from 'node:http';
import { BRIDGE } from '../../contract/api.ts';
import { type Figure, whole } from '../table.ts';
import type { Attack } from './attack.ts';
import { beside } from './ordinary.ts';

/** Callers that ask again as soon as they are answered. */
const CALLERS = 400;
const FLOOD_MS = 10_000;
const PATH = `${BRIDGE}/search/?query=${encodeURIComponent('фильтр масляный')}`;

/** The status of one call; 0 where there was no answer. */
const statusOf = (origin: string, agent: Agent) =>
  new Promise<number>((resolve) => {
    const sent = request(origin + PATH, { agent, timeout: FLOOD_MS }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('timeout', () => sent.destroy()).on('error', () => resolve(0));
    sent.end();
  });

/** Many callers at once who never wait. */
export const flood: Attack = {
  name: 'flood',
  measure: async ({ start, small }): Promise<Figure[]> => {
    const server = await start({ DEMO: 'on' });
    const [callers, ms] = small ? [20, 1_000] : [CALLERS, FLOOD_MS];
    const agent = new Agent({ keepAlive: true });
    const counts = { answered: 0, shed: 0, failed: 0 };
    const figures = await beside(server, `${callers} callers who never wait`, async () => {
      const until = performance.now() + ms;
      const ask = async () => {
        while (performance.now() < until) {
          const status = await statusOf(server.origin, agent);
          if (status === 503 || status === 429) counts.shed += 1;
          else if (status === 200 || status === 404) counts.answered += 1;
          else counts.failed += 1;
        }
      };
      await Promise.all(Array.from({ length: callers }, ask));
    });
    agent.destroy();
    const { answered, shed, failed } = counts;
    return [
      ...figures,
      {
        name: 'the callers’ own: answered / shed / failed',
        figure: `${whole(answered)} / ${whole(shed)} / ${whole(failed)}`,
      },
    ];
  },
};
