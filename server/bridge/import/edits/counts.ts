import { HIDDEN } from '../../../../contract/hidden.ts';
import { NO_COUNTS, type RunCounts } from '../../../../contract/run-counts.ts';
import { haveOtherTerms } from '../rules/terms.ts';
import type { Edit } from './write-edits.ts';

/** The counts of a run of edits; what it left alone counts as skipped. */
export class EditCounts {
  readonly #counts: RunCounts = { ...NO_COUNTS };

  count({ before, after }: Edit): void {
    const counts = this.#counts;
    if (before.hidden === HIDDEN.removed && after.hidden !== HIDDEN.removed) counts.created += 1;
    if (after.price > before.price) counts.priceUp += 1;
    if (after.price < before.price) counts[after.price === 0 ? 'priceGone' : 'priceDown'] += 1;
    if (after.amount !== before.amount) counts.stockChanged += 1;
    if (haveOtherTerms(before, after)) counts.termsChanged += 1;
  }

  skip(): void {
    this.#counts.skipped += 1;
  }

  text(): string {
    return JSON.stringify(this.#counts);
  }
}
