import type { UploadProgress } from '../../../../contract/bridge.ts';

/** A run of this process that has not ended. */
export interface ActiveRun {
  readonly id: number;
  /** What is told of it now. */
  progress: Partial<UploadProgress>;
  readonly cancel: (reason: Error) => void;
  /** Whether it still waits for its turn, and another process can go on with it. */
  readonly canBeHandedOver: () => boolean;
  /** Whether its turn is over, though its end may not be written down yet. */
  readonly hasHadTurn: () => boolean;
  /** Settles, never rejects, when the run has ended and that is written down. */
  readonly ended: Promise<void>;
}

/** The runs of this process by their ids. */
export type ActiveRuns = Map<number, ActiveRun>;

/** Why a run was aborted when that was nobody's wish. */
export const SERVER_STOPS = new Error('the server stops');
