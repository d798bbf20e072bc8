import { ITEMS } from './items.ts';
import type { Proof } from './proofs.ts';

const BEGIN = '<!-- table: npm run docs:security -->';
const END = '<!-- end of the table -->';

/** The items with the tests that prove them, as a table of Markdown. */
export function tableOf(proofs: readonly Proof[]): string {
  const rows = Object.entries(ITEMS).map(([number, { text, note }]) => {
    const own = proofs.filter(({ items }) => items.includes(Number(number)));
    const files = Map.groupBy(own, ({ file }) => file);
    const tests = [...files].map(
      ([file, named]) => `\`${file}\`: ${named.map(({ name }) => cell(name)).join('; ')}`,
    );
    return `| ${number} | ${text} | ${[...tests, ...(note ? [`(${note})`] : [])].join('<br>')} |`;
  });
  return ['| | What | Tests |', '|---|---|---|', ...rows].join('\n');
}

/** A document with the table put between its two marks. Throws when it has none. */
export function withTable(document: string, table: string): string {
  const from = document.indexOf(BEGIN);
  const to = document.indexOf(END);
  if (from < 0 || to < from) throw new Error(`docs/security.md has no ${BEGIN} … ${END}`);
  return `${document.slice(0, from + BEGIN.length)}\n\n${table}\n\n${document.slice(to)}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
