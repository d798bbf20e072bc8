import type { Page } from '@playwright/test';
import { DEVICES } from './buyer-steps.ts';
import { expect, expectNoSidewaysScroll, test } from './test.ts';

const PHONE = { width: 390, height: 844 };

/** From the front page to the card of a part, one link after another: a machine, its unit, the kind of part. */
async function walkByMachine(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'КАМАЗ', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Запчасти для КАМАЗ');
  await expect(page.locator('meta[name="description"]')).toHaveAttribute(
    'content',
    /деталей в\sкаталоге, из\sних в\sналичии/,
  );
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Двигатель', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Найден/ })).toBeVisible();
  await expect(page).toHaveTitle(/^КАМАЗ, двигатель/);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Головка блока цилиндров', exact: true }).click();
  const trail = page.getByRole('navigation', { name: 'Вы здесь' });
  await expect(trail.getByRole('link')).toHaveText([
    'Каталог запчастей',
    'КАМАЗ',
    'Двигатель',
    'Головка блока цилиндров',
  ]);
  await expect(trail.locator('[aria-current="page"]')).toHaveText('Головка блока цилиндров');
  await page.locator('.part a.title').first().click();
  await expect(page.locator('.card h1')).toContainText(/головка/i);
  await expect(trail.getByRole('link')).toHaveText(['Каталог запчастей', 'Двигатель', 'Головка блока цилиндров']);
  await expect(page.locator('.card-fits')).toContainText(/^Подходит\sк:.*КАМАЗ.*поставщика$/s);
  await expectNoSidewaysScroll(page);
  await trail.getByRole('link', { name: 'Головка блока цилиндров' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Головка блока цилиндров');
  await expect(page.getByRole('heading', { name: 'Машины' })).toBeVisible();
}

for (const [device, viewport] of DEVICES)
  test(`on ${device} links lead from a machine to a unit, a kind of part and its card`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await walkByMachine(page);
  });

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const [device, viewport] of DEVICES)
    test(`on ${device} the same links lead from a machine to a card, and from a unit to its kinds`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await walkByMachine(page);
      await page.goto('/');
      await page.getByRole('link', { name: 'Тормоза', exact: true }).click();
      await expect(page).toHaveURL(/\/catalog\/kinds#/);
      await expect(page.getByRole('heading', { level: 2, name: 'Тормоза' })).toBeInViewport();
    });

  test('a visitor without a question goes from the catalogue to a maker, its pages and a card', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Каталог' }).click();
    await page.getByRole('link', { name: 'Все производители' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Производители' })).toBeVisible();
    await page.getByRole('link', { name: 'Прогресс-Т', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Детали производителя Прогресс-Т');
    const first = await page.locator('.part a.title').first().getAttribute('href');
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\/catalog\/makers\/[^?]+$/);
    await page.getByRole('link', { name: 'Вперёд' }).click();
    await expect(page.getByText(/Страница\s2\sиз/)).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\?page=2$/);
    expect(await page.locator('.part a.title').first().getAttribute('href')).not.toBe(first);
    await page.locator('.part a.title').first().click();
    await expect(page.locator('.card h1')).toBeVisible();
  });
});

for (const path of [
  '/',
  '/catalog',
  '/catalog?query=фильтр',
  '/catalog/1',
  '/catalog/list',
  '/catalog/makers',
  '/about/company',
  '/auth',
  '/404x',
])
  test(`the header of ${path} has the one search, the catalogue and the phone`, async ({ page, allowConsole }) => {
    allowConsole(/404/);
    for (const size of [PHONE, { width: 1280, height: 800 }]) {
      await page.setViewportSize(size);
      await page.goto(path);
      await expect(page.locator('form.search')).toHaveCount(1);
      await expect(page.locator('header form.search input')).toBeVisible();
      await expect(page.locator('header a[href^="tel:"]')).toBeVisible();
      await expect(page.locator('header a[href="/catalog"]')).toHaveCount(1);
      await expectNoSidewaysScroll(page);
    }
  });

test('on a phone the field goes to the top on focus, and what is typed before any script is kept', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.locator('form.search input');
  await field.click();
  await page.keyboard.type('740.1003');
  await expect.poll(async () => (await field.boundingBox())?.y ?? 99).toBeLessThan(20);
  scripts.resolve();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(field).toHaveValue('740.1003');
  const list = await page.locator('.suggest ul').boundingBox();
  expect(list?.x).toBe(0);
  expect(list?.width).toBe(PHONE.width);
  await page.getByRole('button', { name: 'Найти' }).click();
  await expect(page).toHaveURL(/query=740\.1003$/);
});

test('examples are there until the first search', async ({ page }) => {
  await page.goto('/');
  const examples = page.locator('.search-examples');
  await expect(examples).toBeVisible();
  await examples.getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: /Найден/ })).toBeVisible();
  // The heading comes with the page; that something was searched for is noted by the script after it.
  await page.waitForFunction(() => sessionStorage.getItem('lastQuery') !== null);
  await page.goto('/');
  await expect(examples).toBeHidden();
});

test('five parts stand on the screen of a phone, each with its whole maker', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/catalog?query=фильтр');
  const rows = await page.locator('.part').evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
  expect(rows.filter((bottom) => bottom <= 844).length).toBeGreaterThanOrEqual(5);
  const cut = await page
    .locator('.part .maker')
    .evaluateAll(
      (all) => all.filter(({ parentElement: line }) => line && line.scrollWidth > line.clientWidth + 1).length,
    );
  expect(cut).toBe(0);
});

test('a card copies its number and loads no React for visitors', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/catalog/1');
  const article = await page.locator('.card-article .mono').innerText();
  await page.getByRole('button', { name: 'Скопировать артикул' }).click();
  await expect(page.locator('.card-article [role="status"]')).toHaveText('Скопировано');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(article);
  expect(scripts.some((url) => /\/react\./.test(url))).toBe(false);
  await context.clearPermissions();
});
