/** Texts of the frame that stands around every page. */
export const frame = {
  skip: 'К содержанию',
  menu: 'Меню',
  mainMenu: 'Главное меню',
  price: 'Прайс-лист',
  priceMenu: 'Прайс',
  contacts: 'Контакты',
  company: 'О\u00a0компании',
  signIn: 'Войти',
  signOut: 'Выйти',
  signedInAs: 'Вы вошли как',
  staffOwn: 'Общее',
  shop: 'Магазин',
  darkTheme: 'Тёмная тема',
  toHome: 'на главную',
  home: 'Главная',
  pictureAlt: 'Запчасти для\u00a0автомобилей и\u00a0спецтехники',
  pages: 'Страницы сайта',
  forBuyers: 'Покупателям',
  catalog: 'Каталог запчастей',
  catalogShort: 'Каталог',
  call: 'Позвонить',
  makers: 'Производители',
  brands: 'Бренды',
  listSearch: 'Поиск списком',
  credential: 'Реквизиты',
  delivery: 'Доставка',
  garanty: 'Условия гарантии',
} as const;

/** Texts of the page that answers an unknown address. */
export const missing = {
  heading: '404\u00a0Страница не\u00a0существует',
  text: 'Вы запросили страницу, которой не\u00a0существует.',
  home: 'Перейти на\u00a0главную',
  search: 'Или найдите деталь: строка поиска\u00a0— вверху страницы.',
} as const;
