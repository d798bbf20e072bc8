import type { UploadDoubt } from '../../../../contract/bridge.ts';
import type { RunCounts } from '../../../../contract/run-counts.ts';

/** What lists tell of what a run came to: small beside its report. */
export type ListedCounts = RunCounts & { readonly doubtful: readonly UploadDoubt[] };
