import type { FastifyInstance, FastifyReply } from 'fastify';
import { busy } from './errors.ts';
import { hasBody } from './intake.ts';

/**
 * Sheds API requests above `max` at work at once, so that a flood costs answers of 503 instead of memory. A request is at
 * work once it has come whole: whoever only promises a body takes nobody's place.
 */
export function addPressureLimit(app: FastifyInstance, max: number): void {
  let running = 0;
  const count = (reply: FastifyReply) => {
    if (reply.raw.closed || reply.raw.destroyed) return;
    running += 1;
    reply.raw.once('close', () => {
      running -= 1;
    });
  };

  app.addHook('onRequest', async (request, reply) => {
    if (request.url === '/health') return;
    if (!hasBody(request.raw)) count(reply);
    if (running > max || (running === max && hasBody(request.raw))) throw busy();
  });

  app.addHook('preHandler', async (request, reply) => {
    if (!hasBody(request.raw)) return;
    // Files are received by the route itself, the rest has been read by now.
    if (request.routeOptions.config.files && request.isMultipart()) {
      request.raw.once('end', () => count(reply));
      return;
    }
    count(reply);
    if (running > max) throw busy();
  });
}
