/** Texts of the page that answers an unknown address. */
export const missing = {
  heading: '404\u00a0Страница не\u00a0существует',
  text: 'Вы запросили страницу, которой не\u00a0существует.',
  home: 'Перейти на\u00a0главную',
  search: 'Или найдите деталь: строка поиска\u00a0— вверху страницы.',
} as const;
