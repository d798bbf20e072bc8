import {
  MARKUP_PERCENT_MAX,
  ROUNDING_STEP_MAX,
  type UploadRule,
  VAT_PERCENT_MAX,
} from '../../../../contract/limits.ts';
import type { ArticleFrom, MANUFACTURER_FROM, Priceless } from '../../../../contract/price-lists/upload.ts';
import { formatNumber } from '../../../../rules/format/numbers.ts';

/** A rule of the upload form: its words, and how it is given. */
interface RuleField {
  readonly label: string;
  readonly hint?: string;
  /** The values to choose from, the first one for an empty field; typed where there are none. */
  readonly choices?: Readonly<Record<string, string>>;
  /** Takes lines. */
  readonly lines?: true;
}

type Choices<Value extends string> = Readonly<Record<Value | '', string>>;

/** `take` says the same as an empty field. */
const priceless: Choices<Exclude<Priceless, 'take'>> = {
  '': 'загружать',
  skip: 'пропускать',
};
const articleFrom: Choices<ArticleFrom> = {
  '': 'из\u00a0столбца артикула',
  code: 'из\u00a0кода позиции',
  title: 'из\u00a0наименования',
};
const manufacturerFrom: Choices<(typeof MANUFACTURER_FROM)[number]> = {
  '': 'из\u00a0столбца производителя',
  groups: 'из\u00a0столбца или заголовка группы',
};

/** The rules in the order of the form. */
export const RULE_FIELDS: Readonly<Record<UploadRule, RuleField>> = {
  markup: {
    label: 'Наценка по\u00a0ценам',
    hint: 'Действует вместо общей. Пустое «до» в\u00a0последней ступени\u00a0— без верхней границы.',
  },
  rounding: {
    label: 'Округление',
    hint: 'Вверх до\u00a0100\u00a0₽ минус\u00a010\u00a0— цены, которые кончаются на\u00a090.',
  },
  vat: {
    label: 'НДС',
    hint: 'Если в\u00a0прайсе цены без налога, его прибавляют; если цены нужны без него\u00a0— вычитают.',
  },
  rates: {
    label: 'Курсы других валют',
    hint: 'Пример: USD=92,5; EUR=100\u00a0— доллар по 92,5\u00a0₽, евро по 100\u00a0₽.',
  },
  minPrice: { label: 'Пропускать дешевле, ₽' },
  maxPrice: { label: 'Пропускать дороже, ₽' },
  priceless: {
    label: 'Строки без цены',
    hint: 'Пропущенная строка не\u00a0меняет позицию: прежние цена и\u00a0остаток держатся, пока цена не\u00a0устареет.',
    choices: priceless,
  },
  skipWords: {
    label: 'Пропускать строки со\u00a0словами',
    hint: 'Через точку с\u00a0запятой: уценка; б/у.',
  },
  articleFrom: { label: 'Откуда брать артикул', choices: articleFrom },
  deliveryFixed: {
    label: 'Срок поставки',
    hint: 'Для строк, где он не\u00a0указан. Пример: 3\u00a0дня или 1-2\u00a0недели.',
  },
  manufacturerFrom: { label: 'Откуда брать производителя', choices: manufacturerFrom },
  manufacturerFixed: {
    label: 'Производитель по\u00a0умолчанию',
    hint: 'Для строк, где производитель не\u00a0указан.',
  },
  synonyms: {
    label: 'Названия производителей',
    hint: 'По строке на\u00a0название. Пример: HYUNDAI/KIA = MOBIS, HYUNDAI, KIA\u00a0— все три станут HYUNDAI/KIA.',
    lines: true,
  },
  brandByManufacturer: {
    label: 'Бренды по\u00a0производителю',
    hint: 'Один прайс заполняет несколько брендов. Строки остальных производителей попадут в\u00a0бренд прайса. Названия\u00a0— после замены.',
  },
};

const LABELS = { from: 'от, ₽', to: 'до, ₽', percent: 'наценка, %' } as const;

/** Texts of mark-ups by price. */
export const bandTexts = {
  ...LABELS,
  partOf: (part: keyof typeof LABELS, number: number) => `Ступень ${number}: ${LABELS[part]}`,
  /** Where a row begins that follows another one. */
  startOf: (from: string) => `от\u00a0${from || '…'}\u00a0₽`,
  add: 'Добавить ступень',
  remove: 'Убрать',
  removeOf: (number: number) => `Убрать ступень ${number}`,
  mistakes: {
    number: 'Цена\u00a0— число, например 1000\u00a0или 99,90.',
    order: '«До»\u00a0должно быть больше, чем «от».',
    gap: 'Ступень начинается там, где кончается предыдущая.',
    end: 'Укажите, до какой цены: пустой может быть только последняя ступень.',
    percent: `Наценка\u00a0— число больше −100 и\u00a0не\u00a0больше ${formatNumber(MARKUP_PERCENT_MAX)}, например 15\u00a0или 7,5.`,
  },
} as const;

/** Texts of rounding. */
export const roundingTexts = {
  direction: 'Как округлять',
  directions: { '': 'не\u00a0округлять', nearest: 'до\u00a0ближайших', up: 'вверх до' },
  step: 'Шаг округления',
  stepText: (step: string) => `${formatNumber(step) || step}\u00a0₽`,
  less: 'минус, ₽',
  lessLabel: 'Вычесть после округления, ₽',
  mistakes: {
    step: `Шаг\u00a0— целое число рублей, не\u00a0больше ${formatNumber(ROUNDING_STEP_MAX)}.`,
    less: 'Вычесть можно целое число рублей, меньше шага.',
  },
} as const;

/** Texts of brands by manufacturer. */
export const brandTexts = {
  makers: 'Производители',
  makersHint: 'BOSCH, MANN',
  brand: 'Бренд',
  choose: 'Выберите бренд',
  gone: (id: string) => `Удалённый бренд (№\u00a0${id})`,
  partOf: (part: 'makers' | 'brand', number: number) =>
    `${part === 'makers' ? 'Производители' : 'Бренд'}, строка ${number}`,
  add: 'Добавить бренд',
  remove: 'Убрать',
  removeOf: (number: number) => `Убрать строку ${number}`,
  mistakes: {
    makers: 'Укажите производителей через запятую.',
    twice: 'Производитель уже назван в\u00a0другой строке.',
    brand: 'Выберите бренд.',
    gone: 'Этого бренда уже нет: выберите другой.',
  },
} as const;

/** Texts of value added tax. */
export const vatTexts = {
  by: 'Что делать с\u00a0НДС',
  ways: { '': 'не\u00a0менять цены', add: 'прибавить к\u00a0ценам', remove: 'вычесть из\u00a0цен' },
  percent: 'Ставка НДС, %',
  mistake: `Ставка\u00a0— число больше нуля и\u00a0не\u00a0больше ${VAT_PERCENT_MAX}, например 22.`,
} as const;
