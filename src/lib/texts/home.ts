/** Texts of the front page and of the search form. */
export const home = {
  heading: 'Запчасти для автомобилей и\u00a0спецтехники',
  lead: 'Склад в\u00a0Челябинске, отправка по\u00a0России. Найдём деталь по\u00a0любому написанию номера.',
} as const;

export const searchForm = {
  label: 'Каталожный номер, артикул или название',
  placeholder: 'Номер, артикул или название',
  submit: 'Найти',
  examples: 'Например:',
  list: 'поиск списком',
} as const;

/** Queries that find something in any catalogue of lorry and car parts; `article` ones are set in the monospaced face. */
export const searchExamples: readonly { readonly query: string; readonly article: boolean }[] = [
  { query: '740.1003010-20', article: true },
  { query: '04465 33471', article: true },
  { query: 'фильтр масляный камаз', article: false },
];
