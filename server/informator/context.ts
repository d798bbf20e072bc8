import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/types.ts';
import type { StoredFiles } from '../files/open.ts';
import type { InformatorSchema } from './schema.ts';

/** What the parts of the info service work with. */
export interface InformatorContext {
  readonly database: Database<InformatorSchema>;
  /** Photos of users. */
  readonly photos: StoredFiles;
  /** Where received files lie while they are worked on. */
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
}
