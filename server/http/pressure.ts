import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { busy } from './errors.ts';
import { hasBody } from './intake.ts';
import { watchTurns } from './loop-turns.ts';
import type { ConnectionLimits } from './options.ts';

/** The place of a request among those at work. */
interface Place {
  take(): void;
  leave(): void;
}

const places = new WeakMap<FastifyRequest, Place>();

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
  const turns = watchTurns(turnWork);
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

/** Lets a request wait for something without a place among those at work, which it takes again afterwards. */
export async function standAside<Result>(
  request: FastifyRequest,
  wait: () => Promise<Result>,
): Promise<Result> {
  const place = places.get(request);
  place?.leave();
  try {
    return await wait();
  } finally {
    place?.take();
  }
}
