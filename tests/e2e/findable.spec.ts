import type { Page } from '@playwright/test';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from './test.ts';

/** What a page says to search engines. */
async function dataOf(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return texts.map((text) => JSON.parse(text));
}

const typesOf = async (page: Page) => (await dataOf(page)).map((thing) => thing['@type']).sort();

const meta = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content');

const canonical = (page: Page) => page.locator('link[rel="canonical"]').getAttribute('href');

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a product page shows the part, its price and how to order it', async ({ page }) => {
    const answer = await page.goto('/catalog/1');
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.card-price')).toContainText('₽');
    await expect(page.locator('.card-stock')).toContainText(/Склад\s\p{Lu}/u);
    await expect(page.getByRole('link', { name: 'Позвонить менеджеру' })).toBeVisible();
    await expect(page.locator('.card-picture img, .card-picture svg')).toBeVisible();
    await expect(page.getByText('включите JavaScript')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Скопировать артикул' })).toBeHidden();
    const heading = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await expect(page).toHaveTitle(new RegExp(`^${heading.slice(0, 20)}`));
    expect(await canonical(page)).toMatch(/\/catalog\/product\/[a-z0-9_]+$/);
    expect(await meta(page, 'og:url')).toBe(await canonical(page));
    expect(await meta(page, 'og:title')).toBe(await page.title());
    expect(await typesOf(page)).toEqual(['BreadcrumbList', 'Product']);
    const product = (await dataOf(page)).find((thing) => thing['@type'] === 'Product');
    expect(product).toMatchObject({
      name: heading,
      offers: {
        '@type': 'AggregateOffer',
        priceCurrency: 'RUB',
        lowPrice: expect.stringMatching(/^\d+\.\d\d$/),
        offerCount: expect.any(Number),
      },
    });
  });

  test('a product that does not exist is a page that helps on', async ({ page, allowConsole }) => {
    allowConsole(/404/);
    const answer = await page.goto('/catalog/product/net_takoj_pozicii');
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: /не.найдена/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /в.каталог$/ })).toHaveAttribute('href', '/catalog');
    await expect(page.getByRole('searchbox')).toBeVisible();
    expect(await meta(page, 'robots')).toBe('noindex');
  });
});

/** The elements and texts of the card, whether the server or the island made them. */
const outline = (page: Page) =>
  page.locator('article.card').evaluate((card) => {
    const said = (node: Element): unknown =>
      [...node.childNodes].flatMap((child): unknown[] => {
        if (child instanceof SVGElement) return ['svg'];
        if (child instanceof Element) {
          const { classList, tagName } = child;
          const facts = ['href', 'src', 'srcset', 'alt', 'width', 'height', 'aria-label'].map((name) =>
            child.getAttribute(name),
          );
          return [[tagName, [...classList].join(' '), ...facts, said(child)]];
        }
        return child.textContent?.trim() ? [child.textContent.trim()] : [];
      });
    // React writes one text as several pieces, and in a page that is sent a comment between them.
    const copy = card.cloneNode(true) as Element;
    const comments = document.createNodeIterator(copy, NodeFilter.SHOW_COMMENT);
    for (let comment = comments.nextNode(); comment; comment = comments.nextNode()) {
      (comment as Comment).remove();
    }
    copy.normalize();
    return said(copy);
  });

for (const [name, width] of [
  ['a wide window', 1280],
  ['a phone', 390],
] as const) {
  test(`script takes over the same card in ${name}: nothing moves, waits or is asked again`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const asked: string[] = [];
    page.on('request', (request) => {
      // What replaces the part is no part of the card that was sent.
      if (/\/api\/bridge\/card\/(?!photo|\d+\/part)/.test(request.url())) asked.push(request.url());
    });
    await page.addInitScript(() => {
      const seen = window as unknown as { moved: number; waited: boolean };
      seen.moved = 0;
      seen.waited = false;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.moved += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
      new MutationObserver(() => {
        if (document.querySelector('main .skeleton')) seen.waited = true;
      }).observe(document, { childList: true, subtree: true });
    });
    // With scripts blocked the page is what the server has sent.
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_astro/*.js', async (route) => {
      await held;
      await route.continue();
    });
    const ids = ['1', '2', '3', '40', '41', '42'];
    for (const id of ids) {
      await page.goto(`/catalog/${id}`, { waitUntil: 'commit' });
      await expect(page.locator('article.card')).toBeVisible();
      const sent = id === '1' ? await outline(page) : null;
      release();
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
      await page.waitForLoadState('networkidle');
      if (sent) expect(await outline(page)).toEqual(sent);
      const { moved, waited } = await page.evaluate(() => {
        const seen = window as unknown as { moved: number; waited: boolean };
        return { moved: seen.moved, waited: seen.waited };
      });
      expect([id, moved, waited]).toEqual([id, 0, false]);
    }
    expect(asked).toEqual([]);
  });
}

test('every card is written by the server as the browser writes it: known and unknown price, stock, photo, sizes', async ({
  page,
  request,
}) => {
  const cards: { id: number; photo: string | null; price: string; amount: number }[] = await (
    await request.get('/api/bridge/card/?limit=150')
  ).json();
  const kinds = new Map(
    cards.map((card) => [`${!!card.photo} ${card.price === '0.00'} ${card.amount === 0}`, card.id] as const),
  );
  expect(kinds.size).toBeGreaterThan(2);
  for (const id of kinds.values()) {
    await page.goto(`/catalog/${id}`);
    const sent = await outline(page);
    // What the server has not filled the browser draws by itself.
    await page.route(`**/catalog/${id}`, async (route) => {
      const answer = await route.fetch();
      const given = /<script type="application\/json" id="given-data">.*?<\/script>/s;
      await route.fulfill({ response: answer, body: (await answer.text()).replace(given, '') });
    });
    await page.goto(`/catalog/${id}`, { waitUntil: 'networkidle' });
    await page.unroute(`**/catalog/${id}`);
    expect(await outline(page), `card ${id}`).toEqual(sent);
    await expect(page.locator('section.crosses:empty')).toHaveCount(0);
  }
});

test('every prebuilt page names its address, its picture and the way to it', async ({ page, request }) => {
  const pages = new XMLParser().parse(await (await request.get('/sitemap-pages.xml')).text()).urlset.url;
  expect(pages.length).toBeGreaterThan(8);
  for (const { loc } of pages) {
    await page.goto(new URL(loc).pathname);
    expect(await canonical(page)).toBe(loc);
    expect(await meta(page, 'og:url')).toBe(loc);
    expect(await meta(page, 'og:title')).toBe(await page.title());
    expect(await meta(page, 'description')).toBe(await meta(page, 'og:description'));
    expect(await meta(page, 'robots')).toBe('index, follow');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    const types = await typesOf(page);
    const path = new URL(loc).pathname;
    if (path === '/') expect(types).toEqual(['AutoPartsStore', 'WebSite']);
    else if (path === '/about/contact') expect(types).toEqual(['AutoPartsStore', 'BreadcrumbList']);
    else expect(types).toEqual(['BreadcrumbList']);
  }
  const picture = await request.get('/og.png');
  expect([picture.status(), picture.headers()['content-type']]).toEqual([200, 'image/png']);
});

test('robots.txt leads to an index whose sitemaps hold addresses that answer', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  const path = new URL(/^Sitemap: (\S+)$/m.exec(robots)?.[1] ?? '').pathname;
  const index = await (await request.get(path)).text();
  const parts: { loc: string }[] = new XMLParser().parse(index, true).sitemapindex.sitemap;
  expect(parts.map(({ loc }) => new URL(loc).pathname)).toEqual([
    '/sitemap-pages.xml',
    '/sitemap-names.xml',
    '/sitemap-products-1.xml',
  ]);
  for (const { loc } of parts) {
    const text = await (await request.get(new URL(loc).pathname)).text();
    const urls: { loc: string }[] = new XMLParser().parse(text, true).urlset.url;
    for (const url of urls.slice(0, 10)) expect((await request.get(new URL(url.loc).pathname)).status()).toBe(200);
  }
});

test('areas that need an account tell search engines to leave', async ({ request }) => {
  for (const path of ['/auth', '/user', '/catalog/edit/brands', '/404x'])
    expect(await (await request.get(path)).text()).toContain('<meta name="robots" content="noindex">');
});
