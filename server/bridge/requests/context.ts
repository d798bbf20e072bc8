import type { JobRunner } from '../../database/types.ts';
import type { Limits } from '../../http/limits.ts';
import type { BridgeContext } from '../context.ts';
import type { DayCaps } from './day-counts.ts';
import type { RequestMails } from './mails.ts';

/** What the parts of requests work with. */
export interface RequestContext extends BridgeContext {
  /** null: requests are kept, but mailed to nobody. */
  readonly mails: RequestMails | null;
  readonly limits: Limits;
  readonly dayCaps: DayCaps;
  /** Answers what looks at many rows. */
  readonly jobs: JobRunner;
}
