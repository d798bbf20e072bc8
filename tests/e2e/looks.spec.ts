import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Part, PartAnswer, PartsAnswer } from '../../contract/catalogue/parts.ts';
import type { Position } from '../../contract/catalogue/positions.ts';
import { NOTHING_READ } from '../../rules/catalogue/card.ts';
import { NOTHING_FOUND } from '../../rules/catalogue/question.ts';
import { asAdmin, makeUser } from './settings-calls.ts';
import { expectNoSidewaysScroll, PORTAL_PAGES, settled, test } from './test.ts';

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
        const terms = {
          deliveryDays: 121,
          deliveryFrom: null,
          leastAmount: 100_000,
          name: position.title,
          marks: [LONG_WORD],
        };
        const best = [own, { ...own, id: 2 }, { ...own, id: 3 }].map((one) => ({ ...one, ...terms }));
        const part: Part = {
          ...position,
          maker: LONG_WORD,
          priceFrom: position.price,
          ...{ marks: [], toOrder: false, special: false, machines: [] },
          offers: 9,
          best,
          match: 'exact',
        };
        const answer: PartsAnswer = {
          ...NOTHING_FOUND,
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
          route.fulfill({ json: { ...part, offers, crosses: [], reading: NOTHING_READ } satisfies PartAnswer }),
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

const SHOP = [
  '/',
  '/catalog',
  '/catalog?query=фильтр',
  '/catalog/1',
  '/catalog/list',
  '/catalog/makers',
  '/catalog/brands',
  '/catalog/machines',
  '/catalog/kinds',
  '/catalog/request',
  '/catalog/download/price',
  '/about/company',
  '/about/contact',
  '/check',
  '/auth',
];
test('no word of the shop is broken inside, and no page of it scrolls sideways', async ({ page }) => {
  for (const path of SHOP) {
    await page.goto(path);
    await expectWholeWords(page);
  }
});

test('no word of the portal is broken inside, and no page of it scrolls sideways', async ({
  page,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/404/);
  test.slow();
  await makeUser(request, 'Оченьдлиннофамильный-Подписантов');
  await page.addInitScript(() => localStorage.setItem('portalTexts', 'ru'));
  await signIn('/docflow');
  for (const path of PORTAL_PAGES) {
    await page.goto(path);
    await expectWholeWords(page);
  }
  await page.goto('/docflow/list/?limit=50');
  await page.locator('.doc-col-title a').first().click();
  await page.waitForURL(/\/docflow\/\d+/);
  await expectWholeWords(page);
});

test('titles without a space are broken at the end of their line and widen no page', async ({
  page,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/404/);
  test.slow();
  const admin = await asAdmin(request);
  const title = (word: string) => `${word.repeat(20).slice(0, 110)}${randomUUID().slice(0, 8)}`;
  const role = await admin.add('role', title('Руководитель'));
  const directing = await admin.add('directing', title('Электрооборудование'));
  const task = await admin.add('task', title('Соглашение'));
  await signIn('/setting/edit/roles');
  for (const path of [
    `/setting/edit/access?view=grid&role=${role.id}`,
    '/setting/edit/access?view=levels',
    `/setting/edit/routes?directing=${directing.id}&task=${task.id}`,
    '/setting/edit/roles',
    '/setting/edit/directings',
    '/setting/edit/processes',
    '/setting/edit/bundle/role',
    '/setting/edit/people',
  ]) {
    await page.goto(path);
    await expectWholeWords(page);
  }
});

/** Demands of the open page at the widths of a desktop and of a phone that it breaks no word and fits. */
async function expectWholeWords(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await settled(page);
    const { seen, broken } = await wordsOf(page);
    expect(seen, page.url()).toBeGreaterThan(10);
    expect.soft(broken, `broken words on ${page.url()}, ${width} px`).toEqual([]);
    await expectNoSidewaysScroll(page);
  }
}

/** How many ordinary words the page shows, and those of them that stand in more than one line. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const LONGEST = 24;
    const UNSEEN = 'script, style, template, option, textarea';
    const broken = new Set<string>();
    let seen = 0;
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
      const element = text.parentElement;
      if (!element || element.closest(UNSEEN) || !element.checkVisibility({ visibilityProperty: true })) continue;
      // Letters between spaces, in brackets or quotes or before a full stop; addresses and articles are no words.
      for (const found of text.data.matchAll(/(?<![^\s«„("/])[\p{L}-]+(?![^\s.,:;!?…»“)"/])/gu)) {
        let start = found.index;
        for (const word of found[0].split('-')) {
          range.setStart(text, start);
          range.setEnd(text, start + word.length);
          start += word.length + 1;
          if (word.length < 2 || word.length > LONGEST) continue;
          const lines = new Set(
            [...range.getClientRects()].filter(({ width }) => width > 0).map(({ y }) => Math.round(y)),
          );
          if (lines.size > 0) seen += 1;
          if (lines.size > 1) broken.add(`${word} in ${element.tagName.toLowerCase()}.${element.className}`);
        }
      }
    }
    return { seen, broken: [...broken] };
  });
