// Fixed values about people that server and browser share: states of a person, columns and outcomes of a list of staff.

/** `works`: has signed in; `invited`: did not follow the link yet; `never`: neither; `disabled`: may not sign in. */
export const PERSON_STATES = ['works', 'invited', 'never', 'disabled'] as const;
export type PersonState = (typeof PERSON_STATES)[number];

/** What a column of a list of staff may hold: a name in one column or in three, and where the person belongs. */
export const STAFF_COLUMNS = ['surname', 'name', 'patronymic', 'email', 'role', 'job'] as const;
export type StaffColumn = (typeof STAFF_COLUMNS)[number];

/** Why a row of a list of staff is left out. */
export const STAFF_ROW_ERRORS = ['no email', 'bad email', 'bad name', 'unknown role', 'twice'] as const;
export type StaffRowError = (typeof STAFF_ROW_ERRORS)[number];

/** What becomes of a row: an account is made, its role changes, nothing does, or it is left out. */
export const STAFF_OUTCOMES = ['new', 'role', 'same', 'wrong'] as const;
export type StaffOutcome = (typeof STAFF_OUTCOMES)[number];
