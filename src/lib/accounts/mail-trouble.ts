// Whether mails leave: what is said before and after a change that writes a mail, and the link that administrators hand
// over in its place. Used by the pages of accounts and of people.
import { atom } from 'nanostores';
import type { HandedLinkAnswer, MailTrouble, MailTroubleAnswer } from '../../../contract/accounts/accounts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { attempt } from '../platform/http-client.ts';
import { mauth } from '../platform/session.ts';
import { site } from '../platform/site.ts';
import { withPassword } from './password-confirmation.ts';

/** Why mails do not leave; null: they do, as far as the settings say until an administrator's page has asked. */
export const $mailTrouble = atom<MailTrouble | null>(site.stated.mail ? null : 'not set up');

/** Asks again, for administrators; the former answer stays where there is none. */
export async function loadMailTrouble(): Promise<void> {
  await attempt(async () =>
    $mailTrouble.set((await mauth.get('admin/mail/trouble').json<MailTroubleAnswer>()).mailTrouble),
  );
}

/** Throws what ky throws, or SessionEnded. */
export const makeLink = (email: string): Promise<HandedLinkAnswer> =>
  withPassword(() => mauth.post(`admin/user/${encodeURIComponent(email)}/link`).json<HandedLinkAnswer>());

/** What was done, in words: a warning where a part of it failed. */
export interface Said {
  readonly kind: 'success' | 'warning';
  readonly text: string;
  /** Whose mail did not leave: the link to hand over is offered beside the text. */
  readonly linkFor?: string;
}

export const done = (text: string): Said => ({ kind: 'success', text });

/** Texts by what the server said of the mail; `works`: it said nothing. */
type ByTrouble = Readonly<Record<MailTrouble | 'works', (email: string) => string>>;

const BY_MAIL = typographed({
  invited: {
    works: (email) => `Отправляем приглашение: ${email}`,
    'not set up': (email) =>
      `${email}: приглашение создано, но не ушло — почта не настроена. Получите ссылку и передайте её сами.`,
    failing: (email) => `${email}: приглашение ждёт отправки — почтовый сервер сейчас не принимает письма.`,
  },
  reset: {
    works: (email) => `${email}: пароль сброшен, отправляем письмо с временным паролем`,
    'not set up': (email) =>
      `${email}: пароль сброшен, но письмо не ушло — почта не настроена. Получите ссылку и передайте её сами.`,
    failing: (email) =>
      `${email}: пароль сброшен, письмо с временным паролем ждёт отправки — почтовый сервер сейчас не принимает письма.`,
  },
  created: {
    works: (email) => `Создана учётная запись ${email}: отправляем письмо со ссылкой для подтверждения`,
    'not set up': (email) =>
      `Создана учётная запись ${email}, но письмо для подтверждения не ушло — почта не настроена. Получите ссылку и передайте её сами.`,
    failing: (email) =>
      `Создана учётная запись ${email}. Письмо для подтверждения ждёт отправки: почтовый сервер сейчас не принимает письма.`,
  },
} as const satisfies Record<string, ByTrouble>);

/** What became of a change and its mail. */
export function saidOfMail(
  change: keyof typeof BY_MAIL,
  email: string,
  { mailTrouble }: { readonly mailTrouble?: MailTrouble },
): Said {
  const text = BY_MAIL[change][mailTrouble ?? 'works'](email);
  return mailTrouble ? { kind: 'warning', text, linkFor: email } : done(text);
}

export const mailTroubles = typographed({
  notices: {
    'not set up': 'Почта не настроена: письма не уходят. Приглашения и новые пароли передавайте ссылкой.',
    failing: 'Почтовый сервер сейчас не принимает письма: они ждут отправки.',
  } satisfies Record<MailTrouble, string>,
  state: 'Открыть «Состояние»',
  getLink: 'Получить ссылку',
  getLinkOf: (email: string) => `Получить ссылку: ${email}`,
  link: (email: string) => `Ссылка для ${email}`,
  linkHint: ({ setsPassword, replaced }: Pick<HandedLinkAnswer, 'setsPassword' | 'replaced'>, until: string) =>
    [
      `Сработает один раз, до ${until}.`,
      setsPassword
        ? 'Передайте её лично: кто откроет ссылку, тот задаст пароль этой учётной записи.'
        : 'Она только подтвердит почту: войти можно будет с паролем, который вы задали.',
      replaced && 'Прежняя ссылка больше не действует.',
    ]
      .filter(Boolean)
      .join(' '),
  resetByLink: (email: string) =>
    `Почта не настроена: письмо с временным паролем для ${email} не уйдёт. Получите ссылку и передайте её лично: по ней сотрудник сам задаст новый пароль. До этого прежний пароль действует, сеансы не закончатся.`,
  close: 'Закрыть',
  copy: 'Скопировать',
  copied: 'Скопировано',
} as const);
