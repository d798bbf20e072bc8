import type { QueryExecutorProvider } from 'kysely';
import type { DatabaseLoad, DialectName } from '../database/types.ts';

/** An import run as the page of the state lists it. */
export interface WatchedRun {
  readonly id: number;
  readonly fileName: string;
  readonly kind: 'file' | 'undo' | 'crosses' | 'hand';
  readonly state: 'running' | 'done' | 'failed' | 'interrupted';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number | null;
}

interface WatchedImports {
  /** Runs of this process that have their turn, and that wait for it. */
  queue(): { readonly running: number; readonly waiting: number };
  /** The newest runs of all processes. */
  lastRuns(): Promise<readonly WatchedRun[]>;
}

/** The index that searches are answered from. */
export interface IndexState {
  /** Grows with every change of the catalogue. */
  readonly revision: number;
  /** Changes that the index does not show yet, counted up to a thousand. */
  readonly behind: number;
  /** When it was last known to show everything, milliseconds since the epoch; null: it does now. */
  readonly asOf: number | null;
  /** Size of its file, bytes. */
  readonly bytes: number;
}

/** Requests of buyers, as the day is so far: `sent` are those of strangers. */
export interface RequestsOfDay {
  readonly sent: number;
  /** Senders that were refused one because of their daily cap. */
  readonly senders: number;
  /** Whether all strangers together were, and all newcomers. */
  readonly strangersMet: boolean;
  readonly newcomersMet: boolean;
}

/** What of accounts an administrator should see to. */
interface AccountsState {
  /** Administrators without a second factor. */
  readonly openAdministrators: number;
  /** E-mails that an account has lost to another one. */
  readonly withoutEmail: readonly string[];
  /** Whether anybody may sign up with anybody's e-mail, unproven. */
  readonly trustsSignUps: boolean;
}

/** What a service lets be watched. Each question costs a few milliseconds at most. */
export interface WatchedService {
  readonly name: string;
  readonly database: {
    readonly dialect: DialectName;
    readonly read: QueryExecutorProvider;
    load(): DatabaseLoad;
  };
  readonly outbox?: { state(): Promise<OutboxState> } | null;
  readonly accounts?: { state(): Promise<AccountsState> };
  readonly imports?: WatchedImports;
  readonly requests?: { today(): Promise<RequestsOfDay> };
  readonly index?: { state(): Promise<IndexState> };
}

/** The queue of an outbox. */
export interface OutboxState {
  /** Mails that wait for an attempt. */
  readonly waiting: number;
  /** Mails that were given up and can still be sent by hand. */
  readonly failed: number;
  /** When the oldest of the waiting mails was put in, milliseconds since the epoch; null: none waits. */
  readonly oldestAt: number | null;
  /** What the attempt at the newest mail in trouble said; null: no such mail. */
  readonly problem: string | null;
}
