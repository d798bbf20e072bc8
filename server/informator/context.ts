import type { FastifyBaseLogger } from 'fastify';
import type { AuditTrail } from '../../contract/audit.ts';
import type { AccountStates } from '../../contract/identity.ts';
import type { Database } from '../database/types.ts';
import type { StoredFiles } from '../files/open.ts';
import type { Limits } from '../http/limits.ts';
import type { ScanLinks } from './docflow/scans/links.ts';
import type { Rights } from './rights/rights.ts';
import type { InformatorSchema } from './schema.ts';

/** What the parts of the info service work with. */
export interface InformatorContext {
  readonly database: Database<InformatorSchema>;
  readonly rights: Rights;
  /** Photos of users. */
  readonly photos: StoredFiles;
  /** Attachments of documents. */
  readonly scans: StoredFiles;
  readonly links: ScanLinks;
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
