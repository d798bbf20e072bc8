import type { FastifyBaseLogger } from 'fastify';
import type { AccountStates } from '../../../contract/accounts/identity.ts';
import type { AuditTrail } from '../../../contract/journal/events.ts';
import type { AccountDirectory } from '../../../contract/people/people.ts';
import type { Database } from '../../platform/database/types.ts';
import type { StoredFiles } from '../../platform/files/stored-files.ts';
import type { Limits } from '../../platform/http/limits.ts';
import type { ServiceTokens } from '../../platform/service-proofs.ts';
import type { TableReader } from '../../platform/sheet-reader/read-table.ts';
import type { PortalChange, PortalSchema } from '../../portal-database/schema.ts';
import type { Permissions } from '../roles/permissions.ts';

/** What profiles, lists, permissions and absence work with. */
export interface PeopleContext {
  readonly database: Database<PortalSchema>;
  readonly permissions: Permissions;
  /** Photos of users. */
  readonly photos: StoredFiles;
  /** Where received files lie while they are worked on. */
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Where the organisation is: its days begin there. */
  readonly timeZone: string;
  readonly limits: Limits;
  /** Who cannot act any more. */
  readonly accounts: AccountStates;
  /** Accounts as they are listed, made and renamed. */
  readonly directory: AccountDirectory;
  readonly documents: ListedDocuments;
  /** Reads the sheets of a received file. */
  readonly tables: TableReader;
  /** Whom services in other processes are known by. */
  readonly serviceTokens: ServiceTokens;
  readonly log: FastifyBaseLogger;
  /** Where changes of permissions are told. */
  readonly trail: AuditTrail;
}

/** What the lists of directions and tasks ask of the documents that stand under their rows. */
export interface ListedDocuments {
  /** How many documents stand under a direction or a task. */
  count(transaction: PortalChange, list: 'directings' | 'tasks', id: number): Promise<number>;
  /** Makes recipients of a task's documents wait for the acceptors, or no longer. */
  askInTurn(transaction: PortalChange, task: number, ordered: boolean, now: number): Promise<void>;
}
