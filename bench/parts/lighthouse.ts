import { openLighthouse } from '../../scripts/lighthouse.ts';
import type { Part } from '../part.ts';
import { quantilesOf } from '../quantiles.ts';
import type { Figure } from '../table.ts';

const PAGES = [
  '/',
  '/about/contact',
  '/about/company',
  '/catalog/1',
  '/catalog',
  '/catalog/machines',
  '/catalog/machine/камаз',
  '/catalog/kinds',
  '/catalog/kind/вкладыш-коренной',
];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Loads of a page; an odd number has a median. */
const ROUNDS = 5;

/** Points that Lighthouse gives the pages of the demonstration shop on its phone: the median, because machines are noisy. */
export const lighthouse: Part = {
  name: 'lighthouse',
  title: () => 'Lighthouse on a phone, demonstration shop, median of five',
  async measure(bench) {
    const { origin } = await bench.start(await bench.makePlace(), { demo: true });
    const [pages, count] = bench.small ? [PAGES.slice(0, 1), 1] : [PAGES, ROUNDS];
    const browser = await openLighthouse();
    try {
      const figures: Figure[] = [];
      for (const path of pages) {
        const rounds: number[][] = [];
        for (let round = 0; round < count; round++) {
          const { scores } = await browser.audit(origin + encodeURI(path), CATEGORIES);
          rounds.push(CATEGORIES.map((category) => scores[category] ?? Number.NaN));
        }
        const medians = CATEGORIES.map((_, at) => quantilesOf(rounds.map((scores) => scores[at] ?? 0)).p50);
        figures.push({
          name: `${path}: speed, accessibility, best practices, SEO`,
          figure: medians.join(', '),
          goal: '100 each',
        });
      }
      return figures;
    } finally {
      browser.close();
    }
  },
};
