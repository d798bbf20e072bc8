// Texts of the cabinet (the pages of a user's own account): profile, password, e-mail, sessions, mails about documents.
import { emailIn } from '../../../contract/accounts/about-email.ts';
import type { MailedAnswer, MailTrouble } from '../../../contract/accounts/accounts.ts';
import type { ProfileError } from '../../../contract/errors.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { type ErrorTexts, nameMistake } from '../platform/failure-texts.ts';
import { accountHeadings } from '../platform/headings.ts';
import { site } from '../platform/site.ts';

export const cabinet = typographed({
  heading: accountHeadings.cabinet,
  loading: 'Загружаем профиль…',
  user: 'Пользователь',
  email: 'почта',
  rank: 'уровень доступа',
  ranks: { admin: 'администратор', user: 'пользователь' },
  role: 'роль',
  name: 'Ф. И. О.',
  noName: 'укажите Ф. И. О.',
  registered: 'регистрация',
  edit: 'Редактировать профиль',
  save: 'Сохранить изменения',
  cancel: 'Отмена',
  saved: 'Изменения сохранены',
  changePassword: 'Изменить пароль',
  changeEmail: 'Изменить почту',
  secondFactor: 'Двухэтапный вход',
  avatar: (name: string) => `Фото: ${name}`,
  noAvatar: 'Фото профиля не загружено',
} as const);

export const profileErrors = typographed<ErrorTexts<ProfileError>>({
  'email: Не уникальное значение email': 'Профиль с такой почтой уже есть.',
  'invalid documents': 'Настройка писем не распознана: обновите страницу.',
  'user not found': 'Этого пользователя уже нет.',
  'invalid name': nameMistake,
});

export const mailSwitch = typographed({
  heading: 'Письма о документах',
  label: 'Присылать письма о документах',
  hint: `О том, что нужно подписать или прочитать, и о решениях по вашим документам.${
    site.stated.mail ? '' : ' Почта магазина не настроена: пока её не настроят, письма не уходят.'
  }`,
  loading: 'Загружаем настройку…',
  on: site.stated.mail ? 'Письма включены.' : 'Письма включены, но пока не уходят: почта магазина не настроена.',
  off: 'Письма выключены.',
} as const);

export const changePassword = typographed({
  heading: accountHeadings.changePassword,
  forced: 'Вы вошли с временным паролем из письма. Придумайте новый: до этого остальные страницы закрыты.',
  password: 'Введите новый пароль',
  again: 'Повторите пароль',
  hint: `Не короче ${site.passwordMin} знаков. Остальные ваши сеансы будут завершены.`,
  submit: 'Изменить пароль',
  cancel: 'Отмена',
  done: 'Пароль успешно изменён',
  toCabinet: 'В личный кабинет',
  invalid: 'указан не корректный пароль',
  mismatch: 'пароли не совпадают',
} as const);

/** Who changes an e-mail while no link can be mailed to the new one. */
const BY_COMMAND = 'Сменить её может тот, у кого есть доступ к серверу магазина: команда «parts admin email».';

export const changeEmail = typographed({
  heading: accountHeadings.changeEmail,
  now: 'Сейчас вы входите с почтой',
  email: 'Новая почта',
  hint: (trouble: MailTrouble | null): string => {
    if (!site.verification) return 'Прежняя почта перестанет действовать сразу.';
    if (trouble === 'not set up')
      return `Почта магазина не настроена: ссылка на новый адрес не уйдёт, и почта останется прежней. ${BY_COMMAND}`;
    return 'Пришлём на неё ссылку. Пока вы по ней не перейдёте, действует прежняя почта.';
  },
  submit: 'Изменить почту',
  cancel: 'Отмена',
  done: ({ message, mailTrouble: trouble }: MailedAnswer, former: string): string => {
    const changed = emailIn(message, 'emailChanged');
    if (changed !== null) return `Почта изменена. Теперь входите с адресом ${changed}.`;
    const email = emailIn(message, 'emailAsked') ?? '';
    if (trouble === 'not set up')
      return `Письмо со ссылкой на ${email} не ушло: почта магазина не настроена. Почта осталась прежней, входите с ${former}. ${BY_COMMAND}`;
    if (trouble === 'failing')
      return `Письмо со ссылкой для ${email} ждёт отправки: почта магазина сейчас не работает. Пока вы не перейдёте по ссылке, входите с прежней почтой ${former}.`;
    return `Проверьте почту: на ${email} придёт письмо со ссылкой. Она действует 24 часа. Пока вы по ней не перейдёте, входите с прежней почтой ${former}. Если письма нет, посмотрите в папке «Спам».`;
  },
  toCabinet: 'В личный кабинет',
  invalid: 'Введите адрес электронной почты',
  own: 'Это ваша нынешняя почта. Укажите другую.',
  taken: 'Этот адрес занят другой учётной записью',
} as const);

export const sessions = typographed({
  heading: 'Сеансы',
  lead: 'Где вы вошли в свою учётную запись. Незнакомый сеанс завершите и смените пароль.',
  loading: 'Загружаем сеансы…',
  current: 'этот сеанс',
  used: (moment: string) => `последнее обращение ${moment}`,
  from: (place: string, address: string) => (place ? `${place} (${address})` : `адрес ${address}`),
  begun: (day: string) => `вход ${day}`,
  end: 'Завершить',
  endOf: (device: string) => `Завершить сеанс: ${device}`,
  question: 'Завершить сеанс?',
  details: (device: string) => `${device}: там придётся войти заново.`,
  endOwn: 'Это сеанс, в котором вы работаете сейчас: после завершения нужно будет войти заново.',
  ended: 'Сеанс завершён',
  endOthers: 'Завершить все остальные',
  othersQuestion: 'Завершить все остальные сеансы?',
  othersDetails: 'Останется только этот сеанс: на других устройствах придётся войти заново.',
  othersEnded: 'Остальные сеансы завершены',
  unknown: 'Неизвестное устройство',
} as const);
