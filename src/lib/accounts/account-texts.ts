// Texts of what administrators do with accounts, and of the mails of the site. Texts of one's own account are
// in cabinet-texts.ts.
import type { MailAnswer, MailKind, MailTrouble } from '../../../contract/accounts/accounts.ts';
import type { Withdrawal } from '../../../contract/documents/documents.ts';
import type { AdministrationError } from '../../../contract/errors.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { site } from '../platform/site.ts';

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
      `${email} получит по почте временный пароль, прежний перестанет действовать, открытые сеансы закончатся. После входа пароль нужно будет сменить.`,
    yes: 'Сбросить пароль',
    done: (email) => `${email}: пароль сброшен`,
  },
  resetFactor: {
    button: 'Сбросить двухэтапный вход',
    question: 'Сбросить двухэтапный вход?',
    details: (email) =>
      `${email}: для входа хватит пароля, коды восстановления перестанут действовать, открытые сеансы закончатся. ${site.stated.mail ? 'Владелец получит письмо.' : 'Письмо об этом не уйдёт: почта не настроена.'} Убедитесь, что об этом просит сам владелец.`,
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
  heading: 'Новая учётная запись',
  name: 'Ф. И. О.',
  nameHint: 'Необязательно',
  email: 'Электронная почта',
  password: 'Пароль',
  passwordHint: `Не короче ${site.passwordMin} знаков. Сообщите пароль сотруднику сами: ${site.stated.mail ? 'письмо принесёт только ссылку для подтверждения почты' : 'почта не настроена, и ссылку для подтверждения почты тоже передайте сами'}.`,
  submit: 'Создать',
  cancel: 'Отмена',
} as const);

export const accountErrors = typographed<ErrorTexts<AdministrationError>>({
  'email is not unique': 'Учётная запись с такой почтой уже есть.',
  'invalid disabled': 'Состояние учётной записи не распознано: обновите страницу.',
  'invalid email': 'Проверьте адрес почты.',
  'invalid rank': 'Уровень доступа не распознан: обновите страницу.',
  'mail not found': 'Этого письма уже нет в очереди.',
  'last administrator': 'Это единственный администратор: сначала назначьте другого.',
  'mail is not set up': 'Почта не настроена: письмо не уйдёт, поэтому ничего не изменилось. Передайте ссылку.',
  'mail leaves': 'Почта уже работает: ссылка придёт письмом, отправьте его ещё раз.',
  'no invitation': 'Приглашения уже нет: его приняли или отозвали.',
  'signed in already': 'Этот человек уже входил: приглашение не нужно.',
  'no second factor': 'Двухэтапный вход у этой учётной записи уже отключён.',
  'user not found': 'Такой учётной записи нет.',
  'account disabled': 'Учётная запись отключена: сначала включите её.',
  'own account':
    'Свою учётную запись так изменить нельзя. Пароль и почту смените в личном кабинете, остальное — другой администратор.',
});

const WITHDRAWN = typographed<Readonly<Record<Withdrawal, string>>>({
  'account disabled': 'Письмо отозвано: учётная запись получателя отключена.',
  'mails switched off': 'Письмо отозвано: получатель выключил письма о документах.',
  'document not visible': 'Письмо отозвано: получатель больше не видит этот документ.',
  'nothing to decide': 'Письмо отозвано: от получателя больше ничего не ждут.',
  'newer digest': 'Письмо отозвано: отправлен более новый список документов.',
});

const PROBLEMS: Readonly<Record<string, string>> = typographed({
  ...WITHDRAWN,
  'mail is not set up': 'Почта не настроена.',
  'invitation over': 'Письмо отозвано: приглашение принято, отозвано или заменено новым.',
  'password over': 'Письмо отозвано: этот временный пароль больше не действует.',
  'the server stopped while it was being sent': 'Сервер остановился во время отправки.',
  'internal failure': 'Внутренняя ошибка сервера.',
});

/** Why a mail did not leave: in Russian, or as the mail server said it. */
export const problemOf = (problem: string): string => PROBLEMS[problem] ?? problem;

export const mails = typographed({
  heading: 'Отправка писем',
  lead: (trouble: MailTrouble | null): string =>
    trouble === 'not set up'
      ? 'Последние письма сайта. Почта не настроена: эти письма не ушли и сами не уйдут. Приглашения и новые пароли передавайте ссылкой.'
      : 'Последние письма сайта. Письма, которые почтовый сервер не принял, отправляются ещё раз сами, с растущими паузами, пока ссылка или пароль в письме действуют.',
  loading: 'Загружаем письма…',
  empty: 'Писем пока не было.',
  kinds: {
    confirmation: 'подтверждение почты',
    'email-change': 'подтверждение новой почты',
    recovery: 'ссылка для сброса пароля',
    password: 'временный пароль',
    notice: 'о безопасности учётной записи',
    document: 'о документе',
    'document-digest': 'документы за день',
    invitation: 'приглашение',
    'import-ended': 'о загрузке прайса',
    request: 'о новой заявке',
    'request-taken': 'покупателю о заявке',
  } satisfies Readonly<Record<MailKind, string>> as Readonly<Record<string, string>>,
  states: { waiting: 'ждёт отправки', sent: 'отправлено', failed: 'не ушло' },
  mayRepeat: 'могло уйти дважды',
  attempts: (count: number) => `попыток: ${count}`,
  next: (moment: string) => `следующая ${moment}`,
  retry: 'Отправить сейчас',
  retryOf: (to: string) => `Отправить сейчас: ${to}`,
  retried: (to: string) => `Отправляем письмо: ${to}`,
  /** After a refused retry, by what the list has of the mail then. */
  gone: (mail: Pick<MailAnswer, 'state' | 'problem'> | undefined): string => {
    if (mail?.state === 'sent') return 'Это письмо уже ушло.';
    if (mail?.state === 'waiting') return 'Это письмо отправляется прямо сейчас.';
    const why = mail?.problem ? ` ${problemOf(mail.problem)}` : '';
    return `Отправить это письмо уже нельзя.${why}`;
  },
} as const);
