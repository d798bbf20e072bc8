import type { UploadDoubt } from '../../../../contract/bridge.ts';
import type { RunCounts } from '../../../../contract/run-counts.ts';

/** What a refused import came to. */
export interface DoubtfulFacts {
  readonly suspicions: readonly UploadDoubt[];
  readonly counts: RunCounts;
}

/** Thrown for an import that looks wrong and that nobody has confirmed; its facts cross a thread. */
export class DoubtfulImport extends Error {
  readonly code = 'DOUBTFUL_IMPORT';
  readonly facts: DoubtfulFacts;

  constructor(suspicions: readonly UploadDoubt[], counts: RunCounts) {
    super('import looks wrong');
    this.facts = { suspicions, counts };
  }
}
