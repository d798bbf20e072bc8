// What goes into a signed package (a PDF of a document with its signatures and files): types that content.ts fills and
// the drawing thread draws.
import type { CommentKind, DecisionEvent } from '../../../contract/documents/words.ts';

/** Attachments of one package together, bytes; what goes beyond is named in the list, not put in. */
export const PACKAGED_FILES_MAX = 64 * 1024 * 1024;

/** Moments in a package: where the organisation is, with its distance from UTC. */
type Moment = string;

export interface PackageDecision {
  /** Of the moment of the decision, where there is one. */
  readonly name: string;
  readonly position: string;
  /** Name and position today, where they are others; empty otherwise. */
  readonly now: string;
  /** The substitute who decided, with the position; empty: the signatory did. */
  readonly by: string;
  readonly outcome: string;
  /** Empty while nothing is decided. */
  readonly at: Moment;
  readonly reason: string;
}

/** People who are asked together: a step of the route, all acceptors without one, or the readers. */
export interface PackageStep {
  readonly title: string;
  readonly decisions: readonly PackageDecision[];
}

/** A decision about a version that is no longer the present one, or one that was withdrawn. */
export interface EarlierDecision {
  readonly event: DecisionEvent;
  /** Who decided. */
  readonly by: string;
  /** The signatory, where a substitute decided; empty otherwise. */
  readonly insteadOf: string;
  readonly at: Moment;
  readonly version: number;
  readonly hash: string;
  /** Of a declined version; empty otherwise. */
  readonly reason: string;
  /** Who took it back, and when; null: it stood until the version ended. */
  readonly withdrawn: { readonly by: string; readonly at: Moment } | null;
}

export interface PackageComment {
  readonly kind: CommentKind;
  readonly by: string;
  readonly at: Moment;
  readonly version: number;
  /** In note markup; empty: withdrawn. */
  readonly text: string;
  readonly files: readonly string[];
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

/** Everything in a signed package but its files, as plain values that can be sent to the drawing thread. */
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
  /** As the pages call it. */
  readonly state: string;
  /** Null: it is not cancelled. */
  readonly cancelled: { readonly at: Moment; readonly by: string; readonly reason: string } | null;
  /** In note markup. */
  readonly text: string;
  readonly steps: readonly PackageStep[];
  readonly earlier: readonly EarlierDecision[];
  /** The oldest first; null: they are not wanted. */
  readonly comments: readonly PackageComment[] | null;
  /** The page that checks whether the package matches. */
  readonly checkAddress: string;
  /** SHA-256 of the certificate that seals it, as readers of PDF show it. */
  readonly fingerprint: string;
  /** Milliseconds since the epoch: of the state that is shown, so that the same state gives the same bytes. */
  readonly savedAt: number;
}
