import fc from 'fast-check';
import { toHtml } from '../../rules/markdown/index.ts';
import { faultOf, markupTexts } from '../../tests/support/markup.ts';
import type { Part } from '../part.ts';
import { milliseconds, whole } from '../table.ts';

const WHOLE = { size: 1024 * 1024, rounds: 5, runs: 1_000_000 };
const SMALL = { size: 32 * 1024, rounds: 1, runs: 1_000 };

const PAGE = `# Доставка
Отправляем **заказы** по _всей России_ [[about/contact|со склада]], [тарифы](https://example.org/tariff?a=1).
- до терминала \`бесплатно\`
  1. по городу
> Заказы, оплаченные до 14:00, едут в тот же день. #доставка
![[parts.svg|Склад]]

`;

/** Lines that make careless converters slow. */
const HOSTILE = ['[x](', '[x](tel:1)', '[[a', '![[', '*a ', '**a*', '_a_ ', '`a', '#_', '- a\n', '> # a\n', '<'];

/** The best of the rounds, milliseconds: the other work of the machine only ever adds time. */
function timeOf(text: string, rounds: number): number {
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    toHtml(text);
    return performance.now() - started;
  });
  return Math.min(...times);
}

const ofSize = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

/** Times of the converter of note markup, and a million of broken texts. */
export const markup: Part = {
  name: 'markup',
  title: () => 'Converter of note markup',
  async measure({ small }) {
    const { size, rounds, runs } = small ? SMALL : WHOLE;
    const hostile = HOSTILE.map((piece) => ({ piece, time: timeOf(ofSize(piece, size), rounds) }));
    const worst = hostile.reduce((slowest, next) => (next.time > slowest.time ? next : slowest));
    let faults = 0;
    fc.assert(
      fc.property(markupTexts, (text) => {
        if (faultOf(toHtml(text))) faults += 1;
      }),
      { numRuns: runs },
    );
    return [
      { name: '1 MB of page text', figure: milliseconds(timeOf(ofSize(PAGE, size), rounds)), goal: '≤ 200 ms' },
      { name: `1 MB of ${JSON.stringify(worst.piece)}, the slowest`, figure: milliseconds(worst.time) },
      { name: `unsafe or unpaired tags in ${whole(runs)} broken texts`, figure: whole(faults), goal: '0' },
    ];
  },
};
