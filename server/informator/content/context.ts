import type { Database } from '../../database/types.ts';
import type { InformatorSchema } from '../schema.ts';

/** What the company pages work with. */
export interface ContentContext {
  readonly database: Database<InformatorSchema>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Called after a commit that changed what visitors see of the company pages. */
  readonly onChange: () => void;
}
