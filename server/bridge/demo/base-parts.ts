import type { BasePart } from './base.ts';
import { goods } from './goods.ts';
import { MARKS, type Mark } from './marks.ts';
import { PARTS, type Part } from './parts.ts';
import { PICTURE_VARIANTS } from './picture-kinds.ts';
import type { Random } from './random.ts';

/** Rows of each sort of goods that no vehicle maker numbers. */
const GOODS_EACH = 34;

/** Makes whose machines run on tracks. */
const TRACKED: readonly string[] = ['ЧТЗ', 'Komatsu', 'Caterpillar'];

const fits = (mark: Mark, part: Part): boolean =>
  part.fields.includes(mark.field) && (!part.picture?.startsWith('track') || TRACKED.includes(mark.brand));

const LONG_TAILS = [
  'применяется на автомобилях 5320, 53212, 53215, 54115, 55111, 65115, 6520, 43118 и автобусах НефАЗ с двигателями экологических классов ЕВРО-0, ЕВРО-1, ЕВРО-2',
  'устанавливается взамен снятых с производства исполнений 01, 02 и 05; перед установкой заменить прокладки, сальники и крепёж, момент затяжки — по инструкции завода',
  'взаимозаменяемо с деталью прежнего образца, в комплекте уплотнения, крепёж, инструкция по монтажу и паспорт изделия; гарантия завода 12 месяцев или 30 000 км пробега',
] as const;

/** Spreads prices evenly over orders of magnitude, with uneven kopecks. */
const between = (random: Random, [low, high]: readonly [number, number]): number =>
  Math.round(100 * low * (high / low) ** random.next()) / 100;

function fitted(random: Random, mark: Mark, part: Part, variant: string): BasePart {
  const scale = 0.8 + random.next() * 0.5;
  const title = `${part.title} ${variant ? `${variant} ` : ''}${random.pick(mark.models)}`;
  return {
    brand: mark.brand,
    article: mark.article(random, part),
    title: random.chance(0.03) ? `${title}, ${random.pick(LONG_TAILS)}` : title,
    manufacturer: random.pick(mark.manufacturers),
    price: between(random, part.price),
    weight: part.weight * scale,
    size: [
      Math.round(part.size[0] * scale),
      Math.round(part.size[1] * scale),
      Math.round(part.size[2] * scale),
    ],
    picture: part.picture,
    variant: random.int(1, PICTURE_VARIANTS),
  };
}

/** Every part of the demonstration catalogue once, in a fixed order. */
export function baseParts(random: Random): BasePart[] {
  const parts = MARKS.flatMap((mark) =>
    PARTS.filter((part) => fits(mark, part)).flatMap((part) =>
      part.variants.map((variant) => fitted(random, mark, part, variant)),
    ),
  );
  return [...parts, ...goods(random, GOODS_EACH)];
}
