// Texts of the pages where administrators manage accounts and see the mails of the site. Texts of one's own account are
// in cabinet-texts.ts.
import type { Withdrawal } from '../../../contract/documents/documents.ts';
import type { AdministrationError } from '../../../contract/errors.ts';
import { countOf } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { accountHeadings } from '../platform/headings.ts';
import { site } from '../platform/site.ts';

const SESSIONS = ['сеанс', 'сеанса', 'сеансов'] as const;

/** Texts of the page where administrators manage accounts. */
export const users = typographed({
  heading: accountHeadings.users,
  search: 'поиск по имени или почте',
  create: 'Новая учётная запись',
  list: 'Список учётных записей',
  loading: 'Загружаем учётные записи…',
  empty: 'пока нет ни одной записи',
  noneFound: (search: string) => `По запросу «${search}» записей нет.`,
  moreFailed: 'Не удалось загрузить продолжение.',
  own: 'это вы',
  admin: 'администратор',
  disabled: 'отключена',
  unconfirmed: 'не подтверждена',
  claimed: 'аккаунт заведён посторонним, приглашение отправлено',
  mailedPassword: 'временный пароль',
  secondFactor: 'двухэтапный вход',
  since: (day: string) => `с ${day}`,
  sessions: (count: number) => (count === 0 ? 'нет сеансов' : countOf(count, SESSIONS)),
  actionsOf: (email: string) => `Действия: ${email}`,
  actions: 'Действия',
} as const);

interface Question {
  readonly button: string;
  readonly question: string;
  readonly details: (email: string) => string;
  readonly yes: string;
  readonly done: (email: string) => string;
}

export const accountActions = typographed({
  promote: {
    button: 'Сделать администратором',
    question: 'Сделать администратором?',
    details: (email) => `${email} получит полный доступ: каталог, загрузка прайса, учётные записи.`,
    yes: 'Сделать администратором',
    done: (email) => `${email}: теперь администратор`,
  },
  demote: {
    button: 'Снять права администратора',
    question: 'Снять права администратора?',
    details: (email) => `${email} сразу потеряет доступ к страницам администратора.`,
    yes: 'Снять права',
    done: (email) => `${email}: права администратора сняты`,
  },
  disable: {
    button: 'Отключить',
    question: 'Отключить учётную запись?',
    details: (email) => `${email} не сможет войти, открытые сеансы закончатся. Включить можно в любой момент.`,
    yes: 'Отключить',
    done: (email) => `${email}: учётная запись отключена`,
  },
  enable: {
    button: 'Включить',
    question: 'Включить учётную запись?',
    details: (email) => `${email} снова сможет войти.`,
    yes: 'Включить',
    done: (email) => `${email}: учётная запись включена`,
  },
  reset: {
    button: 'Сбросить пароль',
    question: 'Сбросить пароль?',
    details: (email) =>
      `На ${email} уйдёт письмо с временным паролем, открытые сеансы закончатся. После входа пароль нужно будет сменить.`,
    yes: 'Сбросить пароль',
    done: (email) => `${email}: временный пароль отправлен по почте`,
  },
  resetFactor: {
    button: 'Сбросить двухэтапный вход',
    question: 'Сбросить двухэтапный вход?',
    details: (email) =>
      `${email}: для входа хватит пароля, коды восстановления перестанут действовать, открытые сеансы закончатся. Владелец получит письмо. Убедитесь, что об этом просит он сам.`,
    yes: 'Сбросить',
    done: (email) => `${email}: двухэтапный вход сброшен`,
  },
  endSessions: {
    button: 'Завершить сеансы',
    question: 'Завершить все сеансы?',
    details: (email) => `${email}: на всех устройствах придётся войти заново.`,
    yes: 'Завершить',
    done: (email) => `${email}: сеансы завершены`,
  },
} as const satisfies Record<string, Question>);
export type AccountAction = keyof typeof accountActions;

export const newAccount = typographed({
  name: 'Ф. И. О.',
  nameHint: 'Необязательно',
  email: 'Электронная почта',
  password: 'Пароль',
  passwordHint: `Не короче ${site.passwordMin} знаков. Сообщите пароль сотруднику сами: по почте придёт только ссылка для подтверждения.`,
  submit: 'Создать',
  cancel: 'Отмена',
  done: (email: string) => `Создана учётная запись ${email}`,
} as const);

export const accountErrors = typographed<ErrorTexts<AdministrationError>>({
  'email is not unique': 'Учётная запись с такой почтой уже есть.',
  'invalid disabled': 'Состояние учётной записи не распознано: обновите страницу.',
  'invalid email': 'Адрес электронной почты заполнен не корректно.',
  'invalid rank': 'Ранг не распознан: обновите страницу.',
  'mail not found': 'Этого письма уже нет в очереди.',
  'last administrator': 'Это единственный администратор: сначала назначьте другого.',
  'no invitation': 'Приглашения уже нет: его приняли или отозвали.',
  'signed in already': 'Этот человек уже входил: приглашение не нужно.',
  'no second factor': 'Двухэтапный вход у этой учётной записи уже отключён.',
  'user not found': 'Такой учётной записи нет.',
  'account disabled': 'Учётная запись отключена: сначала включите её.',
  'own account': 'Свою учётную запись так изменить нельзя: попросите другого администратора.',
});

const WITHDRAWN = typographed<Readonly<Record<Withdrawal, string>>>({
  'account disabled': 'Письмо отозвано: учётная запись получателя отключена.',
  'mails switched off': 'Письмо отозвано: получатель отключил письма о документах.',
  'document not visible': 'Письмо отозвано: получатель больше не видит этот документ.',
  'nothing to decide': 'Письмо отозвано: от получателя больше ничего не ждут.',
  'newer digest': 'Письмо отозвано: отправлен более новый список документов.',
});

export const mails = typographed({
  heading: 'Отправка писем',
  lead: 'Последние письма сайта. Неотправленные повторяются сами, с растущими паузами, пока ссылка или пароль в письме действуют.',
  loading: 'Загружаем письма…',
  empty: 'писем пока не было',
  kinds: {
    confirmation: 'подтверждение почты',
    recovery: 'ссылка для сброса пароля',
    password: 'временный пароль',
    notice: 'о безопасности учётной записи',
    document: 'о документе',
    'document-digest': 'документы за день',
    invitation: 'приглашение',
    'import-ended': 'о загрузке прайса',
  } as Readonly<Record<string, string>>,
  states: { waiting: 'ждёт отправки', sent: 'отправлено', failed: 'не отправлено' },
  problems: {
    ...WITHDRAWN,
    'the server stopped while it was being sent': 'Сервер остановился во время отправки.',
    'internal failure': 'Внутренняя ошибка сервера.',
  } as Readonly<Record<string, string>>,
  mayRepeat: 'могло уйти дважды',
  attempts: (count: number) => `попыток: ${count}`,
  next: (moment: string) => `следующая ${moment}`,
  retry: 'Отправить сейчас',
  retryOf: (to: string) => `Отправить сейчас: ${to}`,
  retried: (to: string) => `Отправляем письмо: ${to}`,
  gone: 'Это письмо уже ушло или больше не действует.',
} as const);
