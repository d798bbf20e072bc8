import type { FastifyBaseLogger } from 'fastify';
import type { AuditTrail } from '../../../contract/audit.ts';
import type { AccountStates } from '../../../contract/identity.ts';
import type { AccountDirectory } from '../../../contract/people.ts';
import type { Database } from '../../database/types.ts';
import type { StoredFiles } from '../../files/open.ts';
import type { Limits } from '../../http/limits.ts';
import type { ServiceTokens } from '../../secrets/service-token.ts';
import type { TableReader } from '../../sheets/read-table.ts';
import type { InformatorSchema } from '../schema.ts';
import type { Permissions } from './permissions/permissions.ts';
import type { ListedDocuments } from './ports.ts';

/** What profiles, lists, permissions and absence work with. */
export interface PeopleContext {
  readonly database: Database<InformatorSchema>;
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
