import type { DecisionEvent, SignatoryKind } from '../../../contract/documents/words.ts';

/** Attachments of one package together, bytes; what goes beyond is named in the list, not put in. */
export const PACKAGED_FILES_MAX = 64 * 1024 * 1024;

/** A decision about the document, or one that is still asked for. */
export interface PackageDecision {
  readonly kind: SignatoryKind;
  /** Whose decision it is. */
  readonly name: string;
  readonly position: string;
  /** Who decided in their place; empty: they did themselves. */
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
  /** In whose place; empty: their own. */
  readonly insteadOf: string;
  readonly at: string;
  readonly version: number;
  readonly hash: string;
}

/** An attachment as the package lists it. */
export interface PackageFile {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
  /** Where it lies on this machine; null: not put into the package, and the list says so. */
  readonly path: string | null;
}

/** All that the pages of a signed package show: plain values, which cross to the thread that draws them. */
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
  /** Where whoever holds the package learns whether it matches. */
  readonly checkAddress: string;
  /** Milliseconds since the epoch: of the state that is shown, so that the same state gives the same bytes. */
  readonly savedAt: number;
}
