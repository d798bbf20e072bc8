import fc from 'fast-check';
import { toHtml } from '../../src/lib/markdown/index.ts';
import { faultOf, markupTexts } from '../../tests/support/markup.ts';
import { type Figure, milliseconds, whole } from '../table.ts';

const SIZE = 1024 * 1024;
/** The other work of the machine only ever adds time. */
const ROUNDS = 5;
const FUZZ_RUNS = 1_000_000;

const PAGE = `# Доставка
Отправляем **заказы** по _всей России_ [[about/contact|со склада]], [тарифы](https://example.org/tariff?a=1).
- до терминала \`бесплатно\`
  1. по городу
> Заказы, оплаченные до 14:00, едут в тот же день. #доставка
![[parts.svg|Склад]]

`;

/** Lines that make careless converters slow. */
const HOSTILE = [
  '[x](',
  '[x](tel:1)',
  '[[a',
  '![[',
  '*a ',
  '**a*',
  '_a_ ',
  '`a',
  '#_',
  '- a\n',
  '> # a\n',
  '<',
];

function timeOf(text: string): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    toHtml(text);
    return performance.now() - started;
  });
  return Math.min(...times);
}

const ofSize = (piece: string): string => piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);

/** Times of the converter of note markup, and a million of broken texts. */
export async function measureMarkup(): Promise<Figure[]> {
  const hostile = HOSTILE.map((piece) => ({ piece, time: timeOf(ofSize(piece)) }));
  const worst = hostile.reduce((slowest, next) => (next.time > slowest.time ? next : slowest));
  let faults = 0;
  fc.assert(
    fc.property(markupTexts, (text) => {
      if (faultOf(toHtml(text))) faults += 1;
    }),
    { numRuns: FUZZ_RUNS },
  );
  return [
    { name: '1 MB of page text', figure: milliseconds(timeOf(ofSize(PAGE))), goal: '≤ 200 ms' },
    { name: `1 MB of ${JSON.stringify(worst.piece)}, the slowest`, figure: milliseconds(worst.time) },
    {
      name: `unsafe or unpaired tags in ${whole(FUZZ_RUNS)} broken texts`,
      figure: whole(faults),
      goal: '0',
    },
  ];
}
