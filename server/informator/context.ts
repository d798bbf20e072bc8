import type { FastifyBaseLogger } from 'fastify';
import type { AuditTrail } from '../../contract/audit.ts';
import type { AccountStates } from '../../contract/identity.ts';
import type { Database } from '../database/types.ts';
import type { StoredFiles } from '../files/open.ts';
import type { Limits } from '../http/limits.ts';
import type { AttachmentLinks } from './docflow/attachments/links.ts';
import type { Permissions } from './permissions/permissions.ts';
import type { InformatorSchema } from './schema.ts';

/** What the parts of the info service work with. */
export interface InformatorContext {
  readonly database: Database<InformatorSchema>;
  readonly permissions: Permissions;
  /** Photos of users. */
  readonly photos: StoredFiles;
  /** Attachments of documents. */
  readonly attachments: StoredFiles;
  readonly links: AttachmentLinks;
  /** Where received files lie while they are worked on. */
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Where the organisation is: its days begin there. */
  readonly timeZone: string;
  readonly limits: Limits;
  /** Who cannot act any more. */
  readonly accounts: AccountStates;
  readonly log: FastifyBaseLogger;
  /** Where changes of rights are told. */
  readonly trail: AuditTrail;
  /** Called after a commit that changed what visitors see of the company pages. */
  readonly onChange: () => void;
}
