import { expect, type Page } from '@playwright/test';
import type { Part, PartAnswer, PartsAnswer } from '../../contract/catalogue/parts.ts';
import type { Position } from '../../contract/catalogue/positions.ts';
import { NOTHING_FOUND } from '../../rules/catalogue/question.ts';
import { expectNoSidewaysScroll, test } from './test.ts';

const LONG_WORD = 'Ъ'.repeat(60);

/** A position as awkward as a price list can make it. */
const awkward = {
  id: 1,
  alias: 'awkward',
  title: `Гидроцилиндр ${'подъёма стрелы экскаватора-погрузчика '.repeat(5)}`.slice(0, 200).trim(),
  article: 'ABCDEFGHIJ'.repeat(6),
  manufacturer: LONG_WORD,
  brantTitle: LONG_WORD,
  stock: 'Склад № 12',
  photo: null,
  width: '0.00',
  height: '0.00',
  length: '',
  weight: '0.00',
};
const CASES = [
  ['a price and a stock of many digits', { ...awkward, price: '123456789.99', amount: 1_234_567.5 }],
  ['neither price nor stock', { ...awkward, price: '0.00', amount: 0 }],
] as const;

for (const width of [320, 390, 768, 1280]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    for (const [name, position] of CASES) {
      test(`the longest texts with ${name} fit and cover nothing`, async ({ page }) => {
        await page.route('**/api/bridge/card/1', (route) => route.fulfill({ json: position as unknown as Position }));
        // A page that the server has not filled, as a CDN sends it.
        await page.route('**/catalog/1', async (route) => {
          const answer = await route.fetch();
          const given = /<script type="application\/json" id="given-data">.*?<\/script>/s;
          await route.fulfill({ response: answer, body: (await answer.text()).replace(given, '') });
        });
        const own = position as unknown as Position;
        const terms = { deliveryDays: 121, leastAmount: 100_000 };
        const best = [own, { ...own, id: 2 }, { ...own, id: 3 }].map((one) => ({ ...one, ...terms }));
        const part: Part = {
          ...position,
          maker: LONG_WORD,
          priceFrom: position.price,
          offers: 9,
          best,
          match: 'exact',
        };
        const answer: PartsAnswer = {
          parts: [part],
          total: { count: 1, exact: true },
          exact: 1,
          facets: {
            ...NOTHING_FOUND.facets,
            maker: [{ value: 'x', title: LONG_WORD, count: 1 }],
            brand: [{ value: '1', title: LONG_WORD, count: 1 }],
            provider: [],
            inStock: 1,
            photo: 1,
          },
          notes: [],
          crosses: [],
          next: null,
        };
        await page.route('**/api/bridge/parts/?*', (route) => route.fulfill({ json: answer }));
        const offers = best.map((offer) => ({ ...offer, priceDate: '2026-11-22' }));
        await page.route('**/api/bridge/card/1/part', (route) =>
          route.fulfill({ json: { ...part, offers, crosses: [] } satisfies PartAnswer }),
        );

        await page.goto('/catalog/1');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(position.title);
        await expectNoSidewaysScroll(page);
        await expect(page.getByText('Ширина')).toHaveCount(0);
        const offer = ['.card-price', '.card-stock', '.card-offer .button'];
        expect(await overlaps(page, offer)).toEqual([]);

        // A page that the server has not filled, as a CDN sends it.
        await page.route('**/catalog?*', async (route) => {
          const answer = await route.fetch();
          const given = /<script type="application\/json" id="given-data">.*?<\/script>/s;
          await route.fulfill({ response: answer, body: (await answer.text()).replace(given, '') });
        });
        await page.goto('/catalog?query=ABCDEFGHIJ');
        await expect(page.locator('.part a.title')).toHaveText(position.title);
        await expectNoSidewaysScroll(page);
        const row = ['.offer .tag', '.offer .price, .offer .price-on-request', '.part .title', '.part .article'];
        expect(await overlaps(page, row)).toEqual([]);
      });
    }
  });
}

/** The pairs of elements, by selector, whose boxes cover one another. */
function overlaps(page: Page, selectors: readonly string[]): Promise<string[]> {
  return page.evaluate((names) => {
    const boxes = names.map((name) => document.querySelector(name)?.getBoundingClientRect());
    const found: string[] = [];
    boxes.forEach((a, at) => {
      boxes.slice(at + 1).forEach((b, next) => {
        const apart = !a || !b || a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        if (!apart) found.push(`${names[at]} and ${names[at + 1 + next]}`);
      });
    });
    return found;
  }, selectors);
}

test('a screen has one filled button', async ({ page, signIn, allowConsole }) => {
  allowConsole(/404/);
  const filled = page.locator('.button.main:visible');
  for (const path of ['/', '/catalog', '/catalog/1', '/catalog/list', '/catalog/download/price', '/auth', '/404x']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(filled, path).toHaveCount(1);
  }
  await signIn();
  for (const path of ['/catalog/edit/brands', '/catalog/edit/upload']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(filled, path).toHaveCount(1);
  }
});

test('a printed card is one sheet, and its footer does not wait for a window', async ({ page }) => {
  await page.goto('/catalog/1');
  await expect(page.getByRole('link', { name: 'Позвонить менеджеру' })).toBeVisible();
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Позвонить менеджеру' })).toBeHidden();
  await expect(page.locator('.card-order a[href^="tel:"]')).toBeVisible();
});

test('the name of who is signed in is in the header before any script of ours has run', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await signIn();
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/about/company', { waitUntil: 'domcontentloaded' }).catch(() => undefined);
  const shown = await page.locator('.who').evaluate((who) => getComputedStyle(who, '::before').content);
  expect(shown).toContain(process.env.E2E_ADMIN_EMAIL ?? '-');
});

test('waiting stands still for those who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/catalog/download/price');
  await page.getByRole('link', { name: 'Скачать прайс в формате Excel' }).click();
  await expect(page.getByText('Формирование прайса, пожалуйста подождите')).toBeVisible();
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  );
  expect(moving).toBe(0);
});
