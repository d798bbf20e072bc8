import type { SignInError } from '../../../contract/errors.ts';
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

/** Texts that differ between the three modes. */
export const authModes: Readonly<Record<AuthMode, ModeTexts>> = {
  signin: {
    heading: 'Авторизация',
    lead: 'Для\u00a0сотрудников и\u00a0постоянных покупателей. Искать детали и\u00a0скачивать прайс\u2011лист можно без\u00a0входа.',
    submit: 'Войти',
    submitting: 'Входим…',
    title: `Вход\u00a0— ${site.name}`,
  },
  signup: {
    heading: 'Создание аккаунта',
    lead: site.verification
      ? 'На\u00a0указанную почту придёт письмо со\u00a0ссылкой для\u00a0подтверждения.'
      : 'Войти можно будет сразу после регистрации.',
    submit: 'Создать аккаунт',
    submitting: 'Создаём…',
    title: `Регистрация\u00a0— ${site.name}`,
  },
  forgot: {
    heading: 'Сброс пароля',
    lead: 'Укажите почту, с\u00a0которой регистрировались: пришлём ссылку для\u00a0сброса пароля.',
    submit: 'Сбросить пароль',
    submitting: 'Отправляем…',
    title: `Сброс пароля\u00a0— ${site.name}`,
  },
};

/** Texts of the sign-in screen. */
export const auth = {
  returning: 'Войдите, чтобы открыть эту страницу. После входа вы на\u00a0неё вернётесь.',
  name: 'Ф.\u00a0И.\u00a0О.',
  email: 'Электронная почта',
  password: 'Пароль',
  passwordHint: `Не\u00a0короче ${site.passwordMin}\u00a0знаков.`,
  showPassword: 'Показать',
  hidePassword: 'Скрыть',
  showPasswordFull: 'Показать пароль',
  forgot: 'Забыли пароль?',
  notRegistered: 'Ещё нет аккаунта?',
  toSignUp: 'Создать аккаунт',
  registered: 'Уже есть аккаунт?',
  toSignIn: 'Войти',
  needsScript: 'Для\u00a0входа включите JavaScript в\u00a0браузере или позвоните нам: ',
  loading: 'Загружаем форму входа…',
} as const;

/** What is said after a successful sign-up or request for a new password. */
export const authDone = {
  signup: (email: string) =>
    site.verification
      ? `Проверьте почту: мы отправили на\u00a0${email} письмо со\u00a0ссылкой для\u00a0подтверждения. Ссылка действует 24\u00a0часа. Если письма нет, посмотрите в\u00a0папке «Спам».`
      : `Аккаунт ${email} создан. Теперь можно войти.`,
  forgot: (email: string) =>
    `Проверьте почту: мы отправили на\u00a0${email} письмо со\u00a0ссылкой для\u00a0сброса пароля. Ссылка действует один час. Если письма нет, посмотрите в\u00a0папке «Спам».`,
} as const;

/** What stands on the sign-in page instead of the form when signing in would not help. */
export const turnedAway = {
  forbidden: {
    heading: 'Недостаточно прав',
    text: 'Эта страница открыта не\u00a0всем сотрудникам. Если она нужна для\u00a0работы, обратитесь к\u00a0администратору.',
  },
  failed: {
    heading: 'Не\u00a0удалось загрузить страницу',
    text: 'Сервер не\u00a0ответил или ответил ошибкой. С\u00a0вашей учётной записью всё в\u00a0порядке.',
  },
  again: 'Повторить',
  home: 'На\u00a0главную',
  otherAccount: 'Войти под\u00a0другим именем',
} as const;

/** The field that a message stands under; `general` belongs to the whole form. */
export type AuthField = 'name' | 'email' | 'password' | 'code' | 'general';

const staleLink = 'Ссылка недействительна или устарела. Запросите новую.';

/** What a refusal of the sign-in screen means, by the server's error text. */
export const authRefusals: Readonly<Record<SignInError, readonly [AuthField, string]>> = {
  'invalid email': ['email', 'Введите адрес электронной почты'],
  'user not found': ['general', 'Пользователь не\u00a0найден'],
  'email not confirmed': ['general', 'email не\u00a0подтверждён. Проверьте почту'],
  'email is not unique': ['general', 'Пользователь c такой почтой уже создан'],
  'invalid password': ['password', 'Пароль не\u00a0корректен'],
  'incorrect password': ['password', 'Пароль не\u00a0корректен'],
  'incorrect code': [
    'code',
    'Код не\u00a0подходит. Введите тот, что приложение показывает сейчас, или другой код восстановления.',
  ],
  'incorrect name': ['name', 'Имя заполнено не\u00a0корректно'],
  'second factor required': ['code', 'Введите код двухэтапного входа.'],
  'invalid invitation': [
    'general',
    'Приглашение уже принято, отозвано или устарело. Попросите администратора прислать новое.',
  ],
  'invalid setup link': [
    'general',
    'Ссылка уже сработала или устарела, либо администратор в\u00a0магазине уже есть. Новую даёт команда parts admin setup-link.',
  ],
  'invalid token': ['general', staleLink],
  'invalid recovery token': ['general', staleLink],
  'invalid verification token': ['general', staleLink],
  'registration is prohibited': ['general', 'Регистрация закрыта. За\u00a0доступом обратитесь к\u00a0администратору.'],
};

export const signedIn = {
  heading: 'Вы уже вошли',
  text: (email: string) => `Вы вошли как\u00a0${email}.`,
  goOn: 'Продолжить',
} as const;

export const signingOut = {
  heading: 'Выход',
  text: 'Завершаем работу на\u00a0этом устройстве…',
  needsScript: 'Для\u00a0выхода включите JavaScript в\u00a0браузере или очистите данные этого сайта.',
} as const;

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

/** Result cards of mailed links. */
export const linkResults: Readonly<Record<'confirm' | 'forgot', ResultTexts>> = {
  confirm: {
    heading: 'Подтверждение адреса почты',
    lead: 'Нажмите кнопку, чтобы подтвердить, что\u00a0этот адрес ваш. Если регистрировались или меняли почту не\u00a0вы, просто закройте страницу.',
    submit: 'Подтвердить почту',
    waiting: 'Подтверждаем адрес электронной почты…',
    done: 'Почта подтверждена',
    doneText:
      'Для\u00a0входа на\u00a0сайт используйте этот адрес и\u00a0свой пароль. Если пароль придумали не\u00a0вы, получите новый: на\u00a0странице входа выберите «Забыли пароль?», и\u00a0прежний перестанет действовать.',
    failed: 'Переданный токен не\u00a0действителен',
    failedText:
      'Возможно, ссылка устарела или токен неверный. Если адрес ещё не\u00a0подтверждён, войдите со\u00a0своим паролем: мы пришлём новое письмо. Если вы меняли почту, укажите её в\u00a0личном кабинете ещё раз.',
  },
  forgot: {
    heading: 'Сброс пароля',
    lead: 'Нажмите кнопку: новый пароль придёт на\u00a0вашу почту, а\u00a0прежний перестанет действовать.',
    submit: 'Получить новый пароль',
    waiting: 'Сбрасываем пароль…',
    done: 'Пароль сброшен',
    doneText:
      'Новый пароль сгенерирован и\u00a0выслан на\u00a0вашу почту, указанную при\u00a0регистрации. Он действует 24\u00a0часа, и\u00a0после входа его нужно будет сменить.',
    failed: 'Ошибка сброса пароля',
    failedText: 'Возможно, ссылка устарела или токен сброса пароля неверный. Запросите новую ссылку.',
  },
};

export const linkResult = {
  taken: 'Этот адрес уже занят',
  takenText:
    'Пока вы не\u00a0перешли по\u00a0ссылке, с\u00a0этим адресом зарегистрировали другую учётную запись. Ваша почта осталась прежней.',
  unreached: 'Сервер не\u00a0ответил или занят: ссылка могла и\u00a0не\u00a0сработать. Попробуйте ещё раз.',
  again: 'Повторить',
  toAuth: 'Перейти на\u00a0страницу авторизации',
  needsScript: 'Включите JavaScript в\u00a0браузере и\u00a0откройте ссылку из\u00a0письма ещё раз.',
} as const;

/** Signing in again in the middle of something. */
export const signInAgain = {
  heading: 'Сеанс завершён',
  text: 'Войдите ещё раз, не\u00a0уходя со\u00a0страницы: всё, что вы ввели, останется на\u00a0месте.',
  later: 'Не\u00a0сейчас',
} as const;

/** Where an invitation leads. */
export const invitation = {
  heading: 'Приглашение',
  loading: 'Проверяем приглашение…',
  lead: (name: string | null, email: string) =>
    `${name ? `${name}, задайте` : 'Задайте'} пароль, чтобы входить с\u00a0почтой ${email}.`,
  password: 'Пароль',
  again: 'Повторите пароль',
  hint: auth.passwordHint,
  mismatch: 'пароли не\u00a0совпадают',
  submit: 'Задать пароль и\u00a0войти',
  toAuth: 'На\u00a0страницу входа',
  needsScript: linkResult.needsScript,
} as const;

/** Where the set-up link of a new shop leads. */
export const setup = {
  heading: 'Первый администратор',
  loading: 'Проверяем ссылку…',
  lead: 'В\u00a0магазине ещё нет администратора. Заполните форму, и\u00a0им станете вы. Ссылка сработает один раз.',
  submit: 'Стать администратором',
  toAuth: invitation.toAuth,
  needsScript: 'Включите JavaScript в\u00a0браузере и\u00a0откройте ссылку ещё раз.',
} as const;
