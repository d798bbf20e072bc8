import { INVITATION_TTL_DAYS } from '../../contract/limits.ts';
import { countOf } from '../../rules/format/plural.ts';
import { routeLinks } from '../../rules/routes/route-links.ts';
import { type Paragraph, writeLetter } from '../mail/letter.ts';
import type { Letter } from '../mail/types.ts';
import { type Notice, type NoticeFacts, noticeText } from './notices.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

/** Letters about accounts; `site` is where the site is reached, e.g. `https://parts.example`. */
export interface Letters {
  confirmation(token: string, name: string | null): Letter;
  /** To the e-mail that an account is to have. It greets nobody by name: whoever reads it may be a stranger. */
  emailChange(token: string): Letter;
  /** To somebody for whom an administrator made an account; by no name, as there. */
  invitation(token: string): Letter;
  recovery(token: string, name: string | null): Letter;
  mailedPassword(password: string, name: string | null): Letter;
  /** Tells of something that the owner may not have done. */
  notice(notice: Notice, facts: NoticeFacts, name: string | null): Letter;
}

/**
 * The letters of a site whose address is asked for each time: a free port is known only once it is listened on. Moments
 * are told in the time zone of the shop.
 */
export function createLetters(site: () => string, timeZone: string): Letters {
  const host = () => new URL(site()).host;
  const greeting = (name: string | null): Paragraph[] => [
    name === null ? 'Здравствуйте!' : `Здравствуйте, ${name}!`,
  ];
  return {
    confirmation: (token, name) =>
      writeLetter(`Подтверждение почты на\u00a0${host()}`, [
        ...greeting(name),
        `Чтобы завершить регистрацию на\u00a0сайте ${host()}, подтвердите адрес почты: перейдите по\u00a0ссылке. Она действует сутки.`,
        { link: site() + routeLinks.confirm(token), label: 'Подтвердить почту' },
        'Если вы\u00a0не\u00a0регистрировались, ничего не\u00a0делайте и\u00a0по\u00a0ссылке не\u00a0переходите.',
      ]),

    emailChange: (token) =>
      writeLetter(`Новая почта для\u00a0входа на\u00a0${host()}`, [
        ...greeting(null),
        `Этот адрес указали как\u00a0новую почту учётной записи на\u00a0сайте ${host()}. Чтобы входить с\u00a0ним, перейдите по\u00a0ссылке. Она действует сутки, а\u00a0до\u00a0перехода действует прежний адрес.`,
        { link: site() + routeLinks.confirm(token), label: 'Подтвердить новую почту' },
        'Если вы\u00a0об\u00a0этом не\u00a0просили, ничего не\u00a0делайте и\u00a0по\u00a0ссылке не\u00a0переходите.',
      ]),

    invitation: (token) =>
      writeLetter(`Приглашение на\u00a0${host()}`, [
        ...greeting(null),
        `Для\u00a0вас создана учётная запись на\u00a0сайте ${host()}. Чтобы войти, задайте пароль: перейдите по\u00a0ссылке. Она действует ${countOf(INVITATION_TTL_DAYS, DAYS)} и\u00a0только один раз.`,
        { link: site() + routeLinks.invitation(token), label: 'Задать пароль' },
        'Если вы\u00a0не\u00a0ждали приглашения, ничего не\u00a0делайте и\u00a0по\u00a0ссылке не\u00a0переходите.',
      ]),

    recovery: (token, name) =>
      writeLetter(`Сброс пароля на\u00a0${host()}`, [
        ...greeting(name),
        `Кто-то, возможно вы, попросил сбросить пароль на\u00a0сайте ${host()}. Чтобы получить новый пароль, перейдите по\u00a0ссылке. Она действует один час.`,
        { link: site() + routeLinks.forgot(token), label: 'Сбросить пароль' },
        'Если это были не\u00a0вы, ничего не\u00a0делайте: пароль останется прежним.',
      ]),

    mailedPassword: (password, name) =>
      writeLetter(`Новый пароль на\u00a0${host()}`, [
        ...greeting(name),
        `Ваш пароль на\u00a0сайте ${host()} сброшен. Временный пароль:`,
        { code: password },
        'Он\u00a0действует сутки и\u00a0только для\u00a0одного входа. После входа сайт попросит придумать свой пароль.',
        { link: `${site()}/auth`, label: 'Войти' },
      ]),

    notice: (notice, facts, name) => {
      const { subject, paragraphs } = noticeText(notice, facts, { host: host(), timeZone });
      const link = { link: `${site()}/auth`, label: 'Страница входа' };
      return writeLetter(subject, [...greeting(name), ...paragraphs, link]);
    },
  };
}
