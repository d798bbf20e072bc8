// The actions that a role of staff can be allowed («Создать», «Согласовать» …), and how routes of the API name the
// permission that they need.
import type { ApiError } from '../errors.ts';

/** The code looks rights up by these titles. Plain constants: the browser needs them too. */
export const ACTIONS = {
  create: 'Создать',
  edit: 'Редактировать',
  remove: 'Удалить',
  approve: 'Согласовать',
  acknowledge: 'Ознакомиться',
} as const;
export type ActionTitle = (typeof ACTIONS)[keyof typeof ACTIONS];

/** Fixed actions that a role has as such, without a direction and a task. */
export const STANDING_ACTIONS = { requests: 'Заявки' } as const;
/** Their ids are of their own: the list of actions knows nothing of them. */
export const STANDING_ROWS = [{ id: 1, title: STANDING_ACTIONS.requests }] as const;
export type StandingAction = (typeof STANDING_ACTIONS)[keyof typeof STANDING_ACTIONS];

const STANDING: readonly string[] = Object.values(STANDING_ACTIONS);

export const isStandingAction = (title: string): title is StandingAction => STANDING.includes(title);

/**
 * Of a cell: an unknown name, a row that stands twice, an action without a type of documents, a mark of neither kind.
 */
export const RIGHTS_SHEET_ERRORS = [
  'unknown column',
  'unknown directing',
  'unknown task',
  'twice',
  'no task',
  'unknown mark',
] as const;
export type RightsSheetError = (typeof RIGHTS_SHEET_ERRORS)[number];

/** The permission that a route needs. A route without one does not start. */
export type Permission =
  | 'anyone'
  | 'signed-in'
  | 'signed-in-or-link'
  | 'admin'
  | 'refresh-token'
  | 'service'
  | 'exchange'
  /** Administrators, and users whose role has the action. */
  | `action:${StandingAction}`;

/** What the caller's role must allow besides in one direction and task. */
export interface PairPermission {
  readonly action: ActionTitle;
  /** Of the document in the address (seen by whomever the caller substitutes too: `represented`), or of the form. */
  readonly of: 'document' | 'represented document' | 'form';
  readonly refusal: ApiError;
}
