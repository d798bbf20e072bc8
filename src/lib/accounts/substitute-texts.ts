// Texts of the form that names a substitute for an absence: in the cabinet for oneself, on the page of people for
// another user.
import type { SubstituteRight } from '../../../contract/documents/documents.ts';
import type { SubstituteError } from '../../../contract/errors.ts';
import { typographed } from '../../../rules/format/typography.ts';

/** What is said alike of one's own substitute and of another user's. */
const COMMON = typographed({
  loading: 'Загружаем замещение…',
  person: 'Кто замещает',
  placeholder: 'введите Ф. И. О. или должность',
  found: 'Найденные коллеги',
  asking: 'Ищем…',
  noPerson: 'Никого не нашли.',
  chosen: (name: string, position: string) => (position ? `${name}, ${position}` : name),
  other: 'Выбрать другого',
  from: 'Первый день',
  to: 'Последний день',
  save: 'Назначить',
  saved: 'Замещение назначено.',
  cancel: 'Отменить замещение',
  cancelQuestion: 'Отменить замещение?',
  cancelled: 'Замещение отменено.',
  unchecked: 'Не удалось проверить права коллеги.',
  right: ({ directing, task, action }: SubstituteRight) => `${directing} / ${task}: «${action}»`,
} as const);

/** Whom a person substitutes, in a case that names need no declension for. */
const ofColleagues = (names: readonly string[]): string =>
  `${names.length === 1 ? 'сотрудника' : 'сотрудников'}: ${names.join(', ')}`;

export const ownSubstitute = typographed({
  ...COMMON,
  heading: 'Замещение',
  lead: 'Пока вы отсутствуете, документы за вас подписывает коллега. В документе останутся оба имени. Замещение действует, пока право подписи есть у вас обоих.',
  now: (name: string, from: string, to: string) => `Вас замещает ${name}: с ${from} по ${to}.`,
  represents: (names: readonly string[]) => `Сегодня вы замещаете ${ofColleagues(names)}.`,
  none: 'Никто вас не замещает.',
  cancelDetails: (name: string) => `${name} больше не сможет подписывать за вас.`,
  noPerson: 'Выберите, кто вас замещает.',
  checking: 'Проверяем, что коллега сможет подписывать за вас…',
  coversAll: 'За вас можно будет подписать и прочитать всё, что можете вы.',
  coversNothing:
    'У этого коллеги нет права ни на один ваш документ: подписать что-либо за вас не получится. Выберите другого.',
  nothingToCover: 'Ваша роль пока не даёт права подписывать документы: замещать не в чем.',
  missing: 'На эти документы прав у коллеги нет, они будут ждать вас:',
} as const);

export const personSubstitute = typographed({
  ...COMMON,
  heading: 'Замещение сотрудника',
  lead: 'Документы подписывает коллега, пока право подписи есть у обоих. В документе останутся оба имени.',
  now: (name: string, from: string, to: string) => `Заместитель: ${name}, с ${from} по ${to}.`,
  represents: (names: readonly string[]) => `Сегодня замещает ${ofColleagues(names)}.`,
  none: 'Замещение не назначено.',
  cancelDetails: (name: string) => `${name} больше не сможет подписывать за этого сотрудника.`,
  noPerson: 'Выберите, кто замещает.',
  checking: 'Проверяем, что коллега сможет подписывать…',
  coversAll: 'Можно будет подписать и прочитать всё, что может этот сотрудник.',
  coversNothing:
    'У этого коллеги нет права ни на один документ сотрудника: подписать что-либо не получится. Выберите другого.',
  nothingToCover: 'Роль сотрудника не даёт права подписывать документы: замещать не в чем.',
  missing: 'На эти документы прав у коллеги нет, они будут ждать сотрудника:',
} as const);

export type SubstituteTexts = typeof ownSubstitute | typeof personSubstitute;

export const substituteErrors = typographed(
  (texts: SubstituteTexts): Readonly<Record<SubstituteError, string>> => ({
    'invalid uid': texts.noPerson,
    'invalid from': 'Укажите первый день.',
    'substitute has no right': texts.coversNothing,
    'invalid to': 'Укажите последний день: не раньше первого и не раньше сегодняшнего.',
  }),
);
