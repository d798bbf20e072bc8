import { paths } from '../paths/paths.ts';
import { phoneLink, site } from '../site/site.ts';

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
