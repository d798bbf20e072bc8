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
    hint: 'Пример: 0-1000:30; 1000-:10\u00a0— до 1000\u00a0₽ прибавить 30\u00a0%, дороже\u00a0— 10\u00a0%. Действует вместо общей.',
  },
  rounding: {
    label: 'Округление',
    hint: '10\u00a0— до\u00a0ближайших 10\u00a0₽; up:10\u00a0— вверх до 10\u00a0₽; up:100-10\u00a0— вверх до цены, которая кончается на\u00a090.',
  },
  vat: {
    label: 'НДС',
    hint: 'add:20\u00a0— прибавить 20\u00a0% к\u00a0ценам прайса, remove:20\u00a0— вычесть налог из\u00a0них.',
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
};

/** What is wrong with a rule that cannot be read, found before anything is sent. */
export const ruleMistakes = {
  markup: 'Каждая ступень\u00a0— цены и\u00a0процент, как в\u00a0примере, без пропусков и\u00a0пересечений.',
  rounding: 'Целое число рублей; вверх\u00a0— с\u00a0up: впереди, как в\u00a0примере.',
  vat: 'add: или remove: и\u00a0процент больше нуля, как в\u00a0примере.',
} as const;
