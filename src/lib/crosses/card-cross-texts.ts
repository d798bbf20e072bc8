import type { CrossWay } from '../../../contract/cross-ways.ts';
import { formatNumber } from '../../../rules/format/number.ts';

/** Texts of what replaces a part, for everybody. */
export const crosses = {
  failed: 'Аналоги не\u00a0загрузились.',
} as const;

/** Texts of the same for administrators. */
export const crossEditor = {
  summary: 'Изменить аналоги и\u00a0замены',
  loading: 'Загружаем…',
  failed: 'Список не\u00a0загрузился.',
  empty: 'Замен пока нет.',
  cut: (shown: number) => `Показаны первые ${formatNumber(shown)}.`,
  list: 'Что сказано об\u00a0этой детали',
  ways: {
    both: 'заменяют друг друга',
    replaces: 'эта деталь заменяет',
    replaced: 'заменяет эту деталь',
  } satisfies Readonly<Record<CrossWay, string>>,
  anyMaker: 'любой производитель',
  byHand: 'вручную',
  ofRun: (fileName: string, id: number) => fileName || `загрузка №\u00a0${id}`,
  remove: 'Удалить',
  removeOf: (article: string) => `Удалить замену ${article}`,
  removeQuestion: 'Удалить замену?',
  removeDetails: (article: string) =>
    `«${article}» больше не\u00a0будет показан как замена, в\u00a0обе стороны. Следующий файл с\u00a0этим кроссом вернёт его.`,
  removed: (article: string) => `Замена «${article}» удалена.`,
  add: 'Добавить замену',
  article: 'Артикул',
  maker: 'Производитель',
  makerHint: 'Пусто\u00a0— любой.',
  way: 'Что чем заменяется',
  addWays: {
    both: 'заменяют друг друга',
    replaced: 'он заменяет эту деталь',
    replaces: 'эта деталь заменяет его',
  } satisfies Readonly<Record<CrossWay, string>>,
  save: 'Добавить',
  added: (article: string) => `Замена «${article}» добавлена.`,
  known: (article: string) => `Замена «${article}» уже была.`,
} as const;
