import type { SubstituteRight } from '../../../contract/documents/documents.ts';
import type { SubstituteError } from '../../../contract/errors.ts';

/** What is said alike of one's own substitute and of somebody else's. */
const COMMON = {
  loading: 'Загружаем замещение…',
  person: 'Кто замещает',
  placeholder: 'введите Ф.\u00a0И.\u00a0О. или должность',
  found: 'Найденные коллеги',
  asking: 'Ищем…',
  nobody: 'Никого не\u00a0нашли.',
  chosen: (name: string, position: string) => (position ? `${name}, ${position}` : name),
  other: 'Выбрать другого',
  from: 'Первый день',
  to: 'Последний день',
  save: 'Назначить',
  saved: 'Замещение назначено.',
  cancel: 'Отменить замещение',
  cancelQuestion: 'Отменить замещение?',
  cancelled: 'Замещение отменено.',
  unchecked: 'Не\u00a0удалось проверить права коллеги.',
  right: ({ directing, task, action }: SubstituteRight) => `${directing} / ${task}: «${action}»`,
} as const;

/** Texts about who signs documents while their owner is away. */
export const ownSubstitute = {
  ...COMMON,
  heading: 'Замещение',
  lead: 'Пока вы отсутствуете, документы за\u00a0вас подписывает коллега. В\u00a0документе останутся оба имени. Замещение действует, пока право подписи есть у\u00a0вас обоих.',
  now: (name: string, from: string, to: string) => `Вас замещает ${name}: с\u00a0${from} по\u00a0${to}.`,
  represents: (names: string) => `Сегодня вы замещаете: ${names}.`,
  none: 'Никто вас не\u00a0замещает.',
  cancelDetails: (name: string) => `${name} больше не\u00a0сможет подписывать за\u00a0вас.`,
  noPerson: 'Выберите, кто вас замещает.',
  checking: 'Проверяем, что коллега сможет подписывать за\u00a0вас…',
  coversAll: 'За\u00a0вас можно будет подписать и\u00a0прочитать всё, что можете вы.',
  coversNothing:
    'У\u00a0этого коллеги нет права ни\u00a0на\u00a0один ваш документ: подписать что-либо за\u00a0вас не\u00a0получится. Выберите другого.',
  nothingToCover: 'Ваша роль пока не\u00a0даёт права подписывать документы: замещать не\u00a0в\u00a0чем.',
  missing: 'Права не\u00a0хватит здесь, эти документы будут ждать вас:',
} as const;

/** The same about somebody else, as an administrator reads it. */
export const personSubstitute = {
  ...COMMON,
  heading: 'Замещение сотрудника',
  lead: 'Документы подписывает коллега, пока право подписи есть у\u00a0обоих. В\u00a0документе останутся оба имени.',
  now: (name: string, from: string, to: string) => `Замещает ${name}: с\u00a0${from} по\u00a0${to}.`,
  represents: (names: string) => `Сегодня замещает: ${names}.`,
  none: 'Замещение не\u00a0назначено.',
  cancelDetails: (name: string) => `${name} больше не\u00a0сможет подписывать за\u00a0этого сотрудника.`,
  noPerson: 'Выберите, кто замещает.',
  checking: 'Проверяем, что коллега сможет подписывать…',
  coversAll: 'Можно будет подписать и\u00a0прочитать всё, что может этот сотрудник.',
  coversNothing:
    'У\u00a0этого коллеги нет права ни\u00a0на\u00a0один документ сотрудника: подписать что-либо не\u00a0получится. Выберите другого.',
  nothingToCover: 'Роль сотрудника не\u00a0даёт права подписывать документы: замещать не\u00a0в\u00a0чем.',
  missing: 'Права не\u00a0хватит здесь, эти документы будут ждать сотрудника:',
} as const;

/** Either of the two. */
export type SubstituteTexts = typeof ownSubstitute | typeof personSubstitute;

/** Refusals of a substitute, by code of the API. */
export const substituteErrors = (texts: SubstituteTexts): Readonly<Record<SubstituteError, string>> => ({
  'invalid uid': texts.noPerson,
  'invalid from': 'Укажите первый день.',
  'substitute has no right': texts.coversNothing,
  'invalid to': 'Укажите последний день: не\u00a0раньше первого и\u00a0не\u00a0раньше сегодняшнего.',
});
