/** Texts of mails about accounts. */
import { formatDevice } from '../../contract/accounts/device.ts';
import * as limits from '../../contract/limits.ts';
import { countOf } from '../../rules/format/texts.ts';
import { routeLinks } from '../../rules/routes.ts';
import { layOutMail, type MailText, type Paragraph } from '../platform/mail/mail.ts';
import type { Client } from './store/clients.ts';

const DAYS = ['день', 'дня', 'дней'] as const;

/** Mails about accounts. Their texts name the host that links lead to. */
export interface MailTexts {
  confirmation(token: string, name: string | null): MailText;
  /** To the e-mail that an account is to have. It has no name in its greeting: the reader may be another person. */
  emailChange(token: string): MailText;
  invitation(token: string): MailText;
  recovery(token: string, name: string | null): MailText;
  mailedPassword(password: string, name: string | null): MailText;
  notice(notice: AccountNotification, facts: NoticeFacts, name: string | null): MailText;
}

interface MailTextSettings {
  /** E.g. `https://parts.example`; asked for each time: a free port is known only once it is listened on. */
  readonly siteAddress: () => string;
  /** For moments. */
  readonly timeZone: string;
}

export function createMailTexts({ siteAddress: site, timeZone }: MailTextSettings): MailTexts {
  const host = () => new URL(site()).host;
  const greeting = (name: string | null): Paragraph[] => [name === null ? 'Здравствуйте!' : `Здравствуйте, ${name}!`];
  return {
    confirmation: (token, name) =>
      layOutMail('Подтверждение почты', [
        ...greeting(name),
        `Чтобы завершить регистрацию на сайте ${host()}, подтвердите адрес почты: перейдите по ссылке. Она действует сутки.`,
        { link: site() + routeLinks.confirm(token), label: 'Подтвердить почту' },
        'Если вы не регистрировались, ничего не делайте и не переходите по ссылке.',
      ]),

    emailChange: (token) =>
      layOutMail('Новая почта для входа', [
        ...greeting(null),
        `Этот адрес указали как новую почту учётной записи на сайте ${host()}. Чтобы входить с ним, перейдите по ссылке. Она действует сутки; пока вы по ней не перейдёте, для входа служит прежний адрес.`,
        { link: site() + routeLinks.confirm(token), label: 'Подтвердить новую почту' },
        'Если вы об этом не просили, ничего не делайте и не переходите по ссылке.',
      ]),

    invitation: (token) =>
      layOutMail('Приглашение', [
        ...greeting(null),
        `Для вас создана учётная запись на сайте ${host()}. Чтобы войти, задайте пароль: перейдите по ссылке. Она действует ${countOf(limits.INVITATION_TTL_DAYS, DAYS)} и только один раз.`,
        { link: site() + routeLinks.invitation(token), label: 'Задать пароль' },
        'Если вы не ждали приглашения, ничего не делайте и не переходите по ссылке.',
      ]),

    recovery: (token, name) =>
      layOutMail('Сброс пароля', [
        ...greeting(name),
        `Кто-то, возможно вы, попросил сбросить пароль на сайте ${host()}. Чтобы получить новый пароль, перейдите по ссылке. Она действует один час.`,
        { link: site() + routeLinks.forgot(token), label: 'Сбросить пароль' },
        'Если это были не вы, ничего не делайте: пароль останется прежним.',
      ]),

    mailedPassword: (password, name) =>
      layOutMail('Новый пароль', [
        ...greeting(name),
        `Ваш пароль на сайте ${host()} сброшен. Временный пароль:`,
        { code: password },
        'Он действует сутки и только для одного входа. После входа сайт попросит придумать свой пароль.',
        { link: `${site()}/auth`, label: 'Войти' },
      ]),

    notice: (notice, facts, name) => {
      const { subject, paragraphs } = notificationText(notice, facts, { host: host(), timeZone });
      const link = { link: `${site()}/auth`, label: 'Страница входа' };
      return layOutMail(subject, [...greeting(name), ...paragraphs, link]);
    },
  };
}

/** Changes that an owner is notified of because another person may have made them. */
export type AccountNotification =
  | 'password-changed'
  /** By an administrator. */
  | 'password-set'
  | 'device-new'
  /** A link went to another e-mail that the account is to have. */
  | 'email-asked'
  /** To the former e-mail. */
  | 'email-changed'
  | 'factor-added'
  | 'factor-replaced'
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
  readonly newEmail?: string | undefined;
}

interface NoticeTexts {
  readonly subject: string;
  readonly happened: (host: string) => string;
  readonly advice: string;
}

const IF_NOT_YOU =
  'Если это были не вы, сразу сбросьте пароль: на странице входа выберите «Забыли пароль?». Все открытые сеансы при этом завершатся. Если это были вы, делать ничего не нужно.';
const PASSWORD_STOPS_IT =
  'Если это были не вы, сразу смените пароль в личном кабинете или сбросьте его: на странице входа выберите «Забыли пароль?». Ссылка для смены почты после этого не сработает. Если это были вы, делать здесь ничего не нужно.';
const ONLY_THE_ADMINISTRATOR =
  'Если это были не вы, сразу сообщите администратору: письмо для сброса пароля теперь придёт на новый адрес. Если это были вы, делать ничего не нужно.';
const ADMINISTRATOR_FIRST =
  'Если это были не вы, сразу сообщите администратору: без кода из чужого приложения вам теперь не войти, отключить его может только он. Затем сбросьте пароль: на странице входа выберите «Забыли пароль?». Если это были вы, делать ничего не нужно.';
const ASK_ADMINISTRATOR =
  'Если вы об этом не просили, сбросьте пароль (на странице входа «Забыли пароль?») и сообщите администратору.';
const WEAK_PASSWORD =
  'Если ваш пароль простой или используется где-то ещё, смените его в личном кабинете. Если вы сами забыли пароль, на странице входа выберите «Забыли пароль?».';

const KNOWN_PASSWORD =
  'Если это были не вы, ваш пароль знает кто-то ещё: сразу смените его в личном кабинете или сбросьте, выбрав на странице входа «Забыли пароль?». Если это были вы и приложение с кодами потеряно, обратитесь к администратору.';

const TEXTS: Readonly<Record<AccountNotification, NoticeTexts>> = {
  'password-changed': {
    subject: 'Пароль изменён',
    happened: (host) => `Пароль вашей учётной записи на сайте ${host} изменён.`,
    advice: IF_NOT_YOU,
  },
  'password-set': {
    subject: 'Пароль изменён',
    happened: (host) => `Администратор задал новый пароль вашей учётной записи на сайте ${host}.`,
    advice: ASK_ADMINISTRATOR,
  },
  'device-new': {
    subject: 'Вход с нового устройства',
    happened: (host) =>
      `В вашу учётную запись на сайте ${host} вошли с устройства или из сети, откуда раньше не входили.`,
    advice: IF_NOT_YOU,
  },
  'email-asked': {
    subject: 'Запрошена смена почты',
    happened: (host) =>
      `Для вашей учётной записи на сайте ${host} указана новая почта. Она заменит этот адрес после перехода по ссылке из письма на новую почту.`,
    advice: PASSWORD_STOPS_IT,
  },
  'email-changed': {
    subject: 'Почта изменена',
    happened: (host) => `Почта вашей учётной записи на сайте ${host} изменена: войти с этим адресом больше нельзя.`,
    advice: ONLY_THE_ADMINISTRATOR,
  },
  'factor-added': {
    subject: 'Двухэтапный вход включён',
    happened: (host) =>
      `У вашей учётной записи на сайте ${host} включён двухэтапный вход: кроме пароля, нужен код из приложения.`,
    advice: ADMINISTRATOR_FIRST,
  },
  'factor-replaced': {
    subject: 'Приложение с кодами заменено',
    happened: (host) =>
      `Для входа в вашу учётную запись на сайте ${host} теперь нужны коды из другого приложения. Коды из прежнего приложения и прежние коды восстановления больше не действуют.`,
    advice: ADMINISTRATOR_FIRST,
  },
  'factor-removed': {
    subject: 'Двухэтапный вход отключён',
    happened: (host) => `У вашей учётной записи на сайте ${host} отключён двухэтапный вход: для входа хватает пароля.`,
    advice: ASK_ADMINISTRATOR,
  },
  guesses: {
    subject: 'Кто-то пытается войти в вашу учётную запись',
    happened: (host) =>
      `К вашей учётной записи на сайте ${host} много раз подбирали пароль или код с незнакомых адресов. Войти не удалось. Мы замедлили такие попытки; с ваших обычных устройств вход работает как всегда.`,
    advice: WEAK_PASSWORD,
  },
  'guesses-here': {
    subject: 'Кто-то пытается войти в вашу учётную запись',
    happened: (host) =>
      `К вашей учётной записи на сайте ${host} много раз подбирали пароль или код с адреса, с которого входили и вы. Войти не удалось. Мы замедлили попытки с этого адреса; вход из других мест работает как всегда.`,
    advice: WEAK_PASSWORD,
  },
  'guesses-codes': {
    subject: 'Кто-то пытается войти в вашу учётную запись',
    happened: (host) =>
      `Для входа в вашу учётную запись на сайте ${host} с незнакомых адресов вводили верный пароль и много раз неверный код. Войти не удалось. Мы замедлили такие попытки; с ваших обычных устройств вход работает как всегда.`,
    advice: KNOWN_PASSWORD,
  },
};

/** Subject and paragraphs of a notice: what, when (in the shop's zone), from where, and what to do. */
function notificationText(
  notice: AccountNotification,
  { at, client, newEmail }: NoticeFacts,
  { host, timeZone }: { host: string; timeZone: string },
): { readonly subject: string; readonly paragraphs: readonly Paragraph[] } {
  const { subject, happened, advice } = TEXTS[notice];
  const paragraphs = [happened(host)];
  if (newEmail !== undefined) paragraphs.push(`Новая почта: ${maskEmail(newEmail)}.`);
  paragraphs.push(`Когда: ${momentIn(timeZone, at)}.`);
  if (client) paragraphs.push(`Откуда: ${placeOf(client)}.`);
  return { subject, paragraphs: [...paragraphs, advice] };
}

/** Enough for the owner to recognise, too little for readers of the former mailbox to write to. */
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

const placeOf = ({ agent, address }: Client) => `${formatDevice(agent) || 'неизвестное устройство'}, адрес ${address}`;
