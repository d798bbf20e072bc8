// Sheds requests while the server has more work than time.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Place, places } from '../http/limits.ts';
import { busy } from '../http/request.ts';
import { hasBody } from './intake.ts';
import type { ConnectionLimits } from './server-options.ts';

/** Probes that are answered while the server sheds requests. */
const WATCHING: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/**
 * Sheds API requests above `runningMax`, and those after a turn of the main loop that worked too long (decision 74). A
 * request counts once it has been received whole: an announced body takes no place.
 */
export function addPressureLimit(
  app: FastifyInstance,
  { runningMax: max, turnWork }: Pick<ConnectionLimits, 'runningMax' | 'turnWork'>,
): void {
  let running = 0;
  const turns = watchEventLoop(turnWork);
  app.addHook('onClose', async () => turns.close());
  const count = (request: FastifyRequest, reply: FastifyReply) => {
    if (reply.raw.closed || reply.raw.destroyed) return;
    let isCounted = false;
    const place: Place = {
      take: () => {
        if (isCounted || reply.raw.closed || reply.raw.destroyed) return;
        isCounted = true;
        running += 1;
      },
      leave: () => {
        if (!isCounted) return;
        isCounted = false;
        running -= 1;
      },
    };
    place.take();
    places.set(request, place);
    reply.raw.once('close', place.leave);
  };

  app.addHook('onRequest', async (request, reply) => {
    if (WATCHING.has(request.url)) return;
    if (turns.isSpent()) throw busy();
    if (!hasBody(request.raw)) count(request, reply);
    if (running > max || (running === max && hasBody(request.raw))) throw busy();
  });

  app.addHook('preHandler', async (request, reply) => {
    if (!hasBody(request.raw)) return;
    // Files are received by the route itself, the rest has been read by now.
    if (request.routeOptions.config.files && request.isMultipart()) {
      request.raw.once('end', () => count(request, reply));
      return;
    }
    count(request, reply);
    if (running > max) throw busy();
  });
}

const LOOP_LOOK_MS = 20;
/** Requests that every turn takes: a machine that slept for a second has no flood to answer. */
const TAKEN_ALWAYS = 64;

/** A turn reads all data before a timer runs: its delay shows the work. `turnWork`: how long a turn may work, ms. */
function watchEventLoop(turnWork: number) {
  let began = performance.now();
  let taken = 0;
  const timer = setInterval(() => {
    began = performance.now();
    taken = 0;
  }, LOOP_LOOK_MS);
  timer.unref();
  return {
    /** Counts a request; true when this turn of the loop has done its share and more requests are waiting. */
    isSpent(): boolean {
      taken += 1;
      return taken > TAKEN_ALWAYS && performance.now() - began > LOOP_LOOK_MS + turnWork;
    },
    close: () => clearInterval(timer),
  };
}
