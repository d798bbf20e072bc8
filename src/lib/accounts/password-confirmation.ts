// Asks for the password again before a change of an account that needs it, and repeats the call then; for any page of
// the portal.
import { atom } from 'nanostores';
import { typographed } from '../../../rules/format/typography.ts';
import { callOr } from '../platform/http-client.ts';

/** Takes the outcome of the question for the password: whether it was given. Null while nothing asks. */
export const $asksPassword = atom<((given: boolean) => void) | null>(null);

let asked: Promise<boolean> | null = null;

/** Asks for the password over the page; calls that ask meanwhile wait for the same answer. */
function askPassword(): Promise<boolean> {
  asked ??= new Promise<boolean>((resolve) => $asksPassword.set(resolve)).finally(() => {
    asked = null;
    $asksPassword.set(null);
  });
  return asked;
}

/** Makes a call, and again once the password was given where it is wanted. Throws what the call threw. */
export const withPassword = <T>(call: () => Promise<T>): Promise<T> =>
  callOr(call, async ({ code }) => (code === 'confirm password' && (await askPassword()) ? call() : undefined));

export const confirmPassword = typographed({
  heading: 'Подтвердите, что это вы',
  text: 'Вы вошли давно. Чтобы изменить защиту учётной записи, введите свой пароль ещё раз.',
  password: 'Ваш пароль',
  submit: 'Подтвердить',
  cancel: 'Отмена',
} as const);
