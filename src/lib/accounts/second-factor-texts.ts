import type { OwnAccountError } from '../../../contract/errors.ts';
import { RECOVERY_CODES } from '../../../contract/limits.ts';
import { countOf } from '../../../rules/format/numbers.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { accountHeadings } from '../platform/headings.ts';
import { changePassword } from './cabinet-texts.ts';

const CODES = ['код', 'кода', 'кодов'] as const;

/** Texts of the page of one's own second factor. */
export const secondFactor = {
  heading: accountHeadings.secondFactor,
  loading: 'Загружаем настройку…',
  off: 'Сейчас для\u00a0входа хватает пароля. С\u00a0двухэтапным входом понадобится ещё и\u00a0код из\u00a0приложения на\u00a0вашем телефоне: чужой человек не\u00a0войдёт, даже если узнает пароль.',
  forced:
    'Для\u00a0вашей учётной записи нужен двухэтапный вход. Настройте его: до\u00a0этого остальные страницы закрыты.',
  needs:
    'Понадобится приложение для\u00a0кодов: Яндекс Ключ, Google Authenticator, Aegis, 2FAS или другое с\u00a0поддержкой TOTP.',
  start: 'Настроить',
  since: (day: string) => `Двухэтапный вход включён с\u00a0${day}.`,
  codesLeft: (count: number) => `Осталось кодов восстановления: ${count} из\u00a0${RECOVERY_CODES}.`,
  fewCodes: (count: number) =>
    `${count === 0 ? 'Коды восстановления закончились' : `${count === 1 ? 'Остался' : 'Осталось'} всего ${countOf(count, CODES)} восстановления`}. Создайте новые, чтобы не\u00a0потерять доступ вместе с\u00a0телефоном.`,
  renew: 'Новые коды восстановления',
  renewQuestion: 'Создать новые коды?',
  renewDetails: 'Прежние коды восстановления перестанут действовать.',
  renewYes: 'Создать',
  replace: 'Настроить на\u00a0другом телефоне',
  remove: 'Отключить',
  removeQuestion: 'Отключить двухэтапный вход?',
  removeDetails:
    'Для\u00a0входа снова хватит пароля. Коды восстановления перестанут действовать, остальные ваши сеансы завершатся.',
  removed: 'Двухэтапный вход отключён.',
  required: 'Для\u00a0вашей учётной записи он обязателен, отключить его нельзя.',
  toCabinet: 'В\u00a0личный кабинет',
} as const;

/** Texts of bringing a key into an app. */
export const factorSetup = {
  heading: 'Настройка приложения',
  scan: 'Откройте приложение для\u00a0кодов на\u00a0телефоне и\u00a0отсканируйте QR\u2011код.',
  qr: 'QR‑код с\u00a0ключом для\u00a0приложения',
  onPhone: 'Открыть в\u00a0приложении на\u00a0этом устройстве',
  key: 'Не\u00a0получается отсканировать? Введите ключ вручную:',
  copy: 'Скопировать ключ',
  copied: 'Ключ скопирован',
  enter: 'Введите шесть цифр, которые показывает приложение.',
  code: 'Код из\u00a0приложения',
  submit: 'Включить',
  cancel: 'Отмена',
  others: 'Остальные ваши сеансы завершатся.',
} as const;

/** Texts of the recovery codes, which are shown once. */
export const recoveryCodes = {
  heading: 'Коды восстановления',
  enabled: 'Двухэтапный вход включён.',
  renewed: 'Новые коды созданы, прежние больше не\u00a0действуют.',
  keep: 'Сохраните эти коды: больше мы их не\u00a0покажем. Если телефона не\u00a0будет под\u00a0рукой, введите любой из\u00a0них вместо кода из\u00a0приложения. Каждый код действует один раз.',
  copy: 'Скопировать',
  copied: 'Скопировано',
  download: 'Скачать',
  print: 'Напечатать',
  done: 'Я\u00a0сохранил коды, закрыть',
  fileName: (host: string) => `Коды восстановления ${host}.txt`,
  fileText: (host: string, email: string, codes: readonly string[]) =>
    [`Коды восстановления: ${host}, ${email}`, 'Каждый код действует один раз.', '', ...codes, ''].join('\r\n'),
} as const;

/** Refusals about one's own account, by code of the API. */
export const ownAccountErrors: ErrorTexts<OwnAccountError> = {
  'incorrect code': 'Код не\u00a0подходит. Введите тот, что приложение показывает сейчас.',
  'no second factor': 'Двухэтапный вход уже отключён. Обновите страницу.',
  'password missmatch': changePassword.mismatch,
  'second factor is required': secondFactor.required,
  'session not found': 'Этот сеанс уже завершён.',
};
