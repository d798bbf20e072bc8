import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Place, places } from '../http/guess-delays.ts';
import { busy } from '../http/request.ts';
import { hasBody } from './intake.ts';
import type { ConnectionLimits } from './server-options.ts';

/** What may look at a server that sheds: whether it lives, whether it is ready, and how it is doing. */
const WATCHING: ReadonlySet<string> = new Set(['/health', '/ready', '/metrics']);

/**
 * Sheds API requests above `runningMax` at work at once, and those that a turn of the main loop finds after it has worked for too
 * long, so that a flood costs answers of 503 instead of memory and waiting (decision 74). A request is at work once it has
 * come whole: whoever only promises a body takes nobody's place.
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
    let held = false;
    const place: Place = {
      take: () => {
        if (held || reply.raw.closed || reply.raw.destroyed) return;
        held = true;
        running += 1;
      },
      leave: () => {
        if (!held) return;
        held = false;
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

/** How often the main loop is seen to come round, ms. */
const LOOK_MS = 20;
/** Requests that every turn takes: a machine that stood still for a second has no flood to answer. */
const TAKEN_ALWAYS = 64;

/** Tells a main loop that has more to do than time. */
interface EventLoopDelays {
  /** Counts a request; true when this turn of the loop has done its share and more is still coming. */
  isSpent(): boolean;
  close(): void;
}

/**
 * Watches the main loop. A turn reads whatever has come from all connections before a timer gets its turn, so a timer that is
 * late tells, in the very turn, how long its requests have been answered already. `turnWork`: how long one turn may work, ms.
 */
function watchEventLoop(turnWork: number): EventLoopDelays {
  let began = performance.now();
  let taken = 0;
  const timer = setInterval(() => {
    began = performance.now();
    taken = 0;
  }, LOOK_MS);
  timer.unref();
  return {
    isSpent() {
      taken += 1;
      return taken > TAKEN_ALWAYS && performance.now() - began > LOOK_MS + turnWork;
    },
    close: () => clearInterval(timer),
  };
}
