import { typographed } from '../../../rules/format/texts.ts';

/** Texts of the download of the price list. */
export const priceList = typographed({
  heading: 'Скачать прайс',
  lead: 'Весь каталог одним файлом: артикулы, цены и остатки на сегодня.',
  excel: 'Скачать прайс в формате Excel',
  csv: 'Скачать в CSV',
  processed: 'Формирование прайса, пожалуйста подождите',
  complete: 'Скачивание прайса завершено.',
  again: 'Скачать ещё раз?',
  error: 'Что-то пошло не так,',
  retry: 'попробуем ещё?',
  direct: 'Если скачивание не начинается,',
  directLink: 'откройте файл по прямой ссылке',
  fileName: (day: string, extension: string) => `Прайс от ${day}.${extension}`,
} as const);
