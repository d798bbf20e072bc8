/** Texts of parts of a page that come by themselves, or do not. */
export const pageParts = {
  loading: 'Загружаем…',
  notLoaded: 'Эта часть страницы не\u00a0загрузилась. Проверьте подключение к\u00a0интернету.',
  faulty:
    'Эта часть страницы не\u00a0показалась из-за ошибки. Если повтор не\u00a0поможет, сообщите администратору.',
} as const;
