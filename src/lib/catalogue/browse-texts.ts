// Texts of the public lists of makers and brands, and of the pages of their parts. The build writes them with holes
// that the server fills.
import { hole } from '../../../contract/holes.ts';
import type { NameKind } from '../../../rules/catalogue/browse.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { site } from '../platform/site.ts';

/** Texts of the lists of makers and brands. */
export const names = typographed({
  maker: {
    heading: 'Производители',
    lead: 'Детали каждого производителя с ценами и остатками.',
    all: 'Все производители',
    title: `Производители запчастей — ${site.name}`,
    description: `Производители запасных частей в каталоге ${site.name}: детали каждого с ценами и остатками на сегодня.`,
  },
  brand: {
    heading: 'Бренды',
    lead: 'Детали каждого бренда с ценами и остатками.',
    all: 'Все бренды',
    title: `Бренды запчастей — ${site.name}`,
    description: `Бренды запасных частей в каталоге ${site.name}: детали каждого с ценами и остатками на сегодня.`,
  },
} as const satisfies Record<NameKind, object>);

/** `text` where the page is about a maker, `other` where it is about a brand. */
const either = (text: string, other: string): string =>
  `${hole('#ofMaker')}${text}${hole('/ofMaker')}${hole('#ofBrand')}${other}${hole('/ofBrand')}`;

const heading = `Детали ${either('производителя', 'бренда')} ${hole('name')}`;

export const browse = typographed({
  heading,
  title: `${heading}${hole('#page')}, страница ${hole('page')}${hole('/page')} — ${site.name}`,
  description: `${heading}: ${hole('counted')} в каталоге, цены и остатки на сегодня${hole('#page')}, страница ${hole('page')}${hole('/page')}.`,
  trail: 'Вы здесь',
  search: 'Искать среди них с фильтрами',
  pages: 'Страницы',
  pageOf: `Страница ${hole('^page')}1${hole('/page')}${hole('page')} из ${hole('pages')}`,
  page: `Страница ${hole('page')}`,
  back: 'Назад',
  forth: 'Вперёд',
  missing: 'Такой страницы нет',
  missingText: either(
    'У этого производителя столько страниц нет, или его деталей нет в каталоге.',
    'У этого бренда столько страниц нет, или его деталей нет в каталоге.',
  ),
  late: 'Каталог не ответил вовремя. Обновите страницу или найдите деталь по номеру или названию.',
} as const);
