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
}

/**
 * Turns among strangers: one caller has one piece of work under way and lets others pass while it lasts, so that whoever sends
 * what takes long holds up himself. Throws 503 where too much waits, of the caller or of all.
 */
export function fairTurns({ atATime, waiting: most, ofOne }: Turns) {
  const under = new Set<string>();
  const waiting: Waiting[] = [];
  const beginNext = () => {
    if (under.size >= atATime) return;
    const at = waiting.findIndex(({ caller }) => !under.has(caller));
    const [next] = at === -1 ? [] : waiting.splice(at, 1);
    if (!next) return;
    under.add(next.caller);
    next.begin();
  };

  return async <Result>(caller: string, work: () => Promise<Result>): Promise<Result> => {
    const own = waiting.filter((other) => other.caller === caller).length + (under.has(caller) ? 1 : 0);
    const waits = under.size >= atATime || under.has(caller);
    if (own >= ofOne || (waits && waiting.length >= most)) throw busy();
    const turn = new Promise<void>((begin) => waiting.push({ caller, begin }));
    beginNext();
    await turn;
    try {
      return await work();
    } finally {
      under.delete(caller);
      beginNext();
    }
  };
}
