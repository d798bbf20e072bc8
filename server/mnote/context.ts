import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/types.ts';
import type { StoredFiles } from '../files/open.ts';
import type { MnoteSchema } from './schema.ts';

/** What the parts of the notes service work with. */
export interface MnoteContext {
  readonly database: Database<MnoteSchema>;
  /** Pictures of slides. */
  readonly images: StoredFiles;
  /** Where received files lie while they are worked on. */
  readonly incomingFolder: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** Called after a commit that changed what visitors see of the slides. */
  readonly onChange: () => void;
}
