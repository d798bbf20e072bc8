/** A run of another process, as its row has it. */
export interface RunElsewhere {
  readonly id: number;
  readonly worker: string;
  readonly beat: number;
}

/** This process as others see it in the runs that it is at, and how it sees them. */
export interface Worker {
  /** Its name in those runs. */
  readonly id: string;
  /** To be called before the first run bears its name: from then on others see that it lives. */
  begin(): void;
  /** Asked at each look, of all runs of others: those whose process is gone. */
  goneAmong(runs: readonly RunElsewhere[]): readonly RunElsewhere[];
  /** Whether others know of its life by the beats of its runs only. */
  readonly hasToBeat: boolean;
  close(): void;
}
