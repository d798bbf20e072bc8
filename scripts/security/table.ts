import { cell } from '../marked-table.ts';
import { ITEMS } from './items.ts';
import type { Proof } from './proofs.ts';

/** The items with the tests that prove them, as a table of Markdown. */
export function tableOf(proofs: readonly Proof[]): string {
  const rows = Object.entries(ITEMS).map(([number, { text, note }]) => {
    const own = proofs.filter(({ items }) => items.includes(Number(number)));
    const files = Map.groupBy(own, ({ file }) => file);
    const tests = [...files].map(([file, named]) => `\`${file}\`: ${named.map(({ name }) => cell(name)).join('; ')}`);
    return `| ${number} | ${text} | ${[...tests, ...(note ? [`(${note})`] : [])].join('<br>')} |`;
  });
  return ['| | What | Tests |', '|---|---|---|', ...rows].join('\n');
}
