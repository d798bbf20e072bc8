import type { FastifyReply, FastifyRequest } from 'fastify';
import { busy, requireCaller } from './request.ts';

interface HeavyLimits {
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
type MakeHeavyAnswer = <T>(
  request: FastifyRequest,
  reply: FastifyReply,
  make: (gone: AbortSignal) => Promise<T>,
) => Promise<T>;

/** Turns for answers that take much to make, with limits of their own: above them 503 with Retry-After. */
export function limitHeavyAnswers({ atATime, waitingMax, ofCaller, retrySeconds }: HeavyLimits): MakeHeavyAnswer {
  let making = 0;
  const waiting = new Set<() => void>();
  const held = new Map<string, number>();

  function hold(request: FastifyRequest, reply: FastifyReply): AbortSignal {
    const { uid } = requireCaller(request);
    const count = held.get(uid) ?? 0;
    if (count >= ofCaller || (making >= atATime && waiting.size >= waitingMax)) throw busy(retrySeconds);
    held.set(uid, count + 1);
    const gone = abortWhenClientLeaves(reply);
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

/** How much of some work is done at once, and how much may wait. */
interface Turns {
  readonly atATime: number;
  /** Pieces that may wait, of all callers. */
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
 * Turns among strangers: one caller has one piece of work under way and lets others pass while it lasts, so that whoever sends
 * what takes long holds up himself. Where too much waits, whoever has several pieces waiting loses the newest of them to a caller
 * who has none. What waits ends when `gone` happens. Throws 503 for what is not to be done, be it at once or after waiting.
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
  /** Makes room for a caller who has nothing here yet; false: nobody has more than one piece waiting. */
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

/** The client has gone, with its answer or without. */
class ClientGone extends Error {}

/** Happens when the connection of a call closes: at once where it has closed before. */
export function abortWhenClientLeaves({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(new ClientGone());
  if (raw.destroyed || raw.closed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
