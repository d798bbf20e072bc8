// Texts of the page where a user sets up sign-in with a second factor (code of an app) and gets recovery codes.
import type { OwnAccountError } from '../../../contract/errors.ts';
import { RECOVERY_CODES } from '../../../contract/limits.ts';
import { countOf } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { accountHeadings } from '../platform/headings.ts';
import { changePassword } from './cabinet-texts.ts';

const CODES = ['код', 'кода', 'кодов'] as const;

/** Texts of the page of one's own second factor. */
export const secondFactor = typographed({
  heading: accountHeadings.secondFactor,
  loading: 'Загружаем настройку…',
  off: 'Сейчас для входа хватает пароля. С двухэтапным входом понадобится ещё и код из приложения на вашем телефоне: посторонний не войдёт, даже если узнает пароль.',
  forced: 'Для вашей учётной записи нужен двухэтапный вход. Настройте его: до этого остальные страницы закрыты.',
  needs:
    'Понадобится приложение для кодов: Яндекс Ключ, Google Authenticator, Aegis, 2FAS или другое с поддержкой TOTP.',
  start: 'Настроить',
  since: (day: string) => `Двухэтапный вход включён с ${day}.`,
  codesLeft: (count: number) => `Осталось кодов восстановления: ${count} из ${RECOVERY_CODES}.`,
  fewCodes: (count: number) =>
    `${count === 0 ? 'Коды восстановления закончились' : `${count === 1 ? 'Остался' : 'Осталось'} всего ${countOf(count, CODES)} восстановления`}. Создайте новые, чтобы не потерять доступ вместе с телефоном.`,
  renew: 'Новые коды восстановления',
  renewQuestion: 'Создать новые коды?',
  renewDetails: 'Прежние коды восстановления перестанут действовать.',
  renewYes: 'Создать',
  replace: 'Настроить на другом телефоне',
  remove: 'Отключить',
  removeQuestion: 'Отключить двухэтапный вход?',
  removeDetails:
    'Для входа снова хватит пароля. Коды восстановления перестанут действовать, остальные ваши сеансы завершатся.',
  removed: 'Двухэтапный вход отключён.',
  required: 'Для вашей учётной записи он обязателен, отключить его нельзя.',
  toCabinet: 'В личный кабинет',
} as const);

export const factorSetup = typographed({
  heading: 'Настройка приложения',
  scan: 'Откройте приложение для кодов на телефоне и отсканируйте QR\u2011код.',
  qr: 'QR‑код с ключом для приложения',
  onPhone: 'Открыть в приложении на этом устройстве',
  key: 'Не получается отсканировать? Введите ключ вручную:',
  copy: 'Скопировать ключ',
  copied: 'Ключ скопирован',
  enter: 'Введите шесть цифр, которые показывает приложение.',
  code: 'Код из приложения',
  submit: 'Включить',
  cancel: 'Отмена',
  others: 'Остальные ваши сеансы завершатся.',
} as const);

export const recoveryCodes = typographed({
  heading: 'Коды восстановления',
  enabled: 'Двухэтапный вход включён.',
  replaced: 'Теперь нужны коды из нового приложения. Прежние коды восстановления больше не действуют.',
  renewed: 'Новые коды созданы, прежние больше не действуют.',
  keep: 'Сохраните эти коды: больше мы их не покажем. Если телефона не будет под рукой, введите любой из них вместо кода из приложения. Каждый код действует один раз.',
  copy: 'Скопировать',
  copied: 'Скопировано',
  download: 'Скачать',
  print: 'Напечатать',
  done: 'Коды сохранены, закрыть',
  fileName: (host: string) => `Коды восстановления ${host}.txt`,
  fileText: (host: string, email: string, codes: readonly string[]) =>
    [`Коды восстановления: ${host}, ${email}`, 'Каждый код действует один раз.', '', ...codes, ''].join('\r\n'),
} as const);

export const ownAccountErrors = typographed<ErrorTexts<OwnAccountError>>({
  'incorrect code': 'Код не подходит. Введите тот, что приложение показывает сейчас.',
  'no second factor': 'Двухэтапный вход уже отключён. Обновите страницу.',
  'password missmatch': changePassword.mismatch,
  'second factor is required': secondFactor.required,
  'session not found': 'Этот сеанс уже завершён.',
});
