import type { ProfileError } from '../../../contract/errors.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { accountHeadings } from '../platform/headings.ts';
import { site } from '../platform/site.ts';

/** Texts of the cabinet. */
export const cabinet = {
  heading: accountHeadings.cabinet,
  loading: 'Загружаем профиль…',
  user: 'Пользователь',
  email: 'почта',
  rank: 'ранг',
  ranks: { admin: 'администратор', user: 'пользователь' },
  role: 'роль',
  name: 'Ф.\u00a0И.\u00a0О.',
  noName: 'укажите Ф.\u00a0И.\u00a0О.',
  registered: 'регистрация',
  edit: 'Редактировать профиль',
  save: 'Сохранить изменения',
  cancel: 'Отмена',
  saved: 'Изменения сохранены',
  changePassword: 'Изменить пароль',
  changeEmail: 'Изменить почту',
  secondFactor: 'Двухэтапный вход',
  avatar: (name: string) => `Фото: ${name}`,
  noAvatar: 'Фото профиля не\u00a0загружено',
} as const;

/** Refusals of a profile, by code of the API. */
export const profileErrors: ErrorTexts<ProfileError> = {
  'email: Не уникальное значение email': 'Профиль с\u00a0такой почтой уже есть.',
  'invalid documents': 'Настройка писем не\u00a0распознана: обновите страницу.',
  'user not found': 'Этого пользователя уже нет.',
  'invalid name': 'Имя заполнено не\u00a0корректно',
};

/** Texts of the switch of mails about documents. */
export const mailSwitch = {
  heading: 'Письма о\u00a0документах',
  label: 'Присылать письма о\u00a0документах',
  hint: 'О\u00a0том, что нужно подписать или прочитать, и\u00a0о\u00a0решениях по\u00a0вашим документам.',
  loading: 'Загружаем настройку…',
  on: 'Письма включены.',
  off: 'Письма выключены.',
} as const;

/** Texts of the change of password. */
export const changePassword = {
  heading: accountHeadings.changePassword,
  forced:
    'Вы вошли с\u00a0временным паролем из\u00a0письма. Придумайте новый: до\u00a0этого остальные страницы закрыты.',
  password: 'Введите новый пароль',
  again: 'Повторите пароль',
  hint: `Не\u00a0короче ${site.passwordMin}\u00a0знаков. Остальные ваши сеансы будут завершены.`,
  submit: 'Изменить пароль',
  cancel: 'Отмена',
  done: 'Пароль успешно изменён',
  toCabinet: 'В\u00a0личный кабинет',
  invalid: 'указан не\u00a0корректный пароль',
  mismatch: 'пароли не\u00a0совпадают',
} as const;

/** Texts of the change of e-mail. */
export const changeEmail = {
  heading: accountHeadings.changeEmail,
  now: 'Сейчас вы входите с\u00a0почтой',
  email: 'Новая почта',
  hint: site.verification
    ? 'Пришлём на\u00a0неё ссылку. Пока вы по\u00a0ней не\u00a0перейдёте, действует прежняя почта.'
    : 'Прежняя почта перестанет действовать сразу.',
  submit: 'Изменить почту',
  cancel: 'Отмена',
  done: (email: string, former: string) =>
    site.verification
      ? `Проверьте почту: мы отправили на\u00a0${email} письмо со\u00a0ссылкой. Она действует 24\u00a0часа. Пока вы по\u00a0ней не\u00a0перейдёте, входите с\u00a0прежней почтой ${former}. Если письма нет, посмотрите в\u00a0папке «Спам».`
      : `Почта изменена. Теперь входите с\u00a0адресом ${email}.`,
  toCabinet: 'В\u00a0личный кабинет',
  invalid: 'Введите адрес электронной почты',
  own: 'Это ваша нынешняя почта. Укажите другую.',
  taken: 'Этот адрес занят другой учётной записью',
} as const;

/** Texts of the list of sessions. */
export const sessions = {
  heading: 'Сеансы',
  lead: 'Где вы вошли в\u00a0свою учётную запись. Незнакомый сеанс завершите и\u00a0смените пароль.',
  loading: 'Загружаем сеансы…',
  current: 'этот сеанс',
  used: (moment: string) => `последнее обращение ${moment}`,
  from: (place: string, address: string) => (place ? `${place} (${address})` : `адрес\u00a0${address}`),
  begun: (day: string) => `вход ${day}`,
  end: 'Завершить',
  endOf: (device: string) => `Завершить сеанс: ${device}`,
  question: 'Завершить сеанс?',
  details: (device: string) => `${device}: там придётся войти заново.`,
  endOwn: 'Это сеанс, в\u00a0котором вы работаете сейчас: после завершения нужно будет войти заново.',
  ended: 'Сеанс завершён',
  endOthers: 'Завершить все остальные',
  othersQuestion: 'Завершить все остальные сеансы?',
  othersDetails: 'Останется только этот сеанс: на\u00a0других устройствах придётся войти заново.',
  othersEnded: 'Остальные сеансы завершены',
  unknown: 'Неизвестное устройство',
} as const;
