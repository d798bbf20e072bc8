// Texts of the public lists of makers, brands, machines and kinds of parts, and of the pages of their parts. The build
// writes them with holes that the server fills.
import { hole } from '../../../contract/holes.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { NameKind } from '../../../rules/routes.ts';
import { site } from '../platform/site.ts';

/** Texts of the lists of names; `start` stands above the first of them on other pages. */
export const names = typographed({
  machine: {
    heading: 'Машины',
    start: 'По машине',
    lead: 'Запчасти для каждой машины, двигателя и агрегата — так, как их назвали поставщики.',
    all: 'Все машины',
    title: `Запчасти по маркам и моделям — ${site.name}`,
    description: `Марки и модели машин, двигатели и агрегаты в каталоге ${site.name}: запчасти для каждой с ценами и остатками на сегодня.`,
  },
  kind: {
    heading: 'Узлы и детали',
    start: 'По узлу',
    lead: 'Детали каждого узла машины с ценами и остатками.',
    all: 'Все узлы и детали',
    title: `Запчасти по узлам машины — ${site.name}`,
    description: `Детали двигателя, тормозов, подвески и других узлов в каталоге ${site.name}: цены и остатки на сегодня.`,
  },
  maker: {
    heading: 'Производители',
    start: 'Производители',
    lead: 'Детали каждого производителя с ценами и остатками.',
    all: 'Все производители',
    title: `Производители запчастей — ${site.name}`,
    description: `Производители запасных частей в каталоге ${site.name}: детали каждого с ценами и остатками на сегодня.`,
  },
  brand: {
    heading: 'Бренды',
    start: 'Бренды',
    lead: 'Детали каждого бренда с ценами и остатками.',
    all: 'Все бренды',
    title: `Бренды запчастей — ${site.name}`,
    description: `Бренды запасных частей в каталоге ${site.name}: детали каждого с ценами и остатками на сегодня.`,
  },
} as const satisfies Record<NameKind, object>);

/** What the server fills in where the page is about such a name. */
export const FACTS = {
  machine: 'ofMachine',
  kind: 'ofKind',
  maker: 'ofMaker',
  brand: 'ofBrand',
} as const satisfies Record<NameKind, string>;

export const NAME_KINDS = Object.keys(FACTS) as readonly NameKind[];

const where = (fact: string, text: string): string => `${hole(`#${fact}`)}${text}${hole(`/${fact}`)}`;

/** Of these texts that of what the page is about. */
const ofEach = (texts: Readonly<Record<NameKind, string>>): string =>
  NAME_KINDS.map((kind) => where(FACTS[kind], texts[kind])).join('');

const name = hole('name');
const heading = ofEach({
  machine: `Запчасти для ${name}`,
  kind: name,
  maker: `Детали производителя ${name}`,
  brand: `Детали бренда ${name}`,
});
const page = where('page', `, страница ${hole('page')}`);
const among = where(
  'among',
  ofEach({ machine: `: ${hole('among')}`, kind: ` для ${hole('among')}`, maker: '', brand: '' }),
);

export const browse = typographed({
  heading,
  title: `${heading}${where('ofKind', ' — купить, цены и наличие')}${page} — ${site.name}`,
  description: `${heading}${among} — ${hole('counted')} в каталоге${where('inStock', `, из них в наличии ${hole('inStock')}`)}. Цены и остатки на сегодня${page}.`,
  empty: 'В каталоге их пока нет.',
  search: 'Искать среди них с фильтрами',
  inStock: `в наличии ${hole('inStock')}`,
  pages: 'Страницы',
  pageOf: `Страница ${hole('^page')}1${hole('/page')}${hole('page')} из ${hole('pages')}`,
  page: `Страница ${hole('page')}`,
  back: 'Назад',
  forth: 'Вперёд',
  missing: 'Такой страницы нет',
  missingText: ofEach({
    machine: 'Для этой машины столько страниц нет, или деталей для неё нет в каталоге.',
    kind: 'У этой детали столько страниц нет, или её нет в каталоге.',
    maker: 'У этого производителя столько страниц нет, или его деталей нет в каталоге.',
    brand: 'У этого бренда столько страниц нет, или его деталей нет в каталоге.',
  }),
  late: 'Каталог не ответил вовремя. Обновите страницу или найдите деталь по номеру или названию.',
} as const);
