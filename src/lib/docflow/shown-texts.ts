import type { ShownFileError } from '../../../contract/errors.ts';
import type { ErrorTexts } from '../trouble/failure-texts.ts';

/** Texts of sheets and texts that are shown in their place. */
export const shownFile = {
  loading: 'Читаем файл…',
  again: 'Повторить',
  sheets: 'Листы',
  sheet: (place: number) => `Лист ${place}`,
  table: (name: string) => `Таблица из\u00a0файла «${name}»`,
  text: (name: string) => `Текст файла «${name}»`,
  empty: 'Здесь ничего нет.',
  isCut: 'Показано только начало: скачайте файл, чтобы увидеть всё.',
} as const;

/** Why a file is not shown. */
export const shownErrors: ErrorTexts<ShownFileError> = {
  'file is broken': 'Файл повреждён: показать его не\u00a0получилось. Его можно скачать.',
  'file is protected': 'Файл защищён паролем, здесь он не\u00a0открывается. Его можно скачать.',
  'file is too large to show': 'Файл слишком велик, чтобы показать его здесь. Его можно скачать.',
  'file not found': 'Этого файла больше нет.',
  'no such sheet': 'Такого листа в\u00a0файле нет.',
  'nothing to show': 'Такие файлы здесь не\u00a0показываются. Файл можно скачать.',
};
