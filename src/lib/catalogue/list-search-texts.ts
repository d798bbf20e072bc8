import { SEARCH_LIST_MAX } from '../../../contract/limits.ts';
import { countOf } from '../format/plural.ts';

const LINES = ['строка', 'строки', 'строк'] as const;

/** Texts of the search by a list of articles. */
export const listSearch = {
  heading: 'Поиск списком',
  lead: `Вставьте артикулы, по\u00a0одному в\u00a0строке,\u00a0— до\u00a0${SEARCH_LIST_MAX}. Подойдёт столбец, скопированный из\u00a0Excel.`,
  label: 'Артикулы',
  placeholder: '740.1003010-20\n04465-33471\n5320-3501090',
  counter: (lines: number) => `${countOf(lines, LINES)} из\u00a0${SEARCH_LIST_MAX}`,
  tooMany: (extra: number) =>
    `Лишних строк: ${extra}. Найдём первые\u00a0${SEARCH_LIST_MAX}, остальные проверьте вторым заходом.`,
  submit: 'Найти всё',
  clear: 'Очистить',
  searching: 'Ищем…',
  summary: (found: number, missing: number) => `Найдено: ${found}. Не\u00a0найдено: ${missing}.`,
  ignored: (count: number) => `Не\u00a0проверено из-за ограничения: ${count}.`,
  asked: 'Запрошено',
  missing: 'не\u00a0найдено',
  copyMissing: 'Скопировать ненайденные',
  copied: 'Скопировано',
  export: 'Скачать в\u00a0Excel',
  exporting: 'Готовим файл…',
  exportFailed: 'Не\u00a0удалось подготовить файл.',
  failed: 'Не\u00a0удалось выполнить поиск',
  empty: 'Введите хотя бы один артикул.',
  fileName: (day: string) => `Поиск списком ${day}.xlsx`,
} as const;
