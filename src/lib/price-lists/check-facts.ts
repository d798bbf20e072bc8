import type { DryRunAnswer } from '../../../contract/import-runs.ts';

/** Whether not one row of a checked file would be applied: every one is a heading, left out or has an error. */
export function appliesNothing({ rows, groups, counts, suspicions }: DryRunAnswer): boolean {
  const isDoubted = suspicions.some(({ kind }) => kind === 'nothing-applied');
  return isDoubted || rows - groups - counts.skipped - counts.failed <= 0;
}
