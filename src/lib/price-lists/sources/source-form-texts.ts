import { lists } from '../../ui/reference-texts.ts';

/** How often a source may be looked at, in minutes; any other interval that was set by a call stays. */
export const INTERVALS: Readonly<Record<number, string>> = {
  15: 'каждые 15\u00a0минут',
  30: 'каждые полчаса',
  60: 'каждый час',
  180: 'каждые 3\u00a0часа',
  360: 'каждые 6\u00a0часов',
  720: 'каждые 12\u00a0часов',
  1440: 'раз в\u00a0сутки',
  10080: 'раз в\u00a0неделю',
};

/** Texts of the form of a source. */
export const sourceForm = {
  createHeading: 'Новый источник',
  editHeading: 'Источник прайсов',
  kind: 'Откуда приходят',
  title: 'Название',
  titleHint: 'Под\u00a0ним источник виден в\u00a0списке и\u00a0в\u00a0истории загрузок.',
  ownerFixed: 'Поставщика, бренд и\u00a0вид источника изменить нельзя: заведите другой источник.',
  ownersFailed: 'Поставщики и\u00a0бренды не\u00a0загрузились.',
  groups: {
    owner: 'Чей прайс-лист',
    place: 'Где искать',
    schedule: 'Когда проверять',
    limits: 'Что применять сразу',
  },
  preset: 'Как читать',
  presetNone: 'определять столбцы по\u00a0заголовку файла',
  presetGone: 'настройки, которых больше нет',
  presetHint: 'Сохранённые настройки поставщика со\u00a0страницы «Загрузка прайса».',
  presetsFailed: 'Сохранённые настройки не\u00a0загрузились: закройте окно и\u00a0откройте снова.',
  secret: 'Пароль',
  secretNew: 'Хранится зашифрованным и\u00a0больше не\u00a0показывается.',
  secretKept: 'Пароль задан. Оставьте пустым, чтобы его не\u00a0менять.',
  secretLost:
    'Адрес, порт, шифрование или\u00a0имя изменились, поэтому прежний пароль не\u00a0сохранится: его нужно ввести заново.',
  forgetSecret: 'Убрать пароль',
  everyMinutes: 'Проверять',
  otherInterval: (minutes: number) => `каждые ${minutes}\u00a0мин`,
  quietDays: 'Предупредить, если прайса нет дней',
  quietDaysHint: '0\u00a0— не\u00a0предупреждать.',
  isEnabled: 'Проверять по\u00a0расписанию',
  limitsHint: 'Прайс-лист, который выходит за\u00a0эти пределы, ждёт решения.',
  failedShare: 'Строк с\u00a0ошибками, не\u00a0больше, %',
  skippedShare: 'Пропущенных строк, не\u00a0больше, %',
  priceFactor: 'Цена меняется не\u00a0больше чем, раз',
  cancel: lists.cancel,
  save: lists.save,
  create: 'Добавить',
} as const;

/** What each field has to be; those of a place say it themselves. */
export const fieldMistakes = {
  title: 'Введите название.',
  providerId: 'Выберите поставщика.',
  brandId: 'Выберите бренд.',
  secret: 'Введите пароль заново или\u00a0отметьте «Убрать пароль».',
  quietDays: 'Целое число от\u00a00 до\u00a0365.',
  failedShare: 'Число от\u00a00 до\u00a0100.',
  skippedShare: 'Число от\u00a00 до\u00a0100.',
  priceFactor: 'Число от\u00a01 до\u00a01000.',
} as const;
