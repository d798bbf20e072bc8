// What goes into a signed package (a PDF of a document with its signatures and files): types that the routes fill and
// the drawing thread draws.
import type { DecisionEvent, SignatoryKind } from '../../../contract/documents/words.ts';

/** Attachments of one package together, bytes; what goes beyond is named in the list, not put in. */
export const PACKAGED_FILES_MAX = 64 * 1024 * 1024;

export interface PackageDecision {
  readonly kind: SignatoryKind;
  readonly name: string;
  readonly position: string;
  /** The substitute who decided; empty: the signatory did. */
  readonly by: string;
  readonly outcome: 'accepted' | 'declined' | 'pending';
  /** Where the organisation is, DD.MM.YYYY HH:MM; empty while nothing is decided. */
  readonly at: string;
  readonly reason: string;
}

/** A decision about a version that is no longer the present one. */
export interface EarlierDecision {
  readonly event: DecisionEvent;
  /** Who decided. */
  readonly by: string;
  /** The signatory, where a substitute decided; empty otherwise. */
  readonly insteadOf: string;
  readonly at: string;
  readonly version: number;
  readonly hash: string;
}

export interface PackageFile {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Path on this machine; null: left out of the package, and the list says so. */
  readonly path: string | null;
}

/** Everything in a signed package, as plain values that can be sent to the drawing thread. */
export interface PackageContent {
  /** Of the site that made it. */
  readonly host: string;
  readonly number: number;
  readonly title: string;
  readonly directing: string;
  readonly task: string;
  readonly author: string;
  /** DD.MM.YYYY */
  readonly createdOn: string;
  readonly version: number;
  readonly hash: string;
  /** In note markup. */
  readonly text: string;
  readonly decisions: readonly PackageDecision[];
  readonly earlier: readonly EarlierDecision[];
  readonly files: readonly PackageFile[];
  /** The page that checks whether the package matches. */
  readonly checkAddress: string;
  /** Milliseconds since the epoch: of the state that is shown, so that the same state gives the same bytes. */
  readonly savedAt: number;
}
