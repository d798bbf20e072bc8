import { ReadError } from './error.ts';
import { PAGE_TABLES_MAX } from './limits.ts';

const BEGINNINGS = ['<table', '</table'];
const TAG = /<(\/?)table\b/giu;

/**
 * The tables of a web page one after another, as markup: one that stands inside another is taken out of it, so that
 * a page that is laid out by a table still shows its price list as a table of its own.
 */
export function separateTables(page: string): string[] {
  refuseMany(page);
  const tables: string[][] = [];
  const open: string[][] = [];
  let from = 0;
  for (const tag of page.matchAll(TAG)) {
    // What looks like a tag inside another one is none.
    if (tag.index < from) continue;
    const end = page.indexOf('>', tag.index);
    if (end === -1) break;
    open.at(-1)?.push(page.slice(from, tag.index));
    from = end + 1;
    if (tag[1]) open.pop();
    else {
      const table: string[] = [];
      tables.push(table);
      open.push(table);
    }
  }
  open.at(-1)?.push(page.slice(from));
  return tables.map((pieces) => `<table>${pieces.join('')}</table>`);
}

/** Before anything is tried on them: from each tag that does not end its end is looked for. */
function refuseMany(page: string): void {
  const text = page.toLowerCase();
  for (const beginning of BEGINNINGS) {
    let count = 0;
    for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + beginning.length))
      if (++count > PAGE_TABLES_MAX) throw new ReadError('TOO_MANY_PARTS');
  }
}
