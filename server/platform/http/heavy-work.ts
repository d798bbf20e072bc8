/** Queues for work that takes much memory or time: a limit for all callers and a fair share for each. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { busy, requireCaller } from './request.ts';

interface HeavyLimits {
  readonly atATime: number;
  readonly waitingMax: number;
  /** Answers of one caller, from the call to the last byte taken. */
  readonly ofCaller: number;
  readonly retrySeconds: number;
}

/** In turn; what takes memory belongs into `make`. A client that leaves while waiting (`gone`) has nothing made. */
type MakeHeavyAnswer = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  make: (gone: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Turns for expensive answers, with limits of their own: above them 503 with Retry-After. */
export function limitHeavyAnswers({ atATime, waitingMax, ofCaller, retrySeconds }: HeavyLimits): MakeHeavyAnswer {
  let making = 0;
  const waiting = new Set<() => void>();
  const active = new Map<string, number>();

  function hold(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const { uid } = requireCaller(request);
    const count = active.get(uid) ?? 0;
    if (count >= ofCaller || (making >= atATime && waiting.size >= waitingMax)) throw busy(retrySeconds);
    active.set(uid, count + 1);
    const gone = abortWhenClientLeaves(reply);
    gone.addEventListener('abort', () => {
      const left = (active.get(uid) ?? 0) - 1;
      if (left > 0) active.set(uid, left);
      else active.delete(uid);
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
    // A connection that has closed already emits no event.
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
      // The client is gone.
      throw gone.aborted ? busy(retrySeconds) : error;
    }
  };
}

interface Turns {
  readonly atATime: number;
  readonly waiting: number;
  /** Pieces of one caller, under way and waiting. */
  readonly ofOne: number;
}

interface Waiting {
  readonly caller: string;
  readonly begin: () => void;
  readonly refuse: () => void;
}

/**
 * A fair queue: one caller has one running piece of work and lets others pass meanwhile. Where too much waits, the caller
 * with several waiting pieces loses the newest of them to a caller without any. Waiting work ends when `gone` happens.
 * Throws 503 for refused work, at once or after waiting.
 */
export function fairQueue({ atATime, waiting: most, ofOne }: Turns) {
  const under = new Set<string>();
  const waiting: Waiting[] = [];
  const waitingOf = (caller: string) => waiting.filter((other) => other.caller === caller);
  const beginNext = () => {
    if (under.size >= atATime) return;
    const at = waiting.findIndex(({ caller }) => !under.has(caller));
    const [next] = at === -1 ? [] : waiting.splice(at, 1);
    if (!next) return;
    under.add(next.caller);
    next.begin();
  };
  const leave = (one: Waiting | undefined) => {
    const at = one ? waiting.indexOf(one) : -1;
    if (at === -1) return;
    waiting.splice(at, 1);
    one?.refuse();
  };
  /** Makes room for a caller without work here; false: no caller has more than one piece waiting. */
  const makeRoom = (caller: string): boolean => {
    if (under.has(caller) || waitingOf(caller).length > 0) return false;
    const [crowd] = waiting
      .map((one) => waitingOf(one.caller))
      .filter((pieces) => pieces.length > 1)
      .sort((one, other) => other.length - one.length);
    leave(crowd?.at(-1));
    return crowd !== undefined;
  };

  return async <Result>(
    caller: string,
    work: () => Promise<Result>,
    gone?: AbortSignal | undefined,
  ): Promise<Result> => {
    const own = waitingOf(caller).length + (under.has(caller) ? 1 : 0);
    const waits = under.size >= atATime || under.has(caller);
    if (own >= ofOne || gone?.aborted || (waits && waiting.length >= most && !makeRoom(caller))) throw busy();
    await new Promise<void>((begin, refuse) => {
      const piece: Waiting = { caller, begin, refuse: () => refuse(busy()) };
      waiting.push(piece);
      gone?.addEventListener('abort', () => leave(piece), { once: true });
      beginNext();
    });
    try {
      return await work();
    } finally {
      under.delete(caller);
      beginNext();
    }
  };
}

class ClientGone extends Error {}

/** Aborts when the connection of a call closes: at once where it has closed before. */
export function abortWhenClientLeaves({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(new ClientGone());
  if (raw.destroyed || raw.closed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
