import { expect, type Locator, type Page } from '@playwright/test';
import type { Note } from '../../contract/slides/slides.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, test } from './test.ts';

const STEP_MS = 5_000;

/** Slides as the notes service would send them. */
const slidesOf = (count: number): Note[] =>
  Array.from({ length: count }, (_, at) => ({
    id: 1_000 + at,
    title: `Слайд номер ${at + 1}`,
    message: `Текст **слайда** ${at + 1}`,
    isPublic: true,
    files: [],
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-20T10:00:00.000Z',
  }));

/** Opens the front page with so many slides; the page puts them in place of those it was built with. */
async function openWith(page: Page, count: number, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.route('**/api/mnote/search/note/**', (route) => route.fulfill({ json: slidesOf(count) }));
  await page.goto('/');
  await expect(page.locator('.slide')).toHaveCount(count);
}

const button = (page: Page, name: string): Locator =>
  page.locator('.slider').getByRole('button', { name, exact: true });
const radios = (page: Page): Locator => page.getByRole('group', { name: 'Страницы слайдов' }).getByRole('radio');

/** Numbers of the slides that stand wholly in sight. */
function inSight(page: Page): Promise<number[]> {
  return page.locator('.slider-track').evaluate((track) => {
    const { left, right } = track.getBoundingClientRect();
    return [...track.querySelectorAll('.slide')].flatMap((slide, at) => {
      const box = slide.getBoundingClientRect();
      return box.left >= left - 1 && box.right <= right + 1 ? [at + 1] : [];
    });
  });
}

const expectInSight = (page: Page, slides: number[]) => expect.poll(() => inSight(page)).toEqual(slides);

for (const { width, visible, pages } of [
  { width: 320, visible: 1, pages: 7 },
  { width: 768, visible: 2, pages: 4 },
  { width: 1280, visible: 4, pages: 2 },
  { width: 1600, visible: 5, pages: 2 },
]) {
  test(`a window of ${width} px shows ${visible} slides; arrows move by one and wrap, radios by a page`, {
    tag: width === 320 || width === 1280 ? [] : '@deep',
  }, async ({ page }) => {
    await openWith(page, 7, width);
    const from = (first: number) => Array.from({ length: visible }, (_, at) => first + at);
    await expectInSight(page, from(1));
    await button(page, 'Вперёд').click();
    await expectInSight(page, from(2));
    await expect(radios(page)).toHaveCount(pages);
    await button(page, 'Назад').click();
    await expectInSight(page, from(1));
    await button(page, 'Назад').click();
    await expectInSight(page, from(8 - visible));
    await expect(radios(page).last()).toBeChecked();
    await button(page, 'Вперёд').click();
    await expectInSight(page, from(1));
    await radios(page).nth(1).check();
    await expectInSight(page, from(Math.min(1 + visible, 8 - visible)));
    await expectNoSidewaysScroll(page);
  });
}

test('slides that all fit have neither arrows nor pages nor a stop', async ({ page }) => {
  await openWith(page, 4, 1280);
  await page.locator('.slide').first().hover();
  await expectInSight(page, [1, 2, 3, 4]);
  await expect(page.locator('.slider').getByRole('button')).toHaveCount(0);
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(radios(page)).toHaveCount(2);
  await expect(button(page, 'Вперёд')).toBeVisible();
});

test('without slides there is no slider', async ({ page }) => {
  await page.route('**/api/mnote/search/note/**', (route) => route.fulfill({ json: [] }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Специальное предложение' })).toBeHidden();
});

test('slides move by themselves every five seconds and start again after the last, without React until somebody touches them', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.clock.install();
  await openWith(page, 3, 768);
  await page.mouse.move(5, 5);
  const hasReact = () => scripts.some((url) => /\/react\./.test(url));
  await expect(radios(page)).toHaveCount(2);
  await page.clock.runFor(STEP_MS - 1_000);
  await expectInSight(page, [1, 2]);
  await page.clock.runFor(1_000);
  await expectInSight(page, [2, 3]);
  await expect(radios(page).nth(1)).toBeChecked();
  await page.clock.runFor(STEP_MS);
  await expectInSight(page, [1, 2]);
  expect(hasReact()).toBe(false);

  await page.locator('.slide').first().hover();
  await expect.poll(hasReact).toBe(true);
  await expect(page.locator('.slider').getByRole('radio')).toHaveCount(2);
  await expect(radios(page)).toHaveCount(2);
  await page.clock.runFor(2 * STEP_MS);
  await expectInSight(page, [1, 2]);
});

test('nothing moves while the pointer or the focus is there, or after the stop', async ({ page }) => {
  await page.clock.install();
  await openWith(page, 5, 768);
  await page.locator('.slide').first().hover();
  await expect(radios(page)).toHaveCount(3);
  await page.clock.runFor(3 * STEP_MS);
  await expectInSight(page, [1, 2]);

  await page.mouse.move(5, 5);
  await radios(page).first().focus();
  await page.clock.runFor(3 * STEP_MS);
  await expectInSight(page, [1, 2]);

  await button(page, 'Остановить смену слайдов').click();
  await expect(button(page, 'Возобновить смену слайдов')).toBeVisible();
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.clock.runFor(3 * STEP_MS);
  await expectInSight(page, [1, 2]);

  await button(page, 'Возобновить смену слайдов').click();
  await page.mouse.move(5, 5);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.clock.runFor(STEP_MS);
  await expectInSight(page, [2, 3]);
});

test('those who asked for less motion move the slides themselves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await openWith(page, 5, 768);
  await page.mouse.move(5, 5);
  await page.clock.runFor(4 * STEP_MS);
  await expectInSight(page, [1, 2]);
  await expect(button(page, 'Остановить смену слайдов')).toBeHidden();
  await button(page, 'Вперёд').click();
  await expectInSight(page, [2, 3]);
});

test('forty slides on a phone stay within the page, and so does the mark of the present one', async ({ page }) => {
  await openWith(page, 40, 320);
  await button(page, 'Назад').click();
  await expectInSight(page, [40]);
  await expectNoSidewaysScroll(page);
  await expect(radios(page).last()).toBeChecked();
  await expect(radios(page).last()).toBeInViewport({ ratio: 1 });
});

test('the slider works by keyboard alone', async ({ page }) => {
  await openWith(page, 5, 768);
  await button(page, 'Вперёд').focus();
  await page.keyboard.press('Enter');
  await expectInSight(page, [2, 3]);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: 'Слайды', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(radios(page).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expectInSight(page, [3, 4]);
  await page.keyboard.press('ArrowRight');
  await expectInSight(page, [4, 5]);
});

test('the slider in motion is accessible in both themes', async ({ page }) => {
  await openWith(page, 7, 390);
  await button(page, 'Вперёд').click();
  await expect(radios(page)).toHaveCount(7);
  await expectInSight(page, [2]);
  await expectAccessibleInBoth(page);
});

test('what was built stays when the services do not answer', async ({ page, allowConsole }) => {
  allowConsole(/503/);
  await page.route('**/api/**', (route) => route.fulfill({ status: 503, json: { error: 'busy' } }));
  const built = await page.request.get('/').then((answer) => answer.text());
  const slides = built.match(/<li class="slide"/g)?.length ?? 0;
  expect(slides).toBeGreaterThan(0);
  await page.goto('/', { waitUntil: 'networkidle' });
  await expect(page.locator('.slide')).toHaveCount(slides);
  await page.goto('/about/contact', { waitUntil: 'networkidle' });
  await expect(page.locator('.about-text p').first()).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('slides and texts are there', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Специальное предложение' })).toBeVisible();
    await expect(page.locator('.slide').first()).toBeVisible();
    await expect(page.locator('.slider-moves')).toBeHidden();
    for (const alias of ['company', 'contact', 'credential', 'delivery', 'garanty']) {
      await page.goto(`/about/${alias}`);
      await expect(page.locator('.about-text :is(p, li)').first()).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    }
  });
});

test('a company page shows the text that was saved meanwhile, converted; one without text says so', async ({
  page,
}) => {
  const texts = { company: '# Новое имя\n- **пункт**', delivery: '' };
  await page.route('**/api/informator/about/*', (route) => {
    const alias = route.request().url().split('/').at(-1) as keyof typeof texts;
    return route.fulfill({ json: { alias, mdInfo: texts[alias] } });
  });
  await page.goto('/about/company');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Новое имя');
  await expect(page.locator('.about-text li b')).toHaveText('пункт');
  await page.goto('/about/delivery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Доставка');
  await expect(page.getByText('Текст этой страницы ещё не опубликован')).toBeVisible();
});

test('an unchanged page loads no converter', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/about/company', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /about-text/.test(url))).toEqual([]);
});

test('the page of the front text is there for administrators, not for search engines', async ({ page, request }) => {
  const html = await request.get('/about/mainPage').then((answer) => answer.text());
  expect(html).toContain('<meta name="robots" content="noindex"');
  await page.goto('/');
  await expect(page.locator('a[href="/about/mainPage"]')).toBeHidden();
});

test('the feed has every published slide under an address that stays', async ({ page, request }) => {
  const feed = await request.get('/rss.xml');
  expect(feed.status()).toBe(200);
  expect(feed.headers()['content-type']).toContain('xml');
  const text = await feed.text();
  await page.goto('/');
  await expect(page.locator('head link[type="application/rss+xml"]')).toHaveAttribute('href', '/rss.xml');
  const ids = await page.locator('.slide').evaluateAll((slides) => slides.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(0);
  for (const id of ids) expect(text).toMatch(new RegExp(`<guid[^>]*>[^<]*/#${id}</guid>`));
});
