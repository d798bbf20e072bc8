import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { mark } from './mark.ts';
import { expect, expectAccessible, expectFits, test } from './test.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Текст страницы' });
const preview = (page: Page) => page.getByRole('tabpanel', { name: 'Просмотр' });
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить изменения' });
const handles = (page: Page) =>
  page.getByRole('list', { name: 'Список слайдов' }).getByRole('button', { name: /^Переместить/ });

async function openEditor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Редактировать страницу' }).click();
  await expect(field(page)).not.toBeEmpty();
}

const TEXT = [
  '# Контакты',
  'Телефоны склада:',
  '+7 343 100-10-10',
  '+7 343 100-10-11 (доб. 3)',
  '',
  '| Город | Срок |',
  '| --- | --- |',
  '| Тюмень | 2 дня |',
  '',
].join('\n');

test('a page with telephones, a table, a picture of the library and a link to a part', async ({ page, signIn }) => {
  test.setTimeout(180_000);
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#a84d08' } })
    .png()
    .toBuffer();
  const file = `схема ${mark()}.png`;
  await signIn('/about/company');
  await openEditor(page);
  const before = await field(page).inputValue();
  await field(page).fill(TEXT);
  await expect(preview(page).locator('br')).toHaveCount(1);
  await expect(preview(page).getByRole('cell', { name: '2 дня' })).toBeVisible();

  await page.getByRole('button', { name: 'Картинка' }).click();
  const images = page.getByRole('dialog', { name: 'Вставить картинку' });
  await images.getByLabel('Новая картинка').setInputFiles({ name: file, mimeType: 'image/png', buffer: picture });
  await expect(images.getByRole('button', { name: `Выбрать: ${file}` })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await images.getByRole('button', { name: 'Отмена' }).click();

  // What was sent is in the library the next time.
  await page.getByRole('button', { name: 'Картинка' }).click();
  await images
    .getByRole('button', { name: `Выбрать: ${file}` })
    .first()
    .click();
  await images.getByLabel('Описание').fill('Схема проезда');
  await images.getByRole('button', { name: 'Вставить' }).click();
  await expect(preview(page).getByRole('img', { name: 'Схема проезда' })).toBeVisible();

  await page.getByRole('button', { name: 'Ссылка на страницу сайта' }).click();
  const links = page.getByRole('dialog', { name: 'Ссылка на страницу или деталь' });
  await links.getByRole('combobox').fill('доставк');
  await expect(links.getByRole('option').first()).toContainText('страница');
  await links.getByRole('combobox').fill('гусеница');
  await links.getByRole('option').filter({ hasText: 'деталь' }).first().click();
  await expect(links.getByLabel('Текст ссылки')).not.toBeEmpty();
  await expectAccessible(page);
  await links.getByRole('button', { name: 'Вставить' }).click();
  await expect(field(page)).toHaveValue(/\[\[catalog\/product\/[^|]+\|[^\]]+\]\]/);

  await save(page).click();
  await expect(page.getByText('Изменения сохранены.')).toBeVisible();
  await expect(page.locator('.about-text a[href^="/catalog/product/"]')).toBeVisible();
  await expect(page.locator('.about-text table')).toBeVisible();
  await openEditor(page);
  await field(page).fill(before);
  await save(page).click();
  await expect(page.getByText('Изменения сохранены.')).toBeVisible();
});

test('the preview follows the cursor', async ({ page, signIn }) => {
  await signIn('/about/mainPage');
  await openEditor(page);
  await field(page).fill(Array.from({ length: 80 }, (_, at) => `Абзац ${at + 1}`).join('\n\n'));
  await field(page).press('ControlOrMeta+End');
  await expect(preview(page).getByText('Абзац 80')).toBeInViewport();
  await field(page).press('ControlOrMeta+Home');
  await expect(preview(page).getByText('Абзац 1', { exact: true })).toBeInViewport();
  await expect(preview(page).locator('.current')).toHaveText('Абзац 1');
  await page.getByRole('button', { name: 'Отмена', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть без сохранения' }).click();
});

test('changes of different paragraphs are saved together, those of one are asked about', async ({
  page,
  signIn,
  browser,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/409/);
  test.setTimeout(180_000);
  await signIn('/about/credential');
  await openEditor(page);
  const before = await field(page).inputValue();
  await field(page).fill('Первый\n\nВторой\n\nТретий');
  await save(page).click();
  await expect(page.getByText('Изменения сохранены.')).toBeVisible();
  await openEditor(page);
  const context = await browser.newContext({ baseURL, storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto('/about/credential');
  await openEditor(other);
  await field(other).fill('Первый, чужой\n\nВторой\n\nТретий');
  await save(other).click();
  await expect(other.getByText('Изменения сохранены.')).toBeVisible();

  await field(page).fill('Первый\n\nВторой\n\nТретий, мой');
  await save(page).click();
  await expect(page.getByText(/правки\sразных\sабзацев\sсведены/)).toBeVisible();
  await openEditor(page);
  await expect(field(page)).toHaveValue('Первый, чужой\n\nВторой\n\nТретий, мой');

  await openEditor(other);
  await field(other).fill('Первый, чужой\n\nВторой, чужой\n\nТретий, мой');
  await save(other).click();
  await expect(other.getByText('Изменения сохранены.')).toBeVisible();
  await field(page).fill('Первый, чужой\n\nВторой, мой\n\nТретий, мой');
  await save(page).click();
  const conflict = page.getByRole('dialog', { name: /текст\sизменили/ });
  await expect(conflict.getByRole('group', { name: /Место/ })).toHaveCount(1);
  await expectAccessible(page);
  await conflict.getByRole('radio', { name: /^Оба/ }).check();
  await conflict.getByRole('button', { name: 'Сохранить сведённый текст' }).click();
  await expect(page.getByText('Изменения сохранены.')).toBeVisible();
  await openEditor(page);
  await expect(field(page)).toHaveValue('Первый, чужой\n\nВторой, чужой\n\nВторой, мой\n\nТретий, мой');
  await field(page).fill(before);
  await save(page).click();
  await expect(page.getByText('Изменения сохранены.')).toBeVisible();
  await context.close();
});

test('slides are moved by keyboard and by dragging, and the order stays', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 1400 });
  await signIn('/newsLine');
  const names = () => handles(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  await expect(handles(page).nth(2)).toBeVisible();
  const [first, second, third, ...rest] = await names();
  const kept = () => page.waitForResponse((answer) => answer.url().endsWith('/mnote/order') && answer.status() === 200);

  const byKey = kept();
  await handles(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await byKey;
  expect(await names()).toEqual([second, first, third, ...rest]);
  await expect(handles(page).nth(1)).toBeFocused();
  await expect(page.getByText(/место\s2\sиз/)).toBeAttached();

  const byDrag = kept();
  const from = await handles(page).nth(2).boundingBox();
  const to = await handles(page).first().boundingBox();
  await page.mouse.move((from?.x ?? 0) + 8, (from?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 8, (to?.y ?? 0) + 8, { steps: 12 });
  await page.mouse.up();
  await byDrag;
  expect(await names()).toEqual([third, second, first, ...rest]);
  await page.reload();
  await expect(handles(page).nth(2)).toBeVisible();
  expect(await names()).toEqual([third, second, first, ...rest]);

  const back = kept();
  await handles(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await back;
  const whole = kept();
  await handles(page).nth(2).focus();
  await page.keyboard.press('Home');
  await whole;
  expect((await names())[0]).toBe(first);
});

test('slides and their form are accessible and fit', async ({ page, signIn }) => {
  const name = `Слайд ${mark()}`;
  await signIn('/newsLine');
  await expect(handles(page).first()).toBeVisible();
  await expectFits(page, [1280, 390]);
  await page.goto('/newsLine/createNews');
  await page.getByRole('textbox', { name: 'Заголовок', exact: true }).fill(name);
  const shown = page.getByRole('region', { name: 'На главной странице' });
  await expect(shown.getByRole('heading', { name })).toBeVisible();
  await expectFits(page, [1280, 390]);
});
