import type { OnProgress } from './context.ts';

export type Outcome = { readonly message: string } | { readonly failure: unknown };

/** An import that goes on while its client asks again and again how far it is. */
export interface Work {
  /** Rows so far. */
  readonly rows: number;
  /** Null while it runs. */
  readonly outcome: Outcome | null;
  /** Settles with it, never rejects. */
  readonly ended: Promise<void>;
}

type Begin = (onProgress: OnProgress, signal: AbortSignal) => Promise<string>;

export function startWork(begin: Begin, signal: AbortSignal): Work {
  const work = {
    rows: 0,
    outcome: null as Outcome | null,
    ended: Promise.resolve(),
  };
  const onProgress: OnProgress = ({ rows }) => {
    work.rows = rows ?? work.rows;
  };
  work.ended = begin(onProgress, signal).then(
    (message) => {
      work.outcome = { message };
    },
    (failure: unknown) => {
      work.outcome = { failure };
    },
  );
  return work;
}
