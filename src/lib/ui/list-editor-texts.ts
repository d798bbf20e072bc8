// Texts of all editors of short lists (brands, suppliers, roles, directions …), and the names and refusals of the lists
// of brands and of suppliers. Those of roles and the like are in access/setting-texts.ts.
import type { ProviderListError } from '../../../contract/errors.ts';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { countOf } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { listHeadings } from '../platform/headings.ts';

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;

/** Texts that every list editor shares. */
export const lists = typographed({
  create: 'Новая запись',
  add: 'Добавить',
  save: 'Сохранить',
  cancel: 'Отмена',
  edit: 'Изменить',
  remove: 'Удалить',
  empty: 'Пока нет ни одной записи.',
  noneFound: (title: string) => `По запросу «${title}» записей нет.`,
  loading: 'Загружаем записи…',
  question: 'Удалить запись?',
  questionOf: (title: string) => `«${title}» исчезнет из списка.`,
  added: (title: string) => `Добавлено: ${title}`,
  saved: (title: string) => `Сохранено: ${title}`,
  removed: (title: string) => `Удалено: ${title}`,
  inUse: (count: number | null) =>
    `Запись используется${count === null ? '' : `: с ней ${count % 10 === 1 && count % 100 !== 11 ? 'связана' : 'связано'} ${countOf(count, POSITIONS)} каталога`}. Удалить запись вместе с позициями? Вернуть их можно будет только новой загрузкой прайса.`,
  removeAll: 'Удалить с позициями',
} as const);

export const listErrors = typographed<ErrorTexts<ProviderListError>>({
  'incorrect title': `Введите название: от 1 до ${TITLE_MAX} знаков.`,
  'title: Не уникальное значение title': 'Запись с таким названием уже есть.',
  'brand not found': 'Этого бренда уже нет: возможно, его удалили.',
  'provider not found': 'Этого поставщика уже нет: возможно, его удалили.',
});

export const brands = { heading: listHeadings.brands, field: 'Бренд', searchPlaceholder: 'поиск брендов' } as const;

export const providers = {
  heading: listHeadings.providers,
  field: 'Поставщик',
  searchPlaceholder: 'поиск поставщиков',
} as const;
