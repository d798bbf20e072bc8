import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { chooseIn } from './choices.ts';
import { asAdmin } from './settings-calls.ts';
import { expect, expectAccessible, expectFits, test } from './test.ts';

const BRIDGE = '/api/bridge';

/** A brand of its own with three positions that were uploaded twice; resolves to its id and its title. */
async function makeBrand(request: APIRequestContext): Promise<{ id: number; title: string }> {
  const calls = await asAdmin(request, BRIDGE);
  const title = `Бренд ${randomUUID().slice(0, 8)}`;
  const { id: brandId } = await calls.send<{ id: number }>('POST', '/brands/', { title });
  const { id: providerId } = await calls.send<{ id: number }>('POST', '/providers/', { title });
  for (const price of ['100', '120,50']) {
    const lines = ['К-1', 'К-2', 'К-3'].map((article) => `${article};Кардан ${title};${price};5`);
    const file = { name: 'price.csv', mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) };
    const fields = { brandId, providerId, addNewPositionMode: 'on', article: '1', title: '2', price: '3', amount: '4' };
    const answer = await request.post(`${BRIDGE}/file/upload`, {
      headers: calls.headers,
      multipart: { ...fields, file },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  return { id: brandId, title };
}

test('an administrator corrects, hides, removes and restores positions, and takes it back', async ({
  page,
  signIn,
  allowConsole,
}) => {
  // A price in words is refused.
  allowConsole(/400.*positions/);
  const { id, title } = await makeBrand(page.request);
  await signIn('/catalog/edit/positions');
  await expect(page.getByRole('heading', { level: 1, name: 'Позиции' })).toBeVisible();
  await chooseIn(page.getByRole('combobox', { name: 'Бренд' }), title);
  await expect(page).toHaveURL(new RegExp(`brandId=${id}`));
  const rows = page.getByRole('list', { name: 'Позиции каталога' }).getByRole('listitem');
  await expect(rows).toHaveCount(3);

  await page.getByRole('button', { name: 'Изменить К-2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Цена').fill('дорого');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByRole('alert')).toContainText('число не меньше нуля');
  await dialog.getByLabel('Цена').fill('999,90');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Позиция сохранена.')).toBeVisible();
  await expect(rows.filter({ hasText: 'К-2' })).toContainText('999,90');

  await page.getByRole('button', { name: 'История К-2' }).click();
  await expect(dialog.getByRole('row')).toHaveCount(4);
  await expect(dialog.getByRole('img', { name: /Цена\sс.*от.100,00.₽\sдо.999,90.₽/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Закрыть' }).click();

  await page.getByRole('checkbox', { name: /Отметить\sК-1/ }).check();
  await page.getByRole('checkbox', { name: /Отметить\sК-2/ }).check();
  await page.getByRole('button', { name: 'Скрыть', exact: true }).click();
  await expect(dialog.getByRole('heading')).toHaveText(/Скрыть\s2.позиции\?/);
  await dialog.getByRole('button', { name: 'Скрыть' }).click();
  await expect(page.getByText(/Скрыто:\s2/)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByText(/Отменено:\s2/)).toBeVisible();
  await expect(rows).toHaveCount(3);

  await page.getByRole('button', { name: /Изменить\sвсе\sнайденные/ }).click();
  await dialog.getByLabel('Цена').selectOption('на процент');
  await dialog.getByLabel('На сколько, %').fill('10');
  await dialog.getByLabel('Округлить').selectOption('до 50 ₽');
  await dialog.getByLabel('Остаток').fill('12');
  await dialog.getByRole('button', { name: 'Посмотреть, что изменится' }).click();
  await expect(dialog.getByText(/Изменится:\s3.позиции/)).toBeVisible();
  await expect(dialog.getByText(/999,90.₽\s→\s1.100,00.₽,\s5.шт\.\s→\s12.шт\./)).toBeVisible();
  await expectAccessible(page);
  await expectFits(page, [1280, 390]);
  await dialog.getByRole('button', { name: /Изменить\s3/ }).click();
  await expect(page.getByText(/Изменено:\s3/)).toBeVisible();
  await expect(rows.filter({ hasText: 'К-2' })).toContainText(/1.100,00.₽/);
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(page.getByText(/Отменено:\s3/)).toBeVisible();
  await expect(rows.filter({ hasText: 'К-2' })).toContainText('999,90');

  await page.getByRole('button', { name: /Удалить\sвсе\sнайденные/ }).click();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText('Таких позиций нет. Измените отбор.')).toBeVisible();
  await page.getByLabel('Какие показать').selectOption('удалённые');
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: /Вернуть\sвсе\sнайденные/ }).click();
  await dialog.getByRole('button', { name: 'Вернуть' }).click();
  await expect(page.getByText(/Возвращено:\s3/)).toBeVisible();
  await page.getByLabel('Какие показать').selectOption('на сайте');
  await expect(rows).toHaveCount(3);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать .xlsx' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('positions.xlsx');

  await rows.filter({ hasText: 'К-2' }).getByRole('link').click();
  await page.getByText('История цены и остатка').click();
  await expect(page.getByRole('table', { name: 'История цены и остатка' })).toContainText('Вручную');
  await expectAccessible(page);
});

test('the positions are accessible and fit', async ({ page, signIn }) => {
  const { id } = await makeBrand(page.request);
  await signIn(`/catalog/edit/positions?brandId=${id}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'К-3' })).toBeVisible();
  await expectFits(page, [1280, 390]);
  await page.getByRole('button', { name: 'История К-3' }).click();
  await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
  await expectFits(page, [1280, 390]);
  await page.getByRole('button', { name: 'Закрыть' }).click();
  await page.getByRole('button', { name: 'Изменить К-3' }).click();
  await expectFits(page, [1280, 390]);
});
