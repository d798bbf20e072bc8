import { readEmail } from '../../contract/fields/email.ts';
import { keptWords } from '../../rules/catalogue/article.ts';
import { quantityIn, readList } from '../../rules/catalogue/list.ts';
import { formatNumber } from '../../rules/format/texts.ts';
import { toHtml } from '../../rules/markdown/index.ts';
import { parseQuery } from '../../server/catalogue/search-index/query.ts';
import { cleanText, parseNumber, readMoney } from '../../server/catalogue/sheets/cell-values.ts';
import { guessSheet } from '../../server/catalogue/sheets/guess-sheet.ts';
import { openLog } from '../../server/platform/log.ts';
import { readLaidMail } from '../../server/platform/mail/transports.ts';
import { tablesOf } from '../../server/platform/sheet-reader/html-tables.ts';
import { parseFormat } from '../../server/platform/sheet-reader/number-format.ts';
import { aliasOf } from '../../server/platform/text/alias.ts';
import { articleKey } from '../../server/platform/text/article-key.ts';
import { wordsOf } from '../../server/platform/text/words.ts';
import { articleOf, readDelivery, termOf } from '../../server/price-lists/rules/cells.ts';
import { readStock, STOCK_WORDS } from '../../server/price-lists/rules/stock.ts';
import type { Figure } from '../table.ts';
import type { Attack } from './attack.ts';

/** Beginning, what is repeated and end of texts that patterns like least. */
const WORST: readonly (readonly [string, string, string])[] = [
  ['1', ' ', 'x'],
  ['', '1 ', 'x'],
  ['', '1.', 'x'],
  ['', '1,', '\0'],
  ['', '«', ''],
  ['', ',арт', ''],
  ['', 'а-', ' '],
  ['', 'аааа', '!'],
  ['', '.', 'x'],
  ['', '[', ''],
  ['', '<table ', ''],
  ['', 'eyJabcdefgh.', '\0'],
  ['', 'a://a:a', ''],
  ['', 'a@', '\0'],
  ['', '**', 'a'],
  ['', '# \n', ''],
  ['', '(', ')'],
  ['', 'Content-Type: text/plain\r\n', ''],
];

/** Everything that takes a cell, a title, a query, a name, a line, a mail or a header as it came. */
const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  parseNumber,
  readStock: (text) => readStock(text, STOCK_WORDS),
  readDelivery,
  'a least quantity': (text) => termOf('lot', { kind: 'text', text }, 1, { row: 1, errors: [], warnings: [] }),
  readMoney,
  'an article in a title': (text) => articleOf(new Map([[1, { kind: 'text', text }]]), { title: 1 }, 'title').text,
  cleanText,
  guessSheet: (text) =>
    guessSheet('', [{ row: 1, cells: new Map([1, 2].map((column) => [column, { kind: 'text' as const, text }])) }]),
  'lines of a list': (text) => readList([text]),
  quantityIn,
  parseQuery,
  articleKey,
  wordsOf,
  aliasOf: (text) => aliasOf(text, text, text, text),
  readEmail,
  keptWords,
  formatNumber,
  'markup to HTML': toHtml,
  openLog: (text) => openLog('info', { write: () => {} }).info(text),
  readLaidMail: (text) => readLaidMail('', text),
  parseFormat,
  tablesOf: (text) => {
    try {
      return tablesOf(text);
    } catch {
      return null;
    }
  },
};

const LENGTH = 20_000;
/** Shorter times say nothing of growth; what grows with the square takes far longer at four times the length. */
const LEAST_MS = 2;
const TRIES = 5;

function timeOf(read: (text: string) => unknown, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES; n++) {
    const began = performance.now();
    read(text);
    best = Math.min(best, performance.now() - began);
  }
  return best;
}

const worstOf = ([begin, part, end]: (typeof WORST)[number], length: number) =>
  begin + part.repeat(Math.ceil(length / part.length)) + end;

/** How the time of each reader grows when the worst text for it is four times as long. */
export const growth: Attack = {
  name: 'growth',
  measure: async ({ small }): Promise<Figure[]> => {
    const length = small ? 200 : LENGTH;
    return Object.entries(READERS).map(([name, read]) => {
      const grown = WORST.map((worst) => {
        const once = Math.max(LEAST_MS, timeOf(read, worstOf(worst, length)));
        const four = timeOf(read, worstOf(worst, 4 * length));
        return { by: four / once, ms: four, part: JSON.stringify(worst[1]) };
      });
      const { by, ms, part } = grown.toSorted((one, other) => other.by - one.by)[0] as (typeof grown)[number];
      return {
        name: `${name}: four times the text, by ${part}`,
        figure: `${by.toFixed(1)} × (${ms.toFixed(1)} ms)`,
        goal: '< 6 ×',
      };
    });
  },
};
