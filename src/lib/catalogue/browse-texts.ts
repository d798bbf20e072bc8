import { hole } from '../../../contract/holes.ts';
import type { NameKind } from '../../../rules/catalogue/browse.ts';
import { site } from '../platform/site.ts';

/** Texts of the lists of makers and brands. */
export const names = {
  maker: {
    heading: 'Производители',
    lead: 'Детали каждого производителя с\u00a0ценами и\u00a0остатками.',
    all: 'Все\u00a0производители',
    title: `Производители запчастей\u00a0— ${site.name}`,
    description: `Производители запасных частей в каталоге ${site.name}: детали каждого с ценами и остатками на сегодня.`,
  },
  brand: {
    heading: 'Бренды',
    lead: 'Детали каждого бренда с\u00a0ценами и\u00a0остатками.',
    all: 'Все\u00a0бренды',
    title: `Бренды запчастей\u00a0— ${site.name}`,
    description: `Бренды запасных частей в каталоге ${site.name}: детали каждого с ценами и остатками на сегодня.`,
  },
} as const satisfies Record<NameKind, object>;

/** `text` where the page is about a maker, `other` where it is about a brand. */
const either = (text: string, other: string): string =>
  `${hole('#ofMaker')}${text}${hole('/ofMaker')}${hole('#ofBrand')}${other}${hole('/ofBrand')}`;

const heading = `Детали ${either('производителя', 'бренда')} ${hole('name')}`;

/** Texts of a page of their parts, with holes for what only the server knows. */
export const browse = {
  heading,
  title: `${heading}${hole('#page')}, страница ${hole('page')}${hole('/page')}\u00a0— ${site.name}`,
  description: `${heading}: ${hole('counted')} в каталоге, цены и остатки на сегодня${hole('#page')}, страница ${hole('page')}${hole('/page')}.`,
  wayHere: 'Вы\u00a0здесь',
  search: 'Искать среди них с\u00a0фильтрами',
  pages: 'Страницы',
  pageOf: `Страница ${hole('^page')}1${hole('/page')}${hole('page')} из\u00a0${hole('pages')}`,
  page: `Страница ${hole('page')}`,
  back: 'Назад',
  forth: 'Вперёд',
  missing: 'Такой страницы нет',
  missingText: either(
    'У\u00a0этого производителя столько страниц нет, или его деталей нет в\u00a0каталоге.',
    'У\u00a0этого бренда столько страниц нет, или его деталей нет в\u00a0каталоге.',
  ),
  late: 'Каталог не\u00a0ответил вовремя. Обновите страницу или найдите деталь по\u00a0номеру или названию.',
} as const;
