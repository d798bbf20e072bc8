import type { APIRequestContext, Page } from '@playwright/test';
import { asAdmin } from './settings-calls.ts';
import { expect } from './test.ts';

/** A part of the demonstration with several offers, and one that is said to replace it. */
const PART = { query: 'прокладка головки', maker: 'Прогресс-Т', article: '154 73 52834' };
export const CROSS = { article: '03213-95986', maker: 'Прогресс-Т' };

export const DEVICES = [
  ['a desktop', { width: 1280, height: 844 }],
  ['a phone', { width: 390, height: 844 }],
] as const;

/** Says that the one part replaces the other; said before it stays as it is. */
export async function sayCross(request: APIRequestContext): Promise<void> {
  const admin = await asAdmin(request, '/api/bridge');
  await admin.send('POST', '/crosses', {
    article: PART.article,
    maker: PART.maker,
    crossArticle: CROSS.article,
    crossMaker: CROSS.maker,
    way: 'both',
  });
}

/** Searches from the front page and filters the results by maker and stock; `submit`: by the button of the form. */
export async function findFiltered(page: Page, { submit }: { readonly submit: boolean }): Promise<void> {
  await page.goto('/');
  await page.getByRole('searchbox').or(page.getByRole('combobox')).first().fill(PART.query);
  await page.getByRole('button', { name: 'Найти' }).click();
  await expect(page.locator('.part').first()).toBeVisible();
  // A filter that is set before the page listens acts with the next one only.
  if (!submit) await page.waitForLoadState('networkidle');
  const makers = page.getByLabel('Производитель');
  const folded = page.locator('.filters summary');
  const open = async () => {
    // The first results may be there before the filters are; a wide window shows these unfolded.
    await expect(makers.or(folded).filter({ visible: true }).first()).toBeVisible();
    if (!(await makers.isVisible())) await folded.click();
    await expect(makers).toBeVisible();
  };
  await open();
  const option = makers.locator('option').filter({ hasText: PART.maker });
  await makers.selectOption((await option.getAttribute('value')) ?? '');
  if (!submit) await expect(page).toHaveURL(/maker=/);
  await open();
  await page.getByLabel(/В.наличии/).check();
  if (submit) await page.getByRole('button', { name: 'Показать' }).click();
  await expect(page).toHaveURL(/maker=.*inStock=1|inStock=1.*maker=/);
}

const crossesOf = (page: Page) => page.getByRole('list', { name: 'Аналоги и замены' });

/** From the results to the card, to another offer of its part, and on to the card of what replaces it. */
export async function goToCross(page: Page): Promise<void> {
  await page
    .locator('.part')
    .filter({ hasText: PART.article })
    .getByRole('link', { name: /Прокладка\sголовки/i })
    .first()
    .click();
  const offers = page.locator('.card-offers tbody tr');
  await expect(page.getByRole('heading', { name: /^\d+.предложени/ })).toBeVisible();
  const first = page.url();
  const other = offers.getByRole('link', { name: /^Склад/ }).first();
  const stock = (await other.innerText()).trim();
  await other.click();
  await expect(page).not.toHaveURL(first);
  await expect(offers.locator('[aria-current]')).toContainText(stock);

  const cross = crossesOf(page).locator('.part').filter({ hasText: CROSS.article });
  await expect(cross).toContainText('Замена для');
  await expect(cross).toContainText(/\d.₽/);
  await cross
    .getByRole('link', { name: /Прокладка\sголовки/i })
    .first()
    .click();
  await expect(page.locator('.card-article')).toContainText(CROSS.article);
  await expect(crossesOf(page).locator('.part').filter({ hasText: PART.article })).toBeVisible();
}
