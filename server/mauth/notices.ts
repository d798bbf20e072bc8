import { formatDevice } from '../../contract/device.ts';
import type { Paragraph } from '../mail/letter.ts';
import type { Client } from './client.ts';

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
export interface NoticeFacts {
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
export function noticeText(
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
