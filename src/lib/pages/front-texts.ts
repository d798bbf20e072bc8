// Texts of the front page, of its search form, and of the RSS feed.
import { typographed } from '../../../rules/format/typography.ts';
import { paths } from '../platform/paths.ts';
import { inTown, phoneLink, site } from '../platform/site.ts';

export const home = typographed({
  lead: `Склад ${inTown}, отправка по России. Найдём деталь по любому написанию номера.`,
  text: 'О магазине',
  edit: 'Редактировать',
  otherPages: 'Другие способы найти и заказать',
} as const);

export const feed = typographed({
  title: `${site.name}: специальные предложения`,
  description: 'Новые предложения и новости магазина.',
} as const);

export const searchForm = {
  label: 'Каталожный номер, артикул или название',
  placeholder: 'Номер или название',
  submit: 'Найти',
  examples: 'Например:',
  list: 'Поиск списком',
} as const;

/** What a buyer can do besides searching for one part. */
export const otherPages = typographed([
  {
    href: paths.catalogList,
    title: 'Поиск списком',
    text: 'Вставьте до ста артикулов из заявки — покажем наличие и цену каждого.',
  },
  {
    href: paths.priceDownload,
    title: 'Прайс в Excel',
    text: 'Весь каталог одним файлом: артикулы, остатки и цены на сегодня.',
  },
  {
    href: phoneLink,
    title: site.phone,
    text: 'Менеджер подберёт деталь и замену, посчитает доставку и выставит счёт.',
  },
] as const);
