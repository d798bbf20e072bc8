import type { RunSource } from '../../../../contract/import-runs.ts';
import type { FormFields } from '../settings.ts';

/**
 * What becomes of an import that looks wrong: `plain` is applied and marked, as clients of the first API expect;
 * `asked` is refused until somebody has looked; `confirmed` was looked at.
 */
export type Confirmation = 'plain' | 'asked' | 'confirmed';

/** A price list that somebody, or the shop itself, wants applied. */
export interface ImportOrder {
  /** Stays the caller's, who may remove it when the call has ended. */
  readonly file: { readonly path: string; readonly originalName: string; readonly bytes: number };
  /** The fields of the upload form as text; `preset` names saved ones, over which the others stand. */
  readonly fields: FormFields;
  readonly uid: string;
  /** Name or address of that person, as the history shows it. */
  readonly who: string;
  readonly source: RunSource;
  readonly confirm: Confirmation;
  readonly uploadId?: string | null;
  /** That person wants to hear of its end. */
  readonly notifies?: boolean;
  /** Where that person wants a mail at its end; null: none. */
  readonly mailTo?: string | null;
}
