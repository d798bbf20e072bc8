// Texts of the screens of people who are not signed in: sign-in, registration, forgotten password, mailed links,
// invitations, the first administrator; and of signing out.
import { emailIn } from '../../../contract/accounts/about-email.ts';
import type { MailedAnswer, MailTrouble, SignUpAnswer } from '../../../contract/accounts/accounts.ts';
import type { SignInError } from '../../../contract/errors.ts';
import { NBSP } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { site } from '../platform/site.ts';

/** What the one screen of signing in is used for. */
export type AuthMode = 'signin' | 'signup' | 'forgot';

interface ModeTexts {
  readonly heading: string;
  readonly lead: string;
  readonly submit: string;
  readonly submitting: string;
  readonly title: string;
}

const HELP = site.phone ? `Позвоните нам: ${site.phone.replaceAll(' ', NBSP)}.` : 'Обратитесь в магазин.';

/** The only administrator has no one else to ask. */
const ADMINISTRATOR =
  'Если вы администратор, новый пароль задаст тот, у кого есть доступ к серверу магазина: команда «parts admin password».';

function leadOfSignUp(): string {
  if (!site.verification) return 'Войти можно будет сразу после регистрации.';
  return site.stated.mail
    ? 'На указанную почту придёт письмо со ссылкой для подтверждения.'
    : `Почта магазина не настроена: письмо для подтверждения не уйдёт. ${HELP}`;
}

export const authModes = typographed<Readonly<Record<AuthMode, ModeTexts>>>({
  signin: {
    heading: 'Вход',
    lead: 'Для сотрудников и постоянных покупателей. Искать детали и скачивать прайс можно без входа.',
    submit: 'Войти',
    submitting: 'Входим…',
    title: `Вход — ${site.name}`,
  },
  signup: {
    heading: 'Создание аккаунта',
    lead: leadOfSignUp(),
    submit: 'Создать аккаунт',
    submitting: 'Создаём…',
    title: `Регистрация — ${site.name}`,
  },
  forgot: {
    heading: 'Сброс пароля',
    lead: site.stated.mail
      ? 'Укажите почту, с которой регистрировались: пришлём ссылку для сброса пароля.'
      : `Почта магазина не настроена: письмо со ссылкой для сброса пароля не уйдёт. ${HELP} ${ADMINISTRATOR}`,
    submit: 'Сбросить пароль',
    submitting: 'Отправляем…',
    title: `Сброс пароля — ${site.name}`,
  },
});

export const auth = typographed({
  returning: 'Войдите, чтобы открыть эту страницу. После входа вы на неё вернётесь.',
  name: 'Ф. И. О.',
  email: 'Электронная почта',
  password: 'Пароль',
  passwordHint: `Не короче ${site.passwordMin} знаков.`,
  showPassword: 'Показать',
  hidePassword: 'Скрыть',
  showPasswordFull: 'Показать пароль',
  forgot: 'Забыли пароль?',
  notRegistered: 'Ещё нет аккаунта?',
  toSignUp: 'Создать аккаунт',
  registered: 'Уже есть аккаунт?',
  toSignIn: 'Войти',
  needsScript: 'Для входа включите JavaScript в браузере или позвоните нам: ',
  loading: 'Загружаем форму входа…',
} as const);

/** What became of a wish, by what the server said of its mail. */
export const authDone = typographed({
  signup: ({ email, mailTrouble: trouble }: SignUpAnswer): string => {
    if (!site.verification) return `Аккаунт ${email} создан. Теперь можно войти.`;
    if (trouble === 'not set up')
      return `Аккаунт ${email} создан, но письмо для подтверждения не ушло: почта магазина не настроена. ${HELP}`;
    if (trouble === 'failing')
      return `Аккаунт ${email} создан. Письмо со ссылкой для подтверждения ждёт отправки: почта магазина сейчас не работает. Проверьте почту позже.`;
    return `Проверьте почту: на ${email} придёт письмо со ссылкой для подтверждения. Ссылка действует 24 часа. Если письма нет, посмотрите в папке «Спам».`;
  },
  forgot: ({ message, mailTrouble: trouble }: MailedAnswer): string => {
    const email = emailIn(message, 'recovery') ?? '';
    if (trouble === 'not set up')
      return `Письмо не ушло: почта магазина не настроена. Пароль остался прежним. ${HELP} ${ADMINISTRATOR}`;
    if (trouble === 'failing')
      return `Письмо для ${email} ждёт отправки: почта магазина сейчас не работает. Ссылка в нём действует один час. Если письмо не придёт, запросите новое.`;
    return `Проверьте почту: на ${email} придёт письмо со ссылкой для сброса пароля. Ссылка действует один час. Если письма нет, посмотрите в папке «Спам».`;
  },
} as const);

/** What stands on the sign-in page instead of the form when signing in would not help. */
export const turnedAway = typographed({
  forbidden: {
    heading: 'Недостаточно прав',
    text: 'Эта страница открыта не всем сотрудникам. Если она нужна для работы, обратитесь к администратору.',
  },
  failed: {
    heading: 'Не удалось загрузить страницу',
    text: 'Сервер не ответил или ответил ошибкой. С вашей учётной записью всё в порядке.',
  },
  again: 'Повторить',
  home: 'На главную',
  otherAccount: 'Войти под другим именем',
} as const);

/** The field that a message stands under; `general` belongs to the whole form. */
export type AuthField = 'name' | 'email' | 'password' | 'code' | 'general';

const staleLink = 'Ссылка недействительна или устарела. Запросите новую.';

const unconfirmed = site.stated.mail
  ? 'email не подтверждён. Проверьте почту'
  : `email не подтверждён. Письмо со ссылкой не уйдёт: почта магазина не настроена. ${HELP}`;

/** What a refusal of the sign-in screen means, by the server's error text. */
export const authRefusals = typographed<Readonly<Record<SignInError, readonly [AuthField, string]>>>({
  'invalid email': ['email', 'Введите адрес электронной почты'],
  'user not found': ['general', 'Пользователь не найден'],
  'email not confirmed': ['general', unconfirmed],
  'email is not unique': ['general', 'Пользователь c такой почтой уже создан'],
  'invalid password': ['password', 'Пароль не корректен'],
  'incorrect password': ['password', 'Пароль не корректен'],
  'incorrect code': [
    'code',
    'Код не подходит. Введите тот, что приложение показывает сейчас, или другой код восстановления.',
  ],
  'incorrect name': ['name', 'Имя заполнено не корректно'],
  'second factor required': ['code', 'Введите код двухэтапного входа.'],
  'invalid invitation': [
    'general',
    'Приглашение уже принято, отозвано или устарело. Попросите администратора прислать новое.',
  ],
  'invalid setup link': [
    'general',
    'Ссылка уже сработала или устарела, либо администратор в магазине уже есть. Новую даёт команда parts admin setup-link.',
  ],
  'invalid token': ['general', staleLink],
  'invalid recovery token': ['general', staleLink],
  'invalid verification token': ['general', staleLink],
  'registration is prohibited': ['general', 'Регистрация закрыта. За доступом обратитесь к администратору.'],
});

export const signedIn = typographed({
  heading: 'Вы уже вошли',
  text: (email: string) => `Вы вошли как ${email}.`,
  goOn: 'Продолжить',
} as const);

export const signingOut = typographed({
  heading: 'Выход',
  text: 'Завершаем работу на этом устройстве…',
  needsScript: 'Для выхода включите JavaScript в браузере или очистите данные этого сайта.',
} as const);

interface ResultTexts {
  readonly heading: string;
  /** Above the button; nothing happens before it is pressed. */
  readonly lead: string;
  readonly submit: string;
  readonly waiting: string;
  readonly done: string;
  readonly doneText: string;
  readonly failed: string;
  readonly failedText: string;
}

export const linkResults = typographed<Readonly<Record<'confirm' | 'forgot', ResultTexts>>>({
  confirm: {
    heading: 'Подтверждение адреса почты',
    lead: 'Нажмите кнопку, чтобы подтвердить, что этот адрес ваш. Если регистрировались или меняли почту не вы, просто закройте страницу.',
    submit: 'Подтвердить почту',
    waiting: 'Подтверждаем адрес электронной почты…',
    done: 'Почта подтверждена',
    doneText: `Для входа на сайт используйте этот адрес и свой пароль. Если пароль придумали не вы, получите новый: ${
      site.stated.mail
        ? 'на странице входа выберите «Забыли пароль?», и прежний перестанет действовать.'
        : `почта магазина не настроена, письмо с ним не уйдёт. ${HELP}`
    }`,
    failed: 'Переданный токен не действителен',
    failedText: `Возможно, ссылка устарела или скопирована не целиком. ${
      site.stated.mail
        ? 'Если адрес ещё не подтверждён, войдите со своим паролем: мы пришлём новое письмо. Если вы меняли почту, укажите её в личном кабинете ещё раз.'
        : `Новое письмо не уйдёт: почта магазина не настроена. ${HELP}`
    }`,
  },
  forgot: {
    heading: 'Сброс пароля',
    lead: site.stated.mail
      ? 'Нажмите кнопку: новый пароль придёт на вашу почту, а прежний перестанет действовать.'
      : `Почта магазина не настроена: новый пароль не придёт, а прежний после нажатия кнопки перестанет действовать. ${HELP}`,
    submit: 'Получить новый пароль',
    waiting: 'Сбрасываем пароль…',
    done: 'Пароль сброшен',
    doneText:
      'Новый пароль сгенерирован и отправляется на вашу почту. Он действует 24 часа, и после входа его нужно будет сменить.',
    failed: 'Ошибка сброса пароля',
    failedText: 'Возможно, ссылка устарела или скопирована не целиком. Запросите новую ссылку.',
  },
});

export const linkResult = typographed({
  taken: 'Этот адрес уже занят',
  takenText:
    'Пока вы не перешли по ссылке, с этим адресом зарегистрировали другую учётную запись. Ваша почта осталась прежней.',
  unreached: 'Сервер не ответил или занят: ссылка могла и не сработать. Попробуйте ещё раз.',
  again: 'Повторить',
  /** In place of `doneText`, where the mail with the password does not leave. */
  notMailed: {
    'not set up': `Письмо с новым паролем не ушло: почта магазина не настроена. ${HELP}`,
    failing:
      'Письмо с новым паролем ждёт отправки: почта магазина сейчас не работает. Если оно не придёт, запросите сброс ещё раз.',
  } satisfies Record<MailTrouble, string>,
  toAuth: 'Перейти на страницу входа',
  needsScript: 'Включите JavaScript в браузере и откройте ссылку из письма ещё раз.',
} as const);

export const signInAgain = typographed({
  heading: 'Сеанс завершён',
  text: 'Войдите ещё раз, не уходя со страницы: всё, что вы ввели, останется на месте.',
  later: 'Не сейчас',
} as const);

export const invitation = typographed({
  heading: 'Приглашение',
  loading: 'Проверяем приглашение…',
  resetHeading: 'Новый пароль',
  lead: (name: string | null, email: string) =>
    `${name ? `${name}, задайте` : 'Задайте'} пароль, чтобы входить с почтой ${email}.`,
  password: 'Пароль',
  again: 'Повторите пароль',
  hint: auth.passwordHint,
  mismatch: 'пароли не совпадают',
  submit: 'Задать пароль и войти',
  done: 'Пароль задан. Осталось войти.',
  doneCode: 'Пароль задан. Чтобы войти, введите код двухэтапного входа.',
  enter: 'Войти',
  toAuth: 'На страницу входа',
  needsScript: linkResult.needsScript,
} as const);

export const setup = typographed({
  heading: 'Первый администратор',
  loading: 'Проверяем ссылку…',
  lead: 'В магазине ещё нет администратора. Заполните форму, и им станете вы. Ссылка сработает один раз.',
  submit: 'Стать администратором',
  done: 'Вы администратор магазина. Осталось войти.',
  doneCode: 'Вы администратор магазина. Чтобы войти, введите код двухэтапного входа.',
  enter: invitation.enter,
  toAuth: invitation.toAuth,
  needsScript: 'Включите JavaScript в браузере и откройте ссылку ещё раз.',
} as const);
