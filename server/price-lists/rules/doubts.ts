// When an import looks wrong to the program: many unread rows, prices that moved far, another supplier's list; the
// words for it.

import type { ErrorGroup, SheetCounts, UploadDoubt } from '../../../contract/catalogue/runs.ts';
import { countOf, type Forms, formatNumber, quoted } from '../../../rules/format/texts.ts';
import { typographed } from '../../../rules/format/typography.ts';
import { SHIFTED } from './form-fields.ts';
import { type CommonFactor, type PriceShift, ROUNDED_LEAST, ROUNDINGS, STEPS } from './price-moves.ts';
import type { SheetSample } from './row.ts';

/** What a run came to, in rows and positions. */
interface RunFacts {
  readonly applied: number;
  /** Rows that could not be applied, and rows without an article. */
  readonly refused: number;
  /** Rows left out as the form or the life of prices has it. */
  readonly leftOut: number;
  readonly prices: PriceFacts;
  /** Positions that lose their stock or are removed because the file does not name them. */
  readonly emptied: number;
  readonly errorGroups: readonly ErrorGroup[];
  /** Null where a price column is read; otherwise what the list leaves as it is. */
  readonly withoutPrices: PricelessFacts | null;
  readonly collapsed: CollapsedRows;
  /** Rows that mean the position of a row on an earlier sheet, at another price. */
  readonly otherPrices: CollapsedRows;
  readonly unknownWords: UnknownWords;
}

/** What a list without a price column does. */
interface PricelessFacts {
  /** New positions, which get no price. */
  readonly created: number;
  /** Known positions that have a price and keep it. */
  readonly kept: number;
  /** The preset that reads the list was saved without a price column. */
  readonly isSettled: boolean;
}

/** Rows that mean the position of an earlier row under another title. */
export interface CollapsedRows {
  readonly rows: number;
  /** Some of them, in words. */
  readonly examples: readonly string[];
}

/** Rows whose stock is a word that is taken for 0 because its meaning is unknown. */
export interface UnknownWords {
  readonly rows: number;
  readonly words: readonly string[];
}

/** Shares of rows or positions from which on a run is doubtful. */
const REFUSED_SHARE = 0.2;
const SHIFTED_SHARE = 0.6;
const WIDER_SHARE = 0.05;
/** Why a run that ended well should yet not be taken for a success; empty when nothing speaks against it. */
export function doubtsOf(facts: RunFacts): UploadDoubt[] {
  const { applied, refused, leftOut, emptied } = facts;
  const doubts: UploadDoubt[] = [];
  const rows = applied + refused + leftOut;
  if (applied === 0) {
    const text = typographed(
      'Ни одна строка не применена, каталог не изменился. Проверьте лист, начальную строку и столбцы.',
    );
    doubts.push({ kind: 'nothing-applied', text });
  } else if (refused > rows * REFUSED_SHARE) {
    const text = typographed(`Не применены ${shareText(refused, rows)} строк. Проверьте начальную строку и столбцы.`);
    doubts.push({ kind: 'mostly-failed', text });
  }
  const wider = countOfCode(facts.errorGroups, SHIFTED);
  if (wider > rows * WIDER_SHARE) {
    const text = typographed(
      `В ${shareText(wider, rows)} строк больше значений, чем столбцов в заголовке: похоже, разделитель стоит и внутри чисел или названий. Сохраните файл с другим разделителем.`,
    );
    doubts.push({ kind: 'rows-wider', text });
  }
  const shifted = mostlyUnread(facts.errorGroups, rows);
  if (shifted) {
    const text = typographed(
      `Похоже, сдвинуты столбцы: в столбце ${shifted.column} не читаются ${shareText(shifted.count, rows)} строк, например «${shifted.text}».`,
    );
    doubts.push({ kind: 'columns-shifted', text });
  }
  doubts.push(...doubtsOfPrices(facts.prices));
  const further = [
    noPricesDoubt(facts.withoutPrices),
    collapsedDoubt(facts.collapsed, applied),
    otherPricesDoubt(facts.otherPrices, applied),
    unknownWordsDoubt(facts.unknownWords),
  ];
  doubts.push(...further.filter((doubt) => doubt !== null));
  if (emptied > applied) {
    const text = typographed(
      `Прайс не называет ${formatNumber(emptied)} позиций этого бренда и поставщика, больше половины: они лишатся остатка или будут скрыты.`,
    );
    doubts.push({ kind: 'mostly-missing', text });
  }
  return doubts;
}

const ROWS: Forms = ['строка', 'строки', 'строк'];
const NEW_POSITIONS = ['новая позиция', 'новые позиции', 'новых позиций'] as const;

/** A list without prices is doubtful as long as its preset does not say so, or where goods would stand without a price. */
function noPricesDoubt(facts: PricelessFacts | null): UploadDoubt | null {
  if (facts === null || (facts.isSettled && facts.created === 0)) return null;
  const results = [
    facts.created > 0 && `новых позиций без цены — ${formatNumber(facts.created)}`,
    facts.kept > 0 && 'у известных прежние цены останутся',
  ].filter(Boolean);
  const said = results.length === 0 ? '' : `: ${results.join(', ')}`;
  return { kind: 'no-price-column', text: typographed(`Столбец цены не указан${said}. Выберите столбец цены.`) };
}

/** Rows of different titles that mean one position: few are repeats under other words, more show a wrong article. */
const COLLAPSED_SHARE = 0.05;
const COLLAPSED_ROWS = 20;
const COLLAPSED_MIN = 2;

function collapsedDoubt({ rows: collapsed, examples }: CollapsedRows, applied: number): UploadDoubt | null {
  const isMuch = collapsed >= COLLAPSED_MIN && collapsed > applied * COLLAPSED_SHARE;
  if (!isMuch && collapsed < COLLAPSED_ROWS) return null;
  const text = typographed(
    `Под разными названиями в одних и тех же позициях сходятся ${shareText(collapsed, applied)} строк, например ${examples.join('; ')}. Проверьте столбец артикула.`,
  );
  return { kind: 'rows-collapse', text };
}

/** Sheets of one list with other prices of the same goods: for resale, for the public, of last month. */
function otherPricesDoubt({ rows, examples }: CollapsedRows, applied: number): UploadDoubt | null {
  if (rows < COLLAPSED_MIN || rows <= applied * COLLAPSED_SHARE) return null;
  const text = typographed(
    `На разных листах одни и те же позиции стоят по разным ценам: ${shareText(rows, applied)} строк, например ${examples.join('; ')}. Возьмётся цена последнего листа: снимите лишний лист или выберите, какая из строк считается.`,
  );
  return { kind: 'rows-collapse', text };
}

function unknownWordsDoubt({ rows, words }: UnknownWords): UploadDoubt | null {
  if (rows === 0) return null;
  const named = words.map(quoted).join(', ');
  const text = typographed(
    `Неизвестно, что значат слова в столбце остатка: ${named}. Они приняты за 0, это ${countOf(rows, ROWS)}. Укажите, что они значат.`,
  );
  return { kind: 'stock-words', text };
}

/** Errors that say nothing of whether the column is the wanted one. */
const NO_OTHER_COLUMN: ReadonlySet<string> = new Set([
  'formula-without-value',
  'formula-error',
  'currency',
  'article-date',
  'digits-lost',
  'damaged-text',
]);

const countOfCode = (groups: readonly ErrorGroup[], code: string): number =>
  groups.reduce((sum, group) => (group.code === code ? sum + group.count : sum), 0);

interface Unread {
  readonly column: string;
  readonly count: number;
  readonly text: string;
}

/** The column in which most rows fail; a row has few errors of one column, so their sum is enough. */
function mostlyUnread(groups: readonly ErrorGroup[], rows: number): Unread | null {
  const byColumn = new Map<string, Unread>();
  for (const { column, code, count, text } of groups) {
    if (column === null || NO_OTHER_COLUMN.has(code)) continue;
    const before = byColumn.get(column);
    byColumn.set(column, { column, count: count + (before?.count ?? 0), text: before?.text ?? text });
  }
  const worst = [...byColumn.values()].toSorted((one, other) => other.count - one.count)[0];
  return worst && worst.count > rows * SHIFTED_SHARE ? worst : null;
}

/** Shares of rows from which on a sheet of a book is left out: by all of its rows, by its first ones. */
const BAD_SHARE = { whole: REFUSED_SHARE, begun: 0.5 };
const BAD_PRICELESS_SHARE = 0.5;

/** Whether one of several sheets reads so badly that the others had better not wait for it. */
export function readsBadly({ goods, priceless, refused }: SheetSample, isWhole: boolean): boolean {
  const rows = goods + refused;
  const share = isWhole ? BAD_SHARE.whole : BAD_SHARE.begun;
  return goods === 0 || refused > rows * share || priceless > rows * BAD_PRICELESS_SHARE;
}

/** Rows of one of several sheets; `leftOut` are those of the skipped ones that the form has left out. */
export type SheetFacts = SheetCounts & { readonly leftOut: number };

/** Reported doubts about single sheets, maximum; the next ones show when these are corrected. */
const NAMED_MAX = 10;

/** What speaks against single ones of several sheets, which the others would outweigh; some have no price column. */
export function sheetsDoubts(
  sheets: readonly SheetFacts[],
  errorGroups: readonly ErrorGroup[],
  withoutPrices: ReadonlySet<number> = new Set(),
): UploadDoubt[] {
  // A run that applied nothing is reported as a whole.
  if (sheets.every(({ applied }) => applied === 0)) return [];
  const doubts = sheets.flatMap((sheet, number) => {
    if (sheet.isLeftOut) return [];
    const own = errorGroups.filter((group) => group.sheet === sheet.name);
    if (sheet.applied === 0) return [emptyHanded(sheet.name)];
    return [...(withoutPrices.has(number) ? [pricelessSheet(sheet)] : []), ...doubtsOfSheet(sheet, own)];
  });
  const leftOut = sheetsLeftOutDoubt(sheets);
  return [...(leftOut ? [leftOut] : []), ...doubts.slice(0, NAMED_MAX)];
}

/** Of the rows of a book, the share that may be left out with sheets that read badly. */
const LEFT_OUT_SHARE = 0.2;

function sheetsLeftOutDoubt(sheets: readonly SheetFacts[]): UploadDoubt | null {
  const leftOut = sheets.filter(({ isLeftOut }) => isLeftOut);
  const rowsOf = (some: readonly SheetFacts[]) =>
    some.reduce((sum, { applied, skipped, failed }) => sum + applied + skipped + failed, 0);
  const [rows, all] = [rowsOf(leftOut), rowsOf(sheets)];
  if (rows <= all * LEFT_OUT_SHARE) return null;
  const titles = leftOut.slice(0, NAMED_MAX).map(({ name }) => quoted(name));
  const text = typographed(
    `Не взяты листы, которые читаются плохо: ${titles.join(', ')}. Это ${shareText(rows, all)} строк. Проверьте их столбцы или возьмите листы как есть.`,
  );
  return { kind: 'sheets-left-out', text };
}

function doubtsOfSheet(
  { name, applied, skipped, failed, leftOut }: SheetFacts,
  errorGroups: readonly ErrorGroup[],
): UploadDoubt[] {
  const refused = failed + skipped - leftOut;
  return doubtsOf({ ...OF_THE_RUN, applied, refused, leftOut, errorGroups }).map((doubt) => onSheet(name, doubt));
}

const emptyHanded = typographed(
  (name: string): UploadDoubt => ({
    kind: 'nothing-applied',
    text: `С листа «${name}» не применена ни одна строка. Проверьте его начальную строку и столбцы.`,
  }),
);

/** A sheet without a price column among others that have one: the prices of all are no evidence for it. */
const pricelessSheet = typographed(
  ({ name, applied }: SheetFacts): UploadDoubt => ({
    kind: 'no-price-column',
    text: `Лист «${name}»: столбец цены не указан, без неё ${countOf(applied, ROWS)}. Выберите столбец цены или не берите лист.`,
  }),
);

/** A doubt as one about a single sheet. */
export const onSheet = (name: string, { kind, text }: UploadDoubt): UploadDoubt => ({
  kind,
  text: `Лист «${name}»: ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
});

interface PriceFacts {
  /** Applied rows with a price column, and those of them without a price. */
  readonly priced: number;
  readonly priceless: number;
  /** Positions that had a price and have one, and those of them whose price moved PRICE_FACTOR times or more. */
  readonly repriced: number;
  readonly moved: number;
  /** Positions that had a price and have none. */
  readonly gone: number;
  /** New positions without a price. */
  readonly createdPriceless: number;
  readonly shift: PriceShift;
  readonly common: CommonFactor | null;
}

const NO_PRICES: PriceFacts = {
  priced: 0,
  priceless: 0,
  repriced: 0,
  moved: 0,
  gone: 0,
  createdPriceless: 0,
  shift: { count: 0, isRise: true, factor: 1 },
  common: null,
};

/** What is only known of a run as a whole. */
const OF_THE_RUN = {
  prices: NO_PRICES,
  emptied: 0,
  withoutPrices: null,
  collapsed: { rows: 0, examples: [] },
  otherPrices: { rows: 0, examples: [] },
  unknownWords: { rows: 0, words: [] },
};

/** Shares of rows or positions from which on prices are doubtful. */
const PRICELESS_SHARE = 0.3;
const GONE_SHARE = 0.3;
const MOVED_SHARE = 0.1;
const PRICE_FACTOR = 10;
/** Fewest compared prices whose common move counts, where so many of them move in one direction. */
const COMPARED_MIN = 20;
const COMMON_SHARE = 0.6;
/** A decimal sign that was lost or gained moves a price tenfold, or a little less where kopecks were rounded. */
const NEARLY = 0.95;
/** How the catalogue groups moved prices; far are those whose column or currency may be another one. */
export const MOVES_ASKED = {
  ...{ steps: STEPS, far: PRICE_FACTOR * NEARLY },
  ...{ roundings: ROUNDINGS, largeFrom: ROUNDED_LEAST },
};

/** Doubts about the prices; of two with one cause only the graver one. */
function doubtsOfPrices(prices: PriceFacts): UploadDoubt[] {
  const { priced, priceless, repriced, gone, createdPriceless } = prices;
  const doubts: UploadDoubt[] = [];
  if (priceless > priced * PRICELESS_SHARE) {
    const among = createdPriceless === 0 ? '' : `, среди них ${countOf(createdPriceless, NEW_POSITIONS)}`;
    const text = typographed(
      `Без цены ${shareText(priceless, priced)} строк${among}. Проверьте столбец цены: формулы без значений, пустой или чужой столбец.`,
    );
    doubts.push({ kind: 'prices-missing', text });
  } else if (gone > (repriced + gone) * GONE_SHARE) {
    const text = typographed(
      `Цена исчезнет у ${shareText(gone, repriced + gone)} позиций, у которых она есть. Проверьте столбец цены.`,
    );
    doubts.push({ kind: 'prices-gone', text });
  }
  const movedDoubt = doubtOfMoves(prices);
  if (movedDoubt) doubts.push(movedDoubt);
  return doubts;
}

/** Prices that moved far, or all alike: the factor that they have in common shows the cause best. */
function doubtOfMoves({ repriced, moved, shift, common }: PriceFacts): UploadDoubt | null {
  const kind = moved > repriced * MOVED_SHARE ? 'prices-moved' : 'prices-shifted';
  if (common) return { kind, text: commonFactorText(common, repriced) };
  if (kind === 'prices-moved') {
    const text = typographed(
      `В ${PRICE_FACTOR} раз или больше изменились цены ${shareText(moved, repriced)} известных позиций. Проверьте столбец цены, валюту и дробный знак.`,
    );
    return { kind, text };
  }
  if (repriced < COMPARED_MIN || shift.count < repriced * COMMON_SHARE) return null;
  const text = typographed(
    `Цены ${shift.isRise ? 'выше' : 'ниже'} примерно в ${timesText(shift.factor)} у ${shareText(shift.count, repriced)} позиций. Проверьте столбец цены, валюту и НДС.`,
  );
  return { kind, text };
}

/** `Все цены ×0,83`, or of how many positions where a few moved otherwise. */
function commonFactorText({ factor, count }: CommonFactor, repriced: number): string {
  const whose = count === repriced ? 'Все цены' : `Цены ${shareText(count, repriced)} позиций`;
  return typographed(
    `${whose} ×${factorText(factor)}: в прайсе или в правилах что-то одно стало другим. Проверьте наценку, валюту, НДС и столбец цены.`,
  );
}

/** Two decimals, of a small factor its first two figures: `0,83`, `0,0012`, `1 000`. */
const factorText = (factor: number): string =>
  formatNumber(factor < 0.1 ? Number(factor.toPrecision(2)) : Math.round(factor * 100) / 100);

/** `2,4 раза`, `5 раз`. */
function timesText(factor: number): string {
  const rounded = Math.round(factor * 10) / 10;
  const isMany = Number.isInteger(rounded) && rounded > 4;
  return typographed(`${formatNumber(rounded)} ${isMany ? 'раз' : 'раза'}`);
}

/** What is to be asked where a price list of our own has rows without the id of a position. */
export const newOwnRowsDoubt = (count: number): UploadDoubt | null =>
  count === 0
    ? null
    : {
        kind: 'own-rows-new',
        text: typographed(
          `В собственном прайсе без номера позиции ${countOf(count, ROWS)}: такие строки станут новыми позициями. Проверьте их ниже.`,
        ),
      };

/** A provider, and how many of some articles it has. */
export interface OtherOwner {
  readonly title: string;
  readonly count: number;
}

/** Fewest articles that show whose list it is. */
const ARTICLES_MIN = 5;
/** From this share on a list looks like another provider's, where the chosen one has less than the second. */
const OTHER_SHARE = 0.5;
const OWN_SHARE = 0.1;

interface ArticleOwners {
  readonly articles: number;
  /** How many of them the chosen provider has. */
  readonly own: number;
}

/** The doubts about a list: what its articles say of its owner counts for more than what its header says. */
export function withArticlesSay(
  doubts: readonly UploadDoubt[],
  owners: ArticleOwners,
  other: OtherOwner | null,
): UploadDoubt[] {
  const doubt = otherProvidersListDoubt(owners, other);
  const isOwn = owners.own >= OWN_SHARE * owners.articles;
  const others = doubt || isOwn ? doubts.filter(({ kind }) => kind !== 'other-provider') : doubts;
  return [...(doubt ? [doubt] : []), ...others];
}

/** What is to be asked where most articles of a list are known of another provider and hardly any of the chosen one. */
export function otherProvidersListDoubt(
  { articles, own }: ArticleOwners,
  other: OtherOwner | null,
): UploadDoubt | null {
  if (other === null || articles < ARTICLES_MIN) return null;
  if (other.count < OTHER_SHARE * articles || own >= OWN_SHARE * articles) return null;
  const has = typographed(`из проверенных артикулов у него есть ${shareText(other.count, articles)}`);
  const text = typographed(
    `Похоже, это прайс поставщика ${quoted(other.title)}: ${has}, а у выбранного — ${shareText(own, articles)}.`,
  );
  return { kind: 'other-provider', text };
}

/** `5 из 100`: a part of a whole, in words for a person. */
const shareText = typographed(
  (part: number, whole: number): string => `${formatNumber(part)} из ${formatNumber(whole)}`,
);

/**
 * Russian in windows-1251 that was taken for Latin, and in UTF-8 for windows-1251 or Latin. Then what no Russian word has:
 * capitals behind its small first letter (KOI8-R), boxes inside (UTF-8 taken for KOI8-R or DOS), signs of print inside
 * (DOS taken for windows-1251), a small word that begins with such a sign or has a capital «Я» inside (Macintosh).
 */
const GARBLED =
  /(?<!\p{L})[а-яё][А-ЯЁ]{3}|[а-яё][\u2500-\u259f][а-яё]?[\u2500-\u259f]|(?:[ЎўЈ¤Ґ¦§Є«¬\u00ad®Ї][а-пЁё\u00a0]{0,2}){3}|(?<!\p{L})[ЃЉЊЌЋЏђѓљњќћџ‚†‡‰][а-яё]{3}|[а-яё]{2}Я[а-яё]|[À-ÖØ-öø-ÿ]{4}|(?:[РС][ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—™љ›њќћџ\u00a0ЎўЈ¤Ґ¦§Ё©Є«¬\u00ad®Ї°±Ііґµ¶·ё№є»јЅѕї]){3}|(?:[ÐÑ][\u0080-\u00bf‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]){3}/u;
const GARBLED_SHARE = 0.1;
const GARBLED_MIN = 2;
const LETTERS_LOOKED_AT = 200;

/** A doubt where texts of a list were read in a wrong encoding, here or by the program that wrote it. */
export function garbledDoubts(texts: readonly string[]): UploadDoubt[] {
  const foreign = texts.map((text) => text.slice(0, LETTERS_LOOKED_AT)).filter((text) => /[^\s!-~]/u.test(text));
  const garbled = foreign.filter((text) => GARBLED.test(text));
  if (garbled.length < GARBLED_MIN || garbled.length < foreign.length * GARBLED_SHARE) return [];
  const text = typographed(
    `Похоже, тексты прочитаны не в своей кодировке, например «${garbled[0]}». Сохраните файл заново в UTF-8 или в Excel.`,
  );
  return [{ kind: 'text-garbled', text }];
}
