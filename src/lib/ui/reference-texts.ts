import type { ProviderListError } from '../../../contract/errors.ts';
import { TITLE_MAX } from '../../../contract/limits.ts';
import { countOf } from '../../../rules/format/numbers.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import { listHeadings } from './headings.ts';

const POSITIONS = ['позиция', 'позиции', 'позиций'] as const;

/** Texts that every list editor shares. */
export const lists = {
  search: 'Поиск',
  create: 'Новая запись',
  add: 'Добавить',
  save: 'Сохранить',
  cancel: 'Отмена',
  edit: 'Изменить',
  remove: 'Удалить',
  empty: 'пока нет ни\u00a0одной записи',
  noneFound: (title: string) => `По\u00a0запросу «${title}» записей нет.`,
  loading: 'Загружаем записи…',
  question: 'Удалить запись?',
  questionOf: (title: string) => `«${title}» исчезнет из\u00a0списка.`,
  added: (title: string) => `Добавлено: ${title}`,
  saved: (title: string) => `Сохранено: ${title}`,
  removed: (title: string) => `Удалено: ${title}`,
  inUse: (count: number | null) =>
    `Запись используется${count === null ? '' : `: с\u00a0ней ${count % 10 === 1 && count % 100 !== 11 ? 'связана' : 'связано'} ${countOf(count, POSITIONS)} каталога`}. Удалить запись вместе с\u00a0позициями? Вернуть их можно будет только новой загрузкой прайса.`,
  removeAll: 'Удалить с\u00a0позициями',
} as const;

/** Refusals of a row, by code of the API. */
export const listErrors: ErrorTexts<ProviderListError> = {
  'incorrect title': `Введите название: от\u00a01 до\u00a0${TITLE_MAX}\u00a0знаков.`,
  'title: Не уникальное значение title': 'Запись с\u00a0таким названием уже есть.',
  'brand not found': 'Этого бренда уже нет: возможно, его удалили.',
  'provider not found': 'Этого поставщика уже нет: возможно, его удалили.',
};

export const brands = {
  heading: listHeadings.brands,
  field: 'Бренд',
  searchPlaceholder: 'поиск брендов',
} as const;

export const providers = {
  heading: listHeadings.providers,
  field: 'Поставщик',
  searchPlaceholder: 'поиск поставщиков',
} as const;
