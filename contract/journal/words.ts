/** Russian words of the journal: titles of events, labels and values of their details. */
import type { AuditDetail, AuditDetails, AuditEvent } from './events.ts';

const AUDIT_TITLES: Readonly<Record<AuditEvent, string>> = {
  'signin.failed': 'Неудачный вход',
  'session.begun': 'Вход',
  'session.ended': 'Выход',
  'session.expired': 'Сеанс истёк',
  'session.reused': 'Повторно использован ключ сеанса',
  refused: 'Отказ в доступе',
  throttled: 'Слишком частые запросы',
  'account.signed-up': 'Регистрация',
  'account.created': 'Создана учётная запись',
  'account.confirmed': 'Подтверждена почта',
  'account.vouched': 'Открыта ссылка от администратора: почта принята без письма',
  'account.changed': 'Изменены права учётной записи',
  'account.claimed': 'Заведённая посторонним учётная запись передана владельцу',
  'account.invited': 'Создано приглашение',
  'account.uninvited': 'Приглашение отозвано',
  'account.link-made': 'Создана ссылка для передачи владельцу',
  'account.joined': 'Приглашение принято, задан пароль',
  'account.renamed': 'Изменено имя',
  'account.reset': 'Пароль сброшен администратором',
  'account.guessed': 'Подбор пароля',
  'secret.guessed': 'Подбор пароля обмена или\u00a0ключа показателей',
  'account.swept': 'Удалена неподтверждённая учётная запись',
  'administrator.first': 'Назначен первый администратор',
  'email.asked': 'Запрошена смена почты',
  'email.changed': 'Изменена почта',
  'password.changed': 'Изменён пароль',
  'password.confirmed': 'Пароль подтверждён',
  'password.refused': 'Неверный пароль при подтверждении',
  'factor.set': 'Включён двухэтапный вход',
  'factor.removed': 'Отключён двухэтапный вход',
  'factor.reset': 'Двухэтапный вход сброшен администратором',
  'factor.recovery-code-used': 'Использован код восстановления',
  'factor.recovery-codes-renewed': 'Созданы новые коды восстановления',
  'sessions.revoked': 'Завершены все сеансы',
  'recovery.asked': 'Запрошено восстановление пароля',
  'recovery.finished': 'Пароль восстановлен по ссылке',
  'role.bound': 'Назначена роль',
  'access.saved': 'Изменены права роли',
  'list.created': 'Добавлено в справочник',
  'list.changed': 'Изменено в справочнике',
  'list.removed': 'Удалено из справочника',
  'template.saved': 'Сохранён маршрут документов',
  'substitute.set': 'Назначен заместитель',
  'substitute.removed': 'Снят заместитель',
  'journal.exported': 'Выгружен журнал',
};

const LABELS: Readonly<Record<AuditDetail, string>> = {
  reason: 'причина',
  method: 'метод',
  route: 'адрес',
  status: 'ответ',
  rank: 'уровень доступа',
  disabled: 'вход',
  role: 'роль',
  roleBefore: 'прежняя роль',
  email: 'новая почта',
  emailBefore: 'прежняя почта',
  name: 'имя',
  nameBefore: 'прежнее имя',
  list: 'справочник',
  titleBefore: 'прежнее название',
  version: 'версия',
  added: 'добавлено прав',
  removed: 'снято прав',
  from: 'с',
  to: 'по',
  absent: 'за кого',
};

const WORDS: Readonly<Partial<Record<AuditDetail, Readonly<Record<string, string>>>>> = {
  reason: {
    unknown: 'нет такой учётной записи',
    password: 'неверный пароль',
    code: 'неверный код двухэтапного входа',
    'confirm password': 'нужно подтвердить пароль',
    'second factor not set up': 'не настроен двухэтапный вход',
    'registration is prohibited': 'регистрация закрыта',
    disabled: 'учётная запись отключена',
    unconfirmed: 'почта не подтверждена',
    'mailed password over': 'присланный пароль больше не действует',
    'invalid access token': 'недействительный ключ сеанса',
    'invalid token': 'недействительный ключ продления сеанса',
    forbidden: 'нет права',
    'too many requests': 'превышена частота запросов',
    'too many requests from you today': 'исчерпано дневное число заявок одного отправителя',
    'too many requests today': 'исчерпано дневное число заявок без\u00a0входа',
    'too many requests of newcomers today': 'исчерпано дневное число заявок новых покупателей',
    many: 'много разных источников, посчитаны вместе',
  },
  rank: { admin: 'администратор', user: 'пользователь' },
  disabled: { true: 'закрыт', false: 'открыт' },
  list: { role: 'роли', directing: 'направления', task: 'типы документов', action: 'действия' },
};

/** A title for any stored name: one that this version does not know stays as it is. */
export function auditTitle(event: string, { disabled }: AuditDetails = {}): string {
  if (event === 'account.changed' && disabled !== undefined)
    return `Учётная запись ${String(disabled) === 'true' ? 'отключена' : 'включена'}`;
  return AUDIT_TITLES[event as AuditEvent] ?? event;
}

/** A day as people write it; anything else as it is. */
const dayOr = (value: string): string => value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1');

/** What else is known of an event, in words: `причина: неверный пароль · метод: POST`. */
export const auditDetails = (details: AuditDetails): string =>
  Object.entries(details)
    // An account without a name had none before it was given.
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const key = name as AuditDetail;
      return `${LABELS[key] ?? name}: ${WORDS[key]?.[String(value)] ?? dayOr(String(value))}`;
    })
    .join(' · ');
