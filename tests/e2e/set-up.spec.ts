import type { Page } from '@playwright/test';
import { type ClockedShop, startClockedShop } from './clocked-shop.ts';
import { withKeyboard } from './person.ts';
import { expect, expectFits, test } from './test.ts';

const PASSWORD = 'Склад номер семь 26';

let shop: ClockedShop;
test.beforeEach(async ({ browser }) => {
  shop = await startClockedShop(browser, { hasAdministrator: false });
});
test.afterEach(() => shop.stop());

const button = (page: Page) => page.getByRole('button', { name: 'Стать администратором', exact: true });

test('security 86: the owner of a new shop becomes its administrator by the set-up link, by keyboard', {
  tag: '@deep',
}, async () => {
  const path = await shop.setupPath();
  const page = await shop.open('phone');
  const person = withKeyboard(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Первый администратор');
  await expect(button(page)).toBeVisible();
  await expectFits(page, [390, 1280]);
  await person.fill(page.getByLabel(/Ф\.\sИ\.\sО\./), 'Смотрите https://evil.example');
  await person.fill(page.getByLabel('Электронная почта'), 'owner@shop.example');
  await person.fill(page.getByLabel('Пароль', { exact: true }), PASSWORD);
  await person.press(button(page));
  await expect(page.getByText(/Имя\sзаполнено\sне\sкорректно/)).toBeVisible();
  await expect(page.getByLabel(/Ф\.\sИ\.\sО\./)).toBeFocused();
  await person.fill(page.getByLabel(/Ф\.\sИ\.\sО\./), 'Вера Котова');
  await person.press(button(page));
  await page.waitForURL((address) => !address.pathname.startsWith('/auth/'));
  await page.goto('/setting/edit/people');
  const row = page.getByRole('listitem').filter({ hasText: 'owner@shop.example' });
  await expect(row.getByText('администратор', { exact: true })).toBeVisible();

  const stranger = await shop.open();
  await stranger.goto(path);
  await expect(stranger.getByText(/Ссылка\sуже\sсработала\sили\sустарела/)).toBeVisible();
  await expect(button(stranger)).toBeHidden();
  await expectFits(stranger, [390, 1280]);
  expect(shop.faults.filter((fault) => !/400/.test(fault))).toEqual([]);
});
