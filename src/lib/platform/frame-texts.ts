// Texts of header, menu and footer around every page, and of the page that answers an unknown address.
import { typographed } from '../../../rules/format/typography.ts';
import type { AboutAlias, MAIN_PAGE } from './paths.ts';

/** Texts of the frame that stands around every page. */
export const frame = typographed({
  skip: 'К содержанию',
  menu: 'Меню',
  mainMenu: 'Главное меню',
  price: 'Скачать прайс',
  priceMenu: 'Прайсы',
  contacts: 'Контакты',
  company: 'О компании',
  signIn: 'Войти',
  signOut: 'Выйти',
  signedInAs: 'Вы вошли как',
  pageEditor: 'Редактор страниц',
  staffOwn: 'Общее',
  shop: 'Магазин',
  darkTheme: 'Тёмная тема',
  toHome: 'на главную',
  home: 'Главная',
  pictureAlt: 'Запчасти для автомобилей и спецтехники',
  pages: 'Страницы сайта',
  forBuyers: 'Покупателям',
  catalog: 'Каталог запчастей',
  catalogShort: 'Каталог',
  call: 'Позвонить',
  machines: 'Машины',
  kinds: 'Узлы и детали',
  makers: 'Производители',
  brands: 'Бренды',
  listSearch: 'Поиск списком',
  credential: 'Реквизиты',
  delivery: 'Доставка',
  garanty: 'Условия гарантии',
  privacy: 'Персональные данные',
} as const);

/** The company pages as menus call them. */
export const aboutNames: Readonly<Record<AboutAlias | typeof MAIN_PAGE, string>> = {
  contact: frame.contacts,
  company: frame.company,
  credential: frame.credential,
  delivery: frame.delivery,
  garanty: frame.garanty,
  privacy: frame.privacy,
  mainPage: 'Текст главной страницы',
};

/** Texts of the page that answers an unknown address. */
export const missing = typographed({
  heading: '404 Страница не существует',
  text: 'Вы запросили страницу, которой не существует.',
  home: 'Перейти на главную',
  search: 'Или найдите деталь: строка поиска — вверху страницы.',
} as const);
