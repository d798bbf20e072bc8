import type { FastifyInstance } from 'fastify';
import { busy } from './errors.ts';

/** Sheds API requests above `max` under way at once, so that a flood costs answers of 503 instead of memory. */
export function addPressureLimit(app: FastifyInstance, max: number): void {
  let running = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/health') return;
    running += 1;
    reply.raw.once('close', () => {
      running -= 1;
    });
    if (running > max) throw busy();
  });
}
