import type { SearchNote } from '../../../../contract/bridge.ts';

/** Another text that a query may have been meant as, and what was read otherwise for it. */
export interface Reread {
  readonly text: string;
  readonly notes: readonly SearchNote[];
}
