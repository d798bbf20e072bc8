import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerOf } from './caller.ts';
import { clientGone } from './client-gone.ts';
import { busy } from './errors.ts';

export interface HeavyLimits {
  /** Answers that are made at a time. */
  readonly atATime: number;
  /** Answers that wait to be made. */
  readonly waitingMax: number;
  /** Answers of one caller, from the call to the last byte taken. */
  readonly ofCaller: number;
  /** When who is refused may come again, seconds. */
  readonly retrySeconds: number;
}

/**
 * Makes an answer when its turn comes, in the order of calls; whatever takes memory belongs into `make`, not before it. `gone`
 * happens when the client leaves; who leaves while waiting has nothing made.
 */
export type MakeInTurn = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  make: (gone: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Turns for answers that take much to make, with limits of their own: above them 503 with Retry-After. */
export function heavyAnswers({ atATime, waitingMax, ofCaller, retrySeconds }: HeavyLimits): MakeInTurn {
  let making = 0;
  const waiting = new Set<() => void>();
  const held = new Map<string, number>();

  function hold(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const { uid } = callerOf(request);
    const count = held.get(uid) ?? 0;
    if (count >= ofCaller || (making >= atATime && waiting.size >= waitingMax)) throw busy(retrySeconds);
    held.set(uid, count + 1);
    const gone = clientGone(reply);
    gone.addEventListener('abort', () => {
      const left = (held.get(uid) ?? 0) - 1;
      if (left > 0) held.set(uid, left);
      else held.delete(uid);
    });
    return gone;
  }

  async function enter(gone: AbortSignal): Promise<void> {
    if (making < atATime) {
      making += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const go = () => {
        gone.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(go);
        reject(gone.reason);
      };
      waiting.add(go);
      gone.addEventListener('abort', leave, { once: true });
    });
  }

  function leave(): void {
    const [next] = waiting;
    if (next) {
      waiting.delete(next);
      next();
    } else making -= 1;
  }

  return async (request, reply, make) => {
    // A connection that has closed tells so no more.
    if (reply.raw.destroyed || reply.raw.closed) throw busy(retrySeconds);
    const gone = hold(request, reply);
    try {
      await enter(gone);
      try {
        return await make(gone);
      } finally {
        leave();
      }
    } catch (error) {
      // Nobody is there to read the answer.
      throw gone.aborted ? busy(retrySeconds) : error;
    }
  };
}
