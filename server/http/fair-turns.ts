import { busy } from './errors.ts';

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
export function fairTurns({ atATime, waiting: most, ofOne }: Turns) {
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
