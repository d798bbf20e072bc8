import { ReadError } from './error.ts';
import { PAGE_TABLES_MAX } from './limits.ts';

const TAG = /<(\/?)table\b/giu;

/**
 * The tables of a web page one after another, as markup: one that stands inside another is taken out of it, so that
 * a page that is laid out by a table still shows its price list as a table of its own.
 */
export function separateTables(page: string): string[] {
  const counts = { begin: 0, end: 0 };
  const tables: string[][] = [];
  const open: string[][] = [];
  let from = 0;
  let isEnded = false;
  for (const tag of page.matchAll(TAG)) {
    counts[tag[1] ? 'end' : 'begin'] += 1;
    if (Math.max(counts.begin, counts.end) > PAGE_TABLES_MAX) throw new ReadError('TOO_MANY_PARTS');
    // What looks like a tag inside another one is none, nor is one that does not end, or any behind it.
    if (isEnded || tag.index < from) continue;
    const end = page.indexOf('>', tag.index);
    isEnded = end === -1;
    if (isEnded) continue;
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
