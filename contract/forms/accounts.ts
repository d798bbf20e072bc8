import { email } from '../fields/email.ts';
import type { Form } from '../fields/field.ts';
import { newPassword, password, samePassword } from '../fields/password.ts';
import { accountName } from '../fields/person-name.ts';
import { rank } from '../fields/rank.ts';
import { secondCode } from '../fields/second-code.ts';
import { disabled } from '../fields/switch.ts';

export const SIGNIN_FORM = { email, password, code: secondCode } satisfies Form;

export const SIGNUP_FORM = { email, password: newPassword, name: accountName } satisfies Form;
export const EMAIL_FORM = { email } satisfies Form;
export const PASSWORD_FORM = { password: newPassword, password_2: samePassword } satisfies Form;
/** The own password once more, and a code where the account has a second factor. */
export const CONFIRM_FORM = { password, code: secondCode } satisfies Form;
export const CODE_FORM = { code: secondCode } satisfies Form;

export const STANDING_FORM = { rank, disabled } satisfies Form;
export const ADMIN_PASSWORD_FORM = { email, password: newPassword } satisfies Form;
