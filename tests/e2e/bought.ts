import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** What a buyer is to see of each article: its price and stock as numbers; no price is null. */
export type Seen = Readonly<Record<string, readonly [price: number | null, stock: number]>>;

/** Demands that a search finds exactly these, as its page shows them to a buyer. */
export async function expectBought(page: Page, query: string, expected: Seen): Promise<void> {
  await page.goto(`/catalog?query=${encodeURIComponent(query)}`);
  await expect(async () => expect(await shown(page)).toEqual(expected)).toPass({ timeout: 30_000 });
}

async function shown(page: Page): Promise<Seen> {
  const parts = await page.locator('.part').all();
  const seen = await Promise.all(
    parts.map(async (part) => {
      const [article = ''] = await part.locator('.article, .part-article').first().allInnerTexts();
      const [price = ''] = await part.locator('.offer .price').allInnerTexts();
      const [amount = ''] = await part.locator('.offer > .tag').allInnerTexts();
      return [article.trim(), [price === '' ? null : numberIn(price), numberIn(amount)]] as const;
    }),
  );
  return Object.fromEntries(seen);
}

const numberIn = (text: string): number => Number(text.replace(/[^\d,]/gu, '').replace(',', '.'));
