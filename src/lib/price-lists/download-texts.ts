/** Texts of the download of the price list. */
export const priceList = {
  heading: 'Скачать прайс',
  lead: 'Весь каталог одним файлом: артикулы, цены и\u00a0остатки на\u00a0сегодня.',
  excel: 'Скачать прайс в\u00a0формате Excel',
  csv: 'Скачать в\u00a0CSV',
  processed: 'Формирование прайса, пожалуйста подождите',
  complete: 'Скачивание прайса завершено.',
  again: 'Скачать ещё раз?',
  error: 'Что-то пошло не\u00a0так,',
  retry: 'попробуем ещё?',
  direct: 'Если скачивание не\u00a0начинается,',
  directLink: 'откройте файл по\u00a0прямой ссылке',
  fileName: (day: string, extension: string) => `Прайс от ${day}.${extension}`,
} as const;
