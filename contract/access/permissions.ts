import type { ApiError } from '../errors.ts';
import type { ActionTitle, StandingAction } from './actions.ts';

/** The permission that a route needs. A route without one does not start. */
export type Permission =
  | 'anyone'
  | 'signed-in'
  | 'signed-in-or-link'
  | 'admin'
  | 'refresh-token'
  | 'service'
  | 'exchange'
  /** Administrators, and whoever's role has the action. */
  | `action:${StandingAction}`;

/** What the caller's role must allow beside that, in one direction and one type of documents. */
export interface PairPermission {
  readonly action: ActionTitle;
  /**
   * Whose direction and type:
   * - `document`: of the document that the address names, as the caller sees it;
   * - `represented document`: the same, seen by whomever the caller substitutes too;
   * - `form`: those that the form names.
   */
  readonly of: 'document' | 'represented document' | 'form';
  /** What the API says to whoever lacks it. */
  readonly refusal: ApiError;
}
