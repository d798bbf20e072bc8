import type { FastifyBaseLogger } from 'fastify';
import type { AccountStates } from '../../../contract/identity.ts';
import type { Database } from '../../database/types.ts';
import type { StoredFiles } from '../../files/open.ts';
import type { InformatorSchema } from '../schema.ts';
import type { AttachmentLinks } from './attachments/links.ts';
import type { People, Permissions } from './ports.ts';

/** What the document flow works with. */
export interface DocflowContext {
  readonly database: Database<InformatorSchema>;
  readonly permissions: Permissions;
  readonly people: People;
  /** Whose accounts are disabled, and where they are reached: asked before a mail goes out. */
  readonly accounts: AccountStates;
  /** Attachments of documents. */
  readonly attachments: StoredFiles;
  readonly links: AttachmentLinks;
  /** Where received files lie while they are worked on. */
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Where the organisation is: its days begin there. */
  readonly timeZone: string;
  readonly log: FastifyBaseLogger;
}
