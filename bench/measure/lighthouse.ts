import { openLighthouse } from '../../scripts/lighthouse.ts';
import { quantilesOf } from '../quantiles.ts';
import { startServer } from '../server.ts';
import type { Figure } from '../table.ts';

const PAGES = ['/', '/about/contact', '/about/company', '/catalog/1'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Loads of a page; an odd number has a median. */
const ROUNDS = 5;

/** Points that Lighthouse gives the pages of the demonstration shop on its phone: the median, because machines are noisy. */
export async function measureLighthouse(dataFolder: string): Promise<Figure[]> {
  const server = await startServer(dataFolder, null, { demo: true });
  const lighthouse = await openLighthouse();
  try {
    const figures: Figure[] = [];
    for (const path of PAGES) {
      const rounds: number[][] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const { scores } = await lighthouse.audit(server.origin + path, CATEGORIES);
        rounds.push(CATEGORIES.map((category) => scores[category] ?? 0));
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
    lighthouse.close();
    await server.stop();
  }
}
