import type { BasePart } from './base.ts';
import { PICTURE_VARIANTS } from './picture-kinds.ts';
import type { Random } from './random.ts';

type Good = Omit<BasePart, 'variant'>;

const bearing = (random: Random): Good => {
  const bore = random.int(3, 18) * 5;
  const series = random.pick(['180', '60', '80', '6-180', '7', '27', '42', '32', '102']);
  const number = `${series}${random.int(2, 5)}${String(bore / 5).padStart(2, '0')}${random.pick(['', 'А', 'АС17', 'К1С17', 'Л', 'ЕШ'])}`;
  return {
    brand: 'Подшипники',
    article: number,
    title:
      `Подшипник ${random.pick(['шариковый', 'роликовый конический', 'роликовый цилиндрический', 'игольчатый'])} ${bore}х${bore * 2}х${Math.round(bore * 0.6)} ${random.pick(['(ГАЗ, УАЗ)', '(КамАЗ, вал карданный)', '(МТЗ)', '', 'закрытый'])}`.trim(),
    manufacturer: random.pick(['ГПЗ-10', 'ЕПК Волжский', 'ЕПК Саратов', 'VBF', 'MPZ']),
    price: random.int(90, 3900),
    weight: bore * 0.02,
    size: [bore * 2, bore * 2, Math.round(bore * 0.6)],
    picture: 'bearing',
  };
};

const skf = (random: Random): Good => {
  const number = random.pick([
    `62${String(random.int(0, 14)).padStart(2, '0')}-2RS1`,
    `VKBA ${random.int(500, 6999)}`,
    `VKM ${random.int(11000, 78999)}`,
    `32${random.int(205, 318)} J2/Q`,
    `NU ${random.int(204, 320)} ECP`,
  ]);
  const hub = number.startsWith('VKBA');
  return {
    brand: 'SKF',
    article: number,
    title: number.startsWith('VKM')
      ? 'Ролик натяжителя ремня SKF'
      : `Подшипник SKF ${hub ? 'ступицы, комплект' : random.pick(['радиальный закрытый', 'конический', 'цилиндрический'])}`,
    manufacturer: 'SKF',
    price: random.int(340, 9800),
    weight: 0.6,
    size: [90, 90, 32],
    picture: 'bearing',
  };
};

const mann = (random: Random): Good => {
  const [letters, what, picture] = random.pick([
    ['W', 'Фильтр масляный MANN-FILTER', 'spin-filter'],
    ['WK', 'Фильтр топливный MANN-FILTER', 'spin-filter'],
    ['C', 'Фильтр воздушный MANN-FILTER', 'air-filter'],
    ['HU', 'Фильтр-патрон масляный MANN-FILTER', 'element-filter'],
    ['CU', 'Фильтр салона MANN-FILTER', 'air-filter'],
  ] as const);
  const number = random.chance(0.4)
    ? `${letters} ${random.int(610, 962)}/${random.int(1, 80)}`
    : `${letters} ${random.int(11, 42)} ${random.digits(3)}`;
  return {
    brand: 'MANN-FILTER',
    article: number,
    title: `${what} ${random.pick(['VAG, Ford', 'Scania, Volvo', 'КамАЗ ЕВРО-4', 'Mercedes-Benz Actros', 'JCB, Perkins', 'Renault Premium'])}`,
    manufacturer: 'MANN-FILTER',
    price: random.int(390, 7900),
    weight: 0.7,
    size: [180, 100, 100],
    picture,
  };
};

const belt = (random: Random): Good => {
  const length = random.int(80, 280) * 10 + random.pick([0, 3, 5, 8]);
  const [article, what] = random.pick([
    [`${random.int(4, 10)}PK${length}`, 'Ремень поликлиновой'],
    [`AVX13-${length}`, 'Ремень клиновой зубчатый'],
    [`SPA-${length}`, 'Ремень приводной узкоклиновой'],
    [`В(Б)-${length}`, 'Ремень клиновой вариаторный'],
    [`14х13-${length}`, 'Ремень вентиляторный'],
  ] as const);
  return {
    brand: 'Ремни и рукава',
    article,
    title: `${what} L=${length} мм`,
    manufacturer: random.pick(['Gates', 'Dayco', 'Ярославль РТИ', 'RUBENA', 'Контитех']),
    price: random.int(190, 4300),
    weight: 0.3,
    size: [length / 2, 60, 20],
    picture: 'belt',
  };
};

const hose = (random: Random): Good => {
  const bore = random.pick([8, 10, 12, 16, 20, 25]);
  const length = random.int(4, 60) * 50;
  return {
    brand: 'Ремни и рукава',
    article: `РВД ${bore}-${random.pick(['21', '28', '35'])}-${length}-${random.pick(['М22х1,5', 'М27х1,5', 'М30х1,5', 'BSP 1/2'])}`,
    title: `Рукав высокого давления Ду ${bore}, L=${length} мм, ${random.pick(['2SN', '4SN', '1SN', '4SP'])}, с гайками`,
    manufacturer: random.pick(['Уралрукав', 'Semperit', '']),
    price: random.int(390, 5900),
    weight: length * bore * 0.00006,
    size: [length, bore * 2, bore * 2],
    picture: 'hose',
  };
};

const fastener = (random: Random): Good => {
  const thread = random.pick(['М6', 'М8', 'М10х1,25', 'М12х1,25', 'М14х1,5', 'М16х1,5', 'М20х1,5']);
  const length = random.int(4, 36) * 5;
  const what = random.pick(['Болт', 'Болт карданный', 'Шпилька', 'Болт с фланцем', 'Винт']);
  return {
    brand: 'Метизы',
    article: random.chance(0.5)
      ? `${thread}х${length}.${random.pick(['8.8', '10.9', '12.9'])}`
      : `1/${random.digits(5)}/${random.int(10, 31)}`,
    title:
      `${what} ${thread}х${length} ${random.pick(['с гайкой', 'с гайкой и шайбой, комплект 10 шт.', 'кл. 10.9 оцинкованный', ''])}`.trim(),
    manufacturer: random.pick(['БелЗАН', 'Красная Этна', 'РМЗ', '']),
    price: random.int(3, 190),
    weight: length * 0.002,
    size: [length, 24, 24],
    picture: 'bolts',
  };
};

const battery = (random: Random): Good => {
  const capacity = random.pick([55, 60, 62, 66, 75, 90, 100, 132, 140, 190, 225]);
  return {
    brand: 'Аккумуляторы',
    article: `6СТ-${capacity}${random.pick(['', 'L', 'N', ' VL', 'А3', ' R', ' Efb'])} ${random.int(48, 140)}0A`,
    title: `Аккумулятор ${capacity} А·ч ${random.pick(['обратная полярность', 'прямая полярность', 'евро', 'залитый, необслуживаемый'])}`,
    manufacturer: random.pick(['Тюмень', 'АКОМ', 'Зверь', 'Varta']),
    price: capacity * random.int(58, 110),
    weight: capacity * 0.24,
    size: capacity > 110 ? [513, 223, 223] : [242, 175, 190],
    picture: 'battery',
  };
};

const tyre = (random: Random): Good => {
  const truck = random.chance(0.6);
  const size = truck
    ? random.pick([
        '425/85R21',
        '10.00R20',
        '12.00R20',
        '315/80R22.5',
        '11.00R20',
        '14.00-20',
        '23.5-25',
        '16.9R30',
      ])
    : random.pick(['185/60R14', '185/65R15', '195/65R15', '205/55R16', '225/65R17', '235/75R15']);
  return {
    brand: 'Шины',
    article: `${size} ${random.pick(['О-184', 'ИД-304', 'У-4', 'КАМА-1260', 'И-111А', 'К-135', 'NF 202', 'Я-245', 'BC-10', 'К-166'])}-${random.int(1, 40)}`,
    title: `Шина ${size} ${random.pick(['нс 16', 'нс 18 с камерой и ободной лентой', 'универсальная', 'ведущая ось', 'зимняя шипованная', 'индустриальная'])}`,
    manufacturer: random.pick(['КАМА', 'Омскшина', 'Белшина', 'Алтайшина', 'Cordiant']),
    price: truck ? random.int(9800, 79000) : random.int(2900, 9900),
    weight: truck ? 62 : 9,
    size: truck ? [1080, 1080, 310] : [640, 640, 200],
    picture: 'tyre',
  };
};

const seal = (random: Random): Good => {
  const inner = random.int(10, 130);
  const outer = inner + random.int(8, 30);
  const height = random.pick([7, 8, 10, 12, 15]);
  return {
    brand: 'РТИ',
    article: random.chance(0.6)
      ? `1.2-${inner}х${outer}-${random.int(1, 4)}`
      : `${String(inner).padStart(3, '0')}-${String(outer).padStart(3, '0')}-${random.pick(['25', '30', '36', '46'])}-2-2`,
    title: random.chance(0.5)
      ? `Манжета армированная ${inner}х${outer}х${height}`
      : `Кольцо уплотнительное ${inner}х${outer} (набор ${random.pick([10, 20, 50])} шт.)`,
    manufacturer: random.pick(['Балаково РТИ', 'ВРТ', 'Corteco', '']),
    price: random.int(4, 490),
    weight: 0.02,
    size: [outer, outer, height],
    picture: 'seal',
  };
};

const hydraulics = (random: Random): Good => {
  const [article, title, picture] = random.pick([
    [
      `НШ-${random.pick([10, 14, 32, 50, 71, 100])}${random.pick(['У-3', 'А-3', 'М-4', 'В-3Л'])}`,
      'Насос шестерённый',
      'pump',
    ],
    [
      `Р80-3/${random.int(1, 4)}-${random.pick(['222', '444', '22', '44'])}`,
      'Гидрораспределитель Р-80',
      'pump',
    ],
    [
      `310.${random.pick(['2', '3', '4'])}.${random.pick(['28', '56', '112'])}.0${random.int(0, 9)}.0${random.int(0, 6)}`,
      'Насос аксиально-поршневой нерегулируемый',
      'pump',
    ],
    [
      `ГЦ-${random.pick([50, 63, 80, 100, 125])}.${random.pick([32, 40, 50, 56])}х${random.int(4, 32) * 50}`,
      'Гидроцилиндр',
      'hydraulic-cylinder',
    ],
    [
      `КС-${random.int(2573, 4574)}.${random.digits(2)}.${random.digits(3)}`,
      'Гидроцилиндр выносной опоры',
      'hydraulic-cylinder',
    ],
  ] as const);
  return {
    brand: 'Гидравлика',
    article,
    title: `${title} ${random.pick(['(МТЗ, ЮМЗ)', '(автокран)', '(погрузчик)', '(экскаватор)', 'правое вращение', 'левое вращение'])}`,
    manufacturer: random.pick(['Гидросила', 'ПСМ', 'Елецгидроагрегат', 'Гидромаш', '']),
    price: random.int(1900, 68000),
    weight: 14,
    size: [380, 190, 180],
    picture,
  };
};

const MAKERS = [bearing, skf, mann, belt, hose, fastener, battery, tyre, seal, hydraulics] as const;

/** Goods that no make of vehicle numbers: bearings, belts, filters, fasteners, tyres; `each` of every sort. */
export const goods = (random: Random, each: number): BasePart[] =>
  MAKERS.flatMap((maker) =>
    Array.from({ length: each }, () => ({ ...maker(random), variant: random.int(1, PICTURE_VARIANTS) })),
  );
