// The bodies of the uploads of price lists and crosses, as the reference of the API shows them. Pages load the choices
// in upload.ts without them.
import { bodyWithFile, type FieldSchema } from '../fields/field.ts';
import type { UploadRule } from '../limits.ts';
import { UPLOAD_COLUMNS } from './columns.ts';
import * as upload from './upload.ts';

const text = (description: string, example?: string): FieldSchema => ({
  type: 'string',
  description,
  ...(example !== undefined && { examples: [example] }),
});
const choice = (choices: readonly string[], description: string): FieldSchema => ({
  type: 'string',
  enum: ['', ...choices],
  description,
});
const mark = (description: string): FieldSchema => ({ type: 'string', enum: ['', '0', '1'], description });

const COLUMN =
  'Column by number or letter; absent or empty: not given. A form without any field of a column has article 1, title 2, price 3';

const COLUMN_FIELDS = Object.fromEntries(
  UPLOAD_COLUMNS.map((name) => [
    name,
    name === 'amount' ? text(`${COLUMN}. Several, whose stock adds up: 6,14`, '4') : text(COLUMN),
  ]),
);

const RULE_FIELDS: Readonly<Record<UploadRule, FieldSchema>> = {
  markup: text('Per cent by the price in roubles', '0-1000:30; 1000-5000:20; 5000-:10'),
  rounding: text('To multiples of so many roubles', 'up:100-10'),
  vat: text('Adds value added tax to the prices or removes it', 'add:20'),
  priceUnit: text(
    'For what prices are where the heading does not say it: for 100 pieces, in thousands of roubles',
    '/100',
  ),
  rates: text('Roubles for one unit of further currencies', 'USD=92,5; EUR=100'),
  manufacturerFixed: text('The manufacturer of rows for which nothing else names one', 'BOSCH'),
  manufacturerFrom: choice(upload.MANUFACTURER_FROM, 'Headings of groups name the manufacturer of the rows below them'),
  synonyms: text('The name on the left stands for the others', 'HYUNDAI/KIA = MOBIS, HYUNDAI, KIA'),
  brandByManufacturer: text('The brands that these manufacturers go to, by id', 'BOSCH, MANN = 12'),
  articleFrom: choice(upload.ARTICLE_FROM, 'What replaces a missing article'),
  stockWords: text('What words of the column of stock mean in this list', 'Склад = есть; Транзит = в пути; мало = 2'),
  deliveryFixed: text('Time until delivery where no cell says it', '1-2 недели'),
  priceless: choice(upload.PRICELESS, 'What becomes of rows without a price'),
  skipWords: text('Leaves out rows that have one of these words', 'уценка; б/у'),
  minPrice: text('Leaves out rows whose price is below', '100'),
  maxPrice: text('Leaves out rows whose price is above', '100000'),
};

/** The body of an upload: a file, or the id under which a guess has kept one. */
export const UPLOAD_BODY = bodyWithFile('file', {
  brandId: text('Id of a brand; not needed for the price list of the shop itself', '1'),
  providerId: text('Id of a provider; not needed for the price list of the shop itself', '1'),
  addNewPositionMode: text('Anything but an empty text adds positions with unknown articles', 'on'),
  sheet: text('Title of the sheet; the first visible one by default'),
  sheets: text('Several sheets with rows and columns of their own, as a JSON list', '[{"name":"Шины","article":"C"}]'),
  startRow: text(`First row that is read; ${upload.UPLOAD_START_ROW} by default`, '2'),
  endRow: text('Last row that is read'),
  profit: text('Per cent on every price', '15'),
  currency: text('The currency of prices that name none', 'EUR'),
  rate: text('Roubles for one unit of it', '100'),
  repeated: choice(upload.REPEATED, 'Which of several rows of one position counts'),
  missing: choice(upload.MISSING, 'What becomes of positions that the list does not name'),
  ...COLUMN_FIELDS,
  ...RULE_FIELDS,
  preset: text('Id of a saved form, over whose fields the others stand'),
  uploadId: { type: 'string', format: 'uuid', description: 'By which the progress is asked for' },
  dryRun: mark('1 only says what the upload would do'),
  confirm: mark('1 applies what looks wrong, 0 refuses it with 409; absent applies and marks it'),
  seen: text(
    'The digest of a check that was looked at, and so confirms its doubts: where it would do something else by now, 409 brings the new check; confirm=1 applies that',
  ),
  notify: mark('1 notifies the user at the end'),
  mail: mark('1 mails the user at the end'),
  fileId: text('The file that a guess has kept, in place of `file`'),
  fileName: text('Its name'),
});

/** The body of an upload of crosses. */
export const CROSS_UPLOAD_BODY = bodyWithFile('file', {
  sheet: text('Title of the sheet; the first visible one by default'),
  startRow: text('First row that is read', '2'),
  article: text('Column of the articles', 'A'),
  maker: text('Column of their manufacturers'),
  cross: text('Column of the crosses', 'C'),
  crossMaker: text('Column of the manufacturers of the crosses'),
  way: choice(['both', 'replaces', 'replaced'], 'Which replaces which'),
  dryRun: mark('1 only says what the upload would do'),
  fileId: text('The file that a guess has kept, in place of `file`'),
  fileName: text('Its name'),
});
