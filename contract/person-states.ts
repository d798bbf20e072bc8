/**
 * How far somebody has come.
 * - `works`: has signed in at least once;
 * - `invited`: was mailed an invitation and has not followed it;
 * - `never`: has an account, never signed in and holds no invitation;
 * - `disabled`: may not sign in.
 */
export const PERSON_STATES = ['works', 'invited', 'never', 'disabled'] as const;
export type PersonState = (typeof PERSON_STATES)[number];
