import type { ArticleFrom, MANUFACTURER_FROM, Priceless, UploadRule } from '../../../contract/upload.ts';

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
