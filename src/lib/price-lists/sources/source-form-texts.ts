import { typographed } from '../../../../rules/format/texts.ts';
import { lists } from '../../ui/reference-texts.ts';

/** How often a source may be looked at, in minutes; any other interval that was set by a call stays. */
export const INTERVALS = typographed<Readonly<Record<number, string>>>({
  15: 'каждые 15 минут',
  30: 'каждые полчаса',
  60: 'каждый час',
  180: 'каждые 3 часа',
  360: 'каждые 6 часов',
  720: 'каждые 12 часов',
  1440: 'раз в сутки',
  10080: 'раз в неделю',
});

/** Texts of the form of a source. */
export const sourceForm = typographed({
  createHeading: 'Новый источник',
  editHeading: 'Источник прайсов',
  kind: 'Откуда приходят',
  title: 'Название',
  titleHint: 'Под ним источник виден в списке и в истории загрузок.',
  ownerFixed: 'Поставщика, бренд и вид источника изменить нельзя: заведите другой источник.',
  ownersFailed: 'Поставщики и бренды не загрузились.',
  groups: {
    owner: 'Чей прайс-лист',
    place: 'Где искать',
    schedule: 'Когда проверять',
    limits: 'Что применять сразу',
  },
  preset: 'Как читать',
  presetNone: 'определять столбцы по заголовку файла',
  presetGone: 'настройки, которых больше нет',
  presetHint: 'Сохранённые настройки поставщика со страницы «Загрузка прайса».',
  presetsFailed: 'Сохранённые настройки не загрузились: закройте окно и откройте снова.',
  secret: 'Пароль',
  secretNew: 'Хранится зашифрованным и больше не показывается.',
  secretKept: 'Пароль задан. Оставьте пустым, чтобы его не менять.',
  secretLost:
    'Адрес, порт, шифрование или имя изменились, поэтому прежний пароль не сохранится: его нужно ввести заново.',
  forgetSecret: 'Убрать пароль',
  everyMinutes: 'Проверять',
  otherInterval: (minutes: number) => `каждые ${minutes} мин`,
  quietDays: 'Предупредить, если прайса нет дней',
  quietDaysHint: '0 — не предупреждать.',
  isEnabled: 'Проверять по расписанию',
  limitsHint: 'Прайс-лист, который выходит за эти пределы, ждёт решения.',
  failedShare: 'Строк с ошибками, не больше, %',
  skippedShare: 'Пропущенных строк, не больше, %',
  priceFactor: 'Цена меняется не больше чем, раз',
  cancel: lists.cancel,
  save: lists.save,
  create: 'Добавить',
} as const);

/** What each field has to be; those of a place say it themselves. */
export const fieldMistakes = typographed({
  title: 'Введите название.',
  providerId: 'Выберите поставщика.',
  brandId: 'Выберите бренд.',
  secret: 'Введите пароль заново или отметьте «Убрать пароль».',
  quietDays: 'Целое число от 0 до 365.',
  failedShare: 'Число от 0 до 100.',
  skippedShare: 'Число от 0 до 100.',
  priceFactor: 'Число от 1 до 1000.',
} as const);
