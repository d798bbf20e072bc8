/** What a service reports about its state for monitoring. */
import type { QueryExecutorProvider } from 'kysely';
import type { MailTrouble } from '../../../contract/accounts/accounts.ts';
import type { DatabaseLoad, DialectName } from '../database/types.ts';

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
  queue(): { readonly running: number; readonly waiting: number };
  /** The newest runs of all processes. */
  lastRuns(): Promise<readonly WatchedRun[]>;
}

export interface IndexState {
  /** Grows with every change of the catalogue. */
  readonly revision: number;
  /** Changes that the index does not show yet, counted up to a thousand. */
  readonly behind: number;
  /** When it last showed everything, milliseconds since the epoch; null: it does now. */
  readonly asOf: number | null;
  readonly bytes: number;
}

/** Requests of buyers of the present day: `sent` are those of anonymous buyers. */
export interface RequestsOfDay {
  readonly sent: number;
  /** Senders that were refused because of their daily cap. */
  readonly senders: number;
  /** Whether all anonymous buyers together were refused, and all new clients. */
  readonly strangersMet: boolean;
  readonly newcomersMet: boolean;
}

interface AccountsState {
  /** Administrators without a second factor. */
  readonly openAdministrators: number;
  /** E-mails that accounts have lost to other ones. */
  readonly withoutEmail: readonly string[];
  /** Whether users may sign up with an e-mail without proof of owning it. */
  readonly trustsSignUps: boolean;
}

/** State of a service for monitoring. Each call costs a few milliseconds at most. */
export interface WatchedService {
  readonly name: string;
  readonly database: { readonly dialect: DialectName; readonly read: QueryExecutorProvider; load(): DatabaseLoad };
  readonly outbox?: { state(): Promise<OutboxState> } | null;
  readonly accounts?: { state(): Promise<AccountsState> };
  readonly imports?: WatchedImports;
  readonly requests?: { today(): Promise<RequestsOfDay> };
  readonly index?: { state(): Promise<IndexState> };
}

export interface OutboxState {
  readonly waiting: number;
  /** Failed mails that can still be sent by hand. */
  readonly failed: number;
  /** When the oldest waiting mail was added, milliseconds since the epoch; null: none waits. */
  readonly oldestAt: number | null;
  readonly problem: string | null;
  /** Why mails do not leave now; null: they do. */
  readonly trouble: MailTrouble | null;
}
