import { formatDevice } from '../../contract/accounts/device.ts';
import { INVITATION_TTL_DAYS } from '../../contract/limits.ts';
import { countOf } from '../../rules/format/numbers.ts';
import { routeLinks } from '../../rules/routes.ts';
import { type Letter, type Paragraph, writeLetter } from '../platform/mail/mail.ts';
import type { Client } from './store/clients.ts';

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
  const greeting = (name: string | null): Paragraph[] => [name === null ? 'Здравствуйте!' : `Здравствуйте, ${name}!`];
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

/** What an owner is told of because it may have been somebody else's doing. */
export type Notice =
  | 'password-changed'
  /** By an administrator. */
  | 'password-set'
  | 'device-new'
  /** A link went to another e-mail that the account is to have. */
  | 'email-asked'
  /** To the former e-mail. */
  | 'email-changed'
  | 'factor-added'
  | 'factor-removed'
  /** Many wrong passwords from places the account was never signed in from. */
  | 'guesses'
  /** The same from one place that it was. */
  | 'guesses-here'
  /** Many wrong second codes from strange places, typed after the right password. */
  | 'guesses-codes';

/** When it happened (ms), and who asked for it; null where no browser of the owner's account did. */
interface NoticeFacts {
  readonly at: number;
  readonly client: Client | null;
  /** The e-mail that a change is about. */
  readonly newEmail?: string | undefined;
}

interface NoticeTexts {
  readonly subject: (host: string) => string;
  readonly happened: (host: string) => string;
  readonly advice: string;
}

const IF_NOT_YOU =
  'Если это были не\u00a0вы, сразу сбросьте пароль: на\u00a0странице входа выберите «Забыли пароль?». Все открытые сеансы при\u00a0этом завершатся. Если это были вы, делать ничего не\u00a0нужно.';
const PASSWORD_STOPS_IT =
  'Если это были не\u00a0вы, сразу смените пароль в\u00a0личном кабинете или сбросьте его: на\u00a0странице входа выберите «Забыли пароль?». Ссылка для\u00a0смены почты после этого не\u00a0сработает. Если это были вы, делать здесь ничего не\u00a0нужно.';
const ONLY_THE_ADMINISTRATOR =
  'Если это были не\u00a0вы, сразу сообщите администратору: письмо для\u00a0сброса пароля теперь придёт на\u00a0новый адрес. Если это были вы, делать ничего не\u00a0нужно.';
const ADMINISTRATOR_FIRST =
  'Если это были не\u00a0вы, сразу сообщите администратору: без кода из\u00a0чужого приложения вам теперь не\u00a0войти, отключить его может только он. Затем сбросьте пароль: на\u00a0странице входа выберите «Забыли пароль?». Если это были вы, делать ничего не\u00a0нужно.';
const ASK_ADMINISTRATOR =
  'Если вы\u00a0об\u00a0этом не\u00a0просили, сбросьте пароль (на\u00a0странице входа «Забыли пароль?») и\u00a0сообщите администратору.';
const WEAK_PASSWORD =
  'Если ваш пароль простой или используется где-то ещё, смените его в\u00a0личном кабинете. Если вы\u00a0сами забыли пароль, на\u00a0странице входа выберите «Забыли пароль?».';

const KNOWN_PASSWORD =
  'Если это были не\u00a0вы, ваш пароль знает кто-то ещё: сразу смените его в\u00a0личном кабинете или сбросьте, выбрав на\u00a0странице входа «Забыли пароль?». Если это были вы и\u00a0приложение с\u00a0кодами потеряно, обратитесь к\u00a0администратору.';

const TEXTS: Readonly<Record<Notice, NoticeTexts>> = {
  'password-changed': {
    subject: (host) => `Пароль изменён на\u00a0${host}`,
    happened: (host) => `Пароль вашей учётной записи на\u00a0сайте ${host} изменён.`,
    advice: IF_NOT_YOU,
  },
  'password-set': {
    subject: (host) => `Пароль изменён на\u00a0${host}`,
    happened: (host) => `Администратор задал новый пароль вашей учётной записи на\u00a0сайте ${host}.`,
    advice: ASK_ADMINISTRATOR,
  },
  'device-new': {
    subject: (host) => `Вход с\u00a0нового устройства на\u00a0${host}`,
    happened: (host) =>
      `В\u00a0вашу учётную запись на\u00a0сайте ${host} вошли с\u00a0устройства или из\u00a0сети, откуда раньше не\u00a0входили.`,
    advice: IF_NOT_YOU,
  },
  'email-asked': {
    subject: (host) => `Запрошена смена почты на\u00a0${host}`,
    happened: (host) =>
      `Для\u00a0вашей учётной записи на\u00a0сайте ${host} указана новая почта. Она заменит этот адрес, когда по\u00a0ссылке из\u00a0письма, отправленного на\u00a0неё, перейдут.`,
    advice: PASSWORD_STOPS_IT,
  },
  'email-changed': {
    subject: (host) => `Почта изменена на\u00a0${host}`,
    happened: (host) =>
      `Почта вашей учётной записи на\u00a0сайте ${host} изменена: войти с\u00a0этим адресом больше нельзя.`,
    advice: ONLY_THE_ADMINISTRATOR,
  },
  'factor-added': {
    subject: (host) => `Включён двухэтапный вход на\u00a0${host}`,
    happened: (host) =>
      `У\u00a0вашей учётной записи на\u00a0сайте ${host} включён двухэтапный вход: кроме пароля, нужен код из\u00a0приложения.`,
    advice: ADMINISTRATOR_FIRST,
  },
  'factor-removed': {
    subject: (host) => `Двухэтапный вход отключён на\u00a0${host}`,
    happened: (host) =>
      `У\u00a0вашей учётной записи на\u00a0сайте ${host} отключён двухэтапный вход: для\u00a0входа хватает пароля.`,
    advice: ASK_ADMINISTRATOR,
  },
  guesses: {
    subject: (host) => `Кто-то пытается войти в\u00a0вашу учётную запись на\u00a0${host}`,
    happened: (host) =>
      `К\u00a0вашей учётной записи на\u00a0сайте ${host} много раз подбирали пароль или\u00a0код с\u00a0незнакомых адресов. Войти не\u00a0удалось. Мы\u00a0замедлили такие попытки; с\u00a0ваших обычных устройств вход работает как\u00a0всегда.`,
    advice: WEAK_PASSWORD,
  },
  'guesses-here': {
    subject: (host) => `Кто-то пытается войти в\u00a0вашу учётную запись на\u00a0${host}`,
    happened: (host) =>
      `К\u00a0вашей учётной записи на\u00a0сайте ${host} много раз подбирали пароль или\u00a0код с\u00a0адреса, с\u00a0которого входили и\u00a0вы. Войти не\u00a0удалось. Мы\u00a0замедлили попытки с\u00a0этого адреса; вход из\u00a0других мест работает как\u00a0всегда.`,
    advice: WEAK_PASSWORD,
  },
  'guesses-codes': {
    subject: (host) => `Кто-то пытается войти в\u00a0вашу учётную запись на\u00a0${host}`,
    happened: (host) =>
      `Для\u00a0входа в\u00a0вашу учётную запись на\u00a0сайте ${host} с\u00a0незнакомых адресов вводили верный пароль и\u00a0много раз неверный код. Войти не\u00a0удалось. Мы\u00a0замедлили такие попытки; с\u00a0ваших обычных устройств вход работает как\u00a0всегда.`,
    advice: KNOWN_PASSWORD,
  },
};

/** Subject and paragraphs of a notice, without greeting: what, when (in the shop's zone), from where, and what to do. */
function noticeText(
  notice: Notice,
  { at, client, newEmail }: NoticeFacts,
  { host, timeZone }: { host: string; timeZone: string },
): { readonly subject: string; readonly paragraphs: readonly Paragraph[] } {
  const { subject, happened, advice } = TEXTS[notice];
  const paragraphs = [happened(host)];
  if (newEmail !== undefined) paragraphs.push(`Новая почта: ${maskEmail(newEmail)}.`);
  paragraphs.push(`Когда: ${momentIn(timeZone, at)}.`);
  if (client) paragraphs.push(`Откуда: ${placeOf(client)}.`);
  return { subject: subject(host), paragraphs: [...paragraphs, advice] };
}

/** Enough for the owner to know it again, too little for whoever reads the former mailbox to write to. */
const maskEmail = (email: string) => `${email[0]}•••${email.slice(email.lastIndexOf('@'))}`;

const momentIn = (timeZone: string, at: number) =>
  new Intl.DateTimeFormat('ru-RU', {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(at);

const placeOf = ({ agent, address }: Client) =>
  `${formatDevice(agent) || 'неизвестное устройство'}, адрес\u00a0${address}`;
