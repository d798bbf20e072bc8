import { expect, type Page } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import { SAVE } from './documents.ts';
import { comeIn, EVERYTHING, openOffice, openOfficeOfTwo } from './office.ts';
import { test } from './test.ts';

const RIGHTS = { Начальник: EVERYTHING, Подписант: [ACTIONS.approve] };

/** What a browser says of a file that it could not have. */
const LOST = /ERR_FAILED|Failed to (load resource|fetch dynamically imported module)/;

const SCRIPTS = '**/_astro/*.js';
const lose = (page: Page) => page.route(SCRIPTS, (route) => route.abort());
const again = (page: Page) => page.getByRole('button', { name: 'Повторить' });

test('a page whose code cannot be had says so and comes with the connection', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(LOST);
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  await comeIn(page, boss, '/docflow');
  await expect(page.getByText(/от\sвас\sничего\sне.ждут/)).toBeVisible();
  await lose(page);
  await page.getByRole('link', { name: 'Create document' }).click();
  await expect(page.getByText(/не.загрузилась/)).toBeVisible();
  await page.unroute(SCRIPTS);
  await again(page).click();
  const title = page.getByRole('textbox', { name: 'Название документа' });
  await expect(title).toBeVisible();
});

test('what works behind the page is not missed when its code cannot be had', async ({ page, signIn, allowConsole }) => {
  allowConsole(LOST);
  const lost: string[] = [];
  await page.route(/\/_astro\/MenuCounts[\w.-]*\.js/, (route) => {
    lost.push(route.request().url());
    return route.abort();
  });
  await signIn('/catalog/edit/brands');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => lost.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(/не.загрузилась/)).toHaveCount(0);
});

test('a document that was saved just before the connection went is not an empty page', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(LOST);
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  await comeIn(page, boss, '/docflow/create/doc');
  await page.getByRole('textbox', { name: 'Название документа' }).fill(`Договор ${office.mark}`);
  await page.getByRole('combobox', { name: 'Добавить подписанта' }).fill(signer.name);
  await page.getByRole('option', { name: signer.name }).click();
  await lose(page);
  await page.getByRole('button', { name: SAVE }).click();
  await expect(page).toHaveURL(/\/docflow\/\d+$/);
  await expect(page.getByText(/не.загрузилась/)).toBeVisible();
  await page.unroute(SCRIPTS);
  await again(page).click();
  await expect(page.getByRole('heading', { level: 1, name: `Договор ${office.mark}` })).toBeVisible();
});
