import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZIPPED_BYTES_MAX } from './limits.ts';
import { openContainer } from './xlsx/container.ts';

const PRICE_LIST = /\.(?:xlsx|xlsm|xls|ods|csv|tsv|txt|html?|mht|mhtml|xml)$/iu;
/** Parts that only a book or a document has. */
const OF_BOOK = /^(?:_rels|xl|word|ppt)\/|^\[content_types\]\.xml$|^content\.xml$/u;
/** What macOS puts beside each file. */
const BESIDE = /^__macosx\/|(?:^|\/)\._/u;

/**
 * Unpacks the one price list of a zip that is no workbook itself into `target`; answers whether it did so. A zip with none
 * or several is left alone. Throws a ReadError when it is damaged or unpacks to more than a price list may have.
 */
export async function unpackOnlyList(file: string, target: string): Promise<boolean> {
  const container = await openContainer(file);
  try {
    const names = [...container.names()];
    if (names.some((name) => OF_BOOK.test(name))) return false;
    const lists = names.filter((name) => PRICE_LIST.test(name) && !BESIDE.test(name));
    const [only] = lists;
    if (only === undefined || lists.length > 1) return false;
    await pipeline(
      container.bytes(only, ZIPPED_BYTES_MAX),
      createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    );
    return true;
  } finally {
    container.close();
  }
}
