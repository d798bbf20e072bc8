import { paths } from '../platform/paths.ts';
import { inTown, phoneLink, site } from '../platform/site.ts';

/** Texts of the front page. */
export const home = {
  lead: `Склад ${inTown}, отправка по\u00a0России. Найдём деталь по\u00a0любому написанию номера.`,
  text: 'О\u00a0магазине',
  edit: 'Редактировать',
  otherWays: 'Другие способы найти и\u00a0заказать',
} as const;

/** Texts of the feed. */
export const feed = {
  title: `${site.name}: специальные предложения`,
  description: 'Новые предложения и\u00a0новости магазина.',
} as const;

/** Texts of the search form. */
export const searchForm = {
  label: 'Каталожный номер, артикул или название',
  placeholder: 'Номер или название',
  submit: 'Найти',
  examples: 'Например:',
  list: 'Поиск списком',
} as const;

/** What a buyer can do besides searching for one part. */
export const otherWays = [
  {
    href: paths.catalogList,
    title: 'Поиск списком',
    text: 'Вставьте до\u00a0ста артикулов из\u00a0заявки\u00a0— покажем наличие и\u00a0цену каждого.',
  },
  {
    href: paths.priceDownload,
    title: 'Прайс\u2011лист в\u00a0Excel',
    text: 'Весь каталог одним файлом: артикулы, остатки и\u00a0цены на\u00a0сегодня.',
  },
  {
    href: phoneLink,
    title: site.phone,
    text: 'Менеджер подберёт деталь и\u00a0замену, посчитает доставку и\u00a0выставит счёт.',
  },
] as const;
