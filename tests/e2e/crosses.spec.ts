import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, expectNoSidewaysScroll, test } from './test.ts';

/** Parts of the demonstration that no other test speaks of, and a number and a file that are of this try alone. */
const OURS = 'Д395Б.53.343';
const OTHER = '3W-7932';
const ABSENT = `QQ-${randomUUID().slice(0, 8)}-7`;
const NAME = `кроссы ${ABSENT}.csv`;

const FILE = `Кроссы на ноябрь\n\nАртикул;Производитель;Кросс;Производитель кросса\n${OURS};ТЕХНОТРОН;${ABSENT};OEM\n${OURS};ТЕХНОТРОН;нет;\n${OURS};ТЕХНОТРОН;${OURS};ТЕХНОТРОН\n`;

async function openCard(page: Page, article: string): Promise<void> {
  await page.goto(`/catalog?query=${encodeURIComponent(article)}`);
  await page
    .getByRole('link', { name: /Прокладка\sголовки|Комплект\sпрокладок/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const figure = (page: Page, name: string) =>
  page.getByLabel('Итоги').getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');

test('an administrator brings a file of crosses, a buyer finds by the foreign number, and the run is taken back', async ({
  page,
  signIn,
  allowConsole,
}) => {
  // No provider sells the foreign number itself.
  allowConsole(/404.*search\//);
  await signIn('/catalog/edit/crosses');
  await expect(page.getByRole('heading', { level: 1, name: 'Кроссы' })).toBeVisible();
  await page
    .getByLabel('Файл с кроссами')
    .setInputFiles({ name: NAME, mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await expect(page.getByLabel('Кросс-артикул')).toHaveValue('3');
  await expect(page.getByLabel('Производитель', { exact: true })).toHaveValue('2');
  await expect(page.getByLabel('Производитель кросса')).toHaveValue('4');
  await page.getByLabel('Кросс-артикул').selectOption('');
  await page.getByRole('button', { name: 'Проверить файл' }).click();
  await expect(page.getByText('Выберите столбец с кроссом')).toBeVisible();
  await page.getByLabel('Кросс-артикул').selectOption('3');
  await page.getByRole('button', { name: 'Проверить файл' }).click();
  await expect(page.getByText('в каталоге пока ничего не изменилось')).toBeVisible();
  await expect(figure(page, 'новые')).toHaveText('1');
  await expect(figure(page, 'пропущены')).toHaveText('1');
  await expect(figure(page, 'с ошибками')).toHaveText('1');
  await expect(page.getByText('Деталь заменяет саму себя')).toBeVisible();
  await page.getByRole('button', { name: 'Загрузить новые: 1' }).click();
  await expect(page.getByText('Кроссы загружены, новых: 1')).toBeVisible();

  await page.goto(`/catalog?query=${ABSENT}`);
  const found = page
    .getByRole('list', { name: 'Замены по номеру' })
    .getByRole('listitem')
    .filter({ hasText: 'Замена для' });
  await expect(found).toContainText(OURS);
  await expect(found).toContainText(`Замена для ${ABSENT} OEM`);

  await page.goto('/catalog/edit/imports');
  const run = page.getByRole('listitem').filter({ hasText: NAME });
  await expect(run).toContainText('список кроссов');
  await run.getByRole('link', { name: NAME }).click();
  await page.getByRole('button', { name: 'Отменить загрузку' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Перестанут действовать: 2 замены');
  await dialog.getByRole('button', { name: 'Отменить загрузку' }).click();
  await expect(page.getByText(/Загрузка\sотменена:\sвозвращено\s0,\sубрано\s2/)).toBeVisible();
  await page.goto(`/catalog?query=${ABSENT}`);
  await expect(page.getByRole('heading', { name: /не.найден/ })).toBeVisible();
  await expect(found).toHaveCount(0);
});

test('an administrator says a cross on a card, buyers see it on both cards, and it goes again', async ({
  page,
  signIn,
  browser,
  allowConsole,
}) => {
  // What cannot be searched for is refused before it is sent; a part is no cross of itself.
  allowConsole(/400.*crosses/);
  await signIn('/catalog');
  await openCard(page, OURS);
  await page.getByText('Изменить аналоги и замены').click();
  await expect(page.getByText('Замен пока нет.')).toBeVisible();
  const form = page.getByRole('form', { name: 'Добавить замену' });
  await form.getByRole('button', { name: 'Добавить' }).click();
  await expect(form.getByRole('alert')).toContainText('Напишите артикул');
  await form.getByLabel('Артикул').fill(OURS);
  await form.getByRole('button', { name: 'Добавить' }).click();
  await expect(form.getByRole('alert')).toContainText('не может заменять саму себя');
  await form.getByLabel('Артикул').fill('3W7932');
  await form.getByRole('button', { name: 'Добавить' }).click();
  await expect(page.getByText('Замена «3W7932» добавлена.')).toBeVisible();
  const crosses = page.getByRole('list', { name: 'Аналоги и замены' }).locator('.part');
  await expect(crosses).toHaveCount(1);
  await expect(crosses).toContainText(OTHER);

  const context = await browser.newContext();
  const visitor = await context.newPage();
  await openCard(visitor, OTHER);
  const shown = visitor.getByRole('list', { name: 'Аналоги и замены' }).locator('.part');
  await expect(shown).toContainText(`Замена для 3W7932`);
  await shown.locator('a.title').click();
  await expect(visitor).toHaveURL(/product/);
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Прокладка головки');
  await expectAccessible(visitor);
  await visitor.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(visitor);
  await context.close();

  await page.getByRole('button', { name: 'Удалить замену 3W7932' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Замена «3W7932» удалена.')).toBeVisible();
  await expect(crosses).toHaveCount(0);
});

test('the page of crosses is accessible and fits', async ({ page, signIn }) => {
  await signIn('/catalog/edit/crosses');
  await page
    .getByLabel('Файл с кроссами')
    .setInputFiles({ name: NAME, mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  await page.getByRole('button', { name: 'Проверить файл' }).click();
  await expect(page.getByLabel('Итоги')).toBeVisible();
  await expectFits(page, [1280, 390]);
});
