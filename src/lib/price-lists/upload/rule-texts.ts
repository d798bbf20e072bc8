// Labels, hints and choices of the rules in the upload form: mark-up, rounding, VAT, rates, skipped rows.
import * as limits from '../../../../contract/limits.ts';
import type { ArticleFrom, MANUFACTURER_FROM, Priceless } from '../../../../contract/price-lists/upload.ts';
import { formatNumber } from '../../../../rules/format/texts.ts';
import { typographed } from '../../../../rules/format/typography.ts';

/** A rule of the upload form: its words, and how it is given. */
interface RuleField {
  readonly label: string;
  readonly hint?: string;
  /** The values to choose from, the first one for an empty field; typed where there are none. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly lines?: true;
}

type Choices<Value extends string> = Readonly<Record<Value | '', string>>;

/** `take` says the same as an empty field. */
const priceless: Choices<Exclude<Priceless, 'take'>> = { '': 'загружать', skip: 'пропускать' };
const articleFrom = typographed<Choices<ArticleFrom>>({
  '': 'из столбца артикула',
  code: 'из кода позиции',
  title: 'из наименования',
  'whole-title': 'артикулов нет, позиции по наименованиям',
});
const manufacturerFrom = typographed<Choices<(typeof MANUFACTURER_FROM)[number]>>({
  '': 'из столбца производителя',
  groups: 'из столбца или заголовка группы',
});

/** The rules in the order of the form. */
export const RULE_FIELDS = typographed<Readonly<Record<limits.UploadRule, RuleField>>>({
  markup: {
    label: 'Наценка по ценам',
    hint: 'Действует вместо общей. Пустое «до» в последней ступени — без верхней границы.',
  },
  rounding: { label: 'Округление', hint: 'Вверх до 100 ₽ минус 10 — цены, которые кончаются на 90.' },
  vat: { label: 'НДС', hint: 'Если в прайсе цены без налога, его прибавляют; если цены нужны без него — вычитают.' },
  priceUnit: {
    label: 'За что цена',
    hint: 'Если в заголовке не сказано: /100 — за 100 штук, x1000 — в тысячах рублей, 1 — за штуку, что бы ни было в заголовке.',
  },
  rates: { label: 'Курсы других валют', hint: 'Пример: USD=92,5; EUR=100 — доллар по 92,5 ₽, евро по 100 ₽.' },
  minPrice: { label: 'Пропускать дешевле, ₽' },
  maxPrice: { label: 'Пропускать дороже, ₽' },
  priceless: {
    label: 'Строки без цены',
    hint: 'Пропущенная строка не меняет позицию: прежние цена и остаток держатся, пока цена не устареет.',
    choices: priceless,
  },
  skipWords: { label: 'Пропускать строки со словами', hint: 'Через точку с запятой: уценка; б/у.' },
  stockWords: {
    label: 'Слова в столбце остатка',
    hint: 'По строке на слово: есть, нет, в пути или число штук. Пример: Склад = есть, мало = 2.',
    lines: true,
  },
  articleFrom: { label: 'Откуда брать артикул', choices: articleFrom },
  deliveryFixed: { label: 'Срок поставки', hint: 'Для строк, где он не указан. Пример: 3 дня или 1-2 недели.' },
  manufacturerFrom: { label: 'Откуда брать производителя', choices: manufacturerFrom },
  manufacturerFixed: { label: 'Производитель по умолчанию', hint: 'Для строк, где производитель не указан.' },
  synonyms: {
    label: 'Названия производителей',
    hint: 'По строке на название. Пример: HYUNDAI/KIA = MOBIS, HYUNDAI, KIA — все три станут HYUNDAI/KIA.',
    lines: true,
  },
  brandByManufacturer: {
    label: 'Бренды по производителю',
    hint: 'Один прайс заполняет несколько брендов. Строки остальных производителей попадут в бренд прайса. Названия — после замены.',
  },
});

const LABELS = { from: 'от, ₽', to: 'до, ₽', percent: 'наценка, %' } as const;

export const bandTexts = typographed({
  ...LABELS,
  partOf: (part: keyof typeof LABELS, number: number) => `Ступень ${number}: ${LABELS[part]}`,
  /** Where a row begins that follows another one. */
  startOf: (from: string) => `от ${from || '…'} ₽`,
  add: 'Добавить ступень',
  remove: 'Убрать',
  removeOf: (number: number) => `Убрать ступень ${number}`,
  mistakes: {
    number: 'Цена — число, например 1000 или 99,90.',
    order: '«До» должно быть больше, чем «от».',
    gap: 'Ступень начинается там, где кончается предыдущая.',
    end: 'Укажите, до какой цены: пустой может быть только последняя ступень.',
    percent: `Наценка — число больше −100 и не больше ${formatNumber(limits.MARKUP_PERCENT_MAX)}, например 15 или 7,5.`,
  },
} as const);

export const roundingTexts = typographed({
  direction: 'Как округлять',
  directions: { '': 'не округлять', nearest: 'до ближайших', up: 'вверх до' },
  step: 'Шаг округления',
  stepText: (step: string) => `${formatNumber(step) || step} ₽`,
  less: 'минус, ₽',
  lessLabel: 'Вычесть после округления, ₽',
  mistakes: {
    step: `Шаг — целое число рублей, не больше ${formatNumber(limits.ROUNDING_STEP_MAX)}.`,
    less: 'Вычесть можно целое число рублей, меньше шага.',
  },
} as const);

export const brandTexts = typographed({
  makers: 'Производители',
  makersHint: 'BOSCH, MANN',
  brand: 'Бренд',
  choose: 'Выберите бренд',
  gone: (id: string) => `Удалённый бренд (№ ${id})`,
  partOf: (part: 'makers' | 'brand', number: number) =>
    `${part === 'makers' ? 'Производители' : 'Бренд'}, строка ${number}`,
  add: 'Добавить бренд',
  remove: 'Убрать',
  removeOf: (number: number) => `Убрать строку ${number}`,
  mistakes: {
    makers: 'Укажите производителей через запятую.',
    twice: 'Производитель уже назван в другой строке.',
    brand: 'Выберите бренд.',
    gone: 'Этого бренда уже нет: выберите другой.',
  },
} as const);

/** What a word in a stock column can be said to mean; besides them a number of pieces. */
export const STOCK_MEANINGS = ['есть', 'нет', 'в пути'] as const;

export const stockWordTexts = typographed({
  heading: 'Слова в столбце остатка',
  lead: 'Укажите, что значат слова этого поставщика, и проверьте прайс ещё раз. Сохранённые настройки запомнят это для следующих прайсов.',
  table: { word: 'Слово', rows: 'Строк', amount: 'Принято за, шт.', meaning: 'Что значит' },
  unknown: 'неизвестно',
  meaningOf: (word: string) => `Что значит «${word}»`,
  piecesOf: (word: string) => `Сколько штук значит «${word}»`,
  asRead: 'как принято',
  pieces: 'число штук',
} as const);

export const vatTexts = typographed({
  by: 'Что делать с НДС',
  changes: { '': 'не менять цены', add: 'прибавить к ценам', remove: 'вычесть из цен' },
  percent: 'Ставка НДС, %',
  mistake: `Ставка — число больше нуля и не больше ${limits.VAT_PERCENT_MAX}, например 22.`,
} as const);
