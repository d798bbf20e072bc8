import { expect, type Page } from '@playwright/test';
import type { StaffRequest } from '../../contract/requests/requests.ts';
import { expectFits, test } from './test.ts';

const MANY = 250;
const PEOPLE = '/setting/edit/people';

/** A company with many rows of a list; only this page sees them: other tests choose among the same lists. */
async function answerMany(page: Page, list: string, title: string): Promise<void> {
  const rows = Array.from({ length: MANY }, (_, at) => ({ id: 1_000_000 + at, title: `${title} ${at + 1}` }));
  await page.route(`**/api/${list}/`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: rows }) : route.continue(),
  );
}

test('a long list shows its beginning, and more of it at each press', async ({ page, signIn }) => {
  await answerMany(page, 'bridge/brands', 'Бренд');
  await signIn('/catalog/edit/brands');
  const rows = page.getByRole('list', { name: 'Бренды' }).getByRole('listitem');
  const more = page.getByRole('button', { name: 'Показать ещё' });
  await expect(rows).toHaveCount(100);
  await expect(page.getByText(/^Показано\s100\sиз.250$/)).toBeVisible();
  await more.click();
  await expect(rows).toHaveCount(200);
  await more.click();
  await expect(rows).toHaveCount(MANY);
  await expect(more).toBeHidden();
});

test('a row makes its many choices for whoever turns to it', async ({ page, signIn }) => {
  await answerMany(page, 'informator/role', 'Роль');
  await signIn(PEOPLE);
  const choice = page.getByRole('list', { name: 'Список людей' }).getByRole('listitem').first().getByRole('combobox');
  const options = choice.locator('option');
  await expect(options).toHaveCount(1);
  await choice.focus();
  await expect(options).toHaveCount(MANY + 1);
  await expect(options.last()).toHaveText(`Роль ${MANY}`);
});

test('among too many to read through one is found by a part of its name, and kept unless another is chosen', async ({
  page,
  signIn,
}) => {
  await answerMany(page, 'informator/role', 'Роль');
  await signIn(PEOPLE);
  const field = page.getByRole('combobox', { name: 'Роль', exact: true });
  const choices = page.getByRole('listbox', { name: 'Варианты' }).getByRole('option');
  await expect(field).toHaveValue('любая роль');
  await field.click();
  await expect(choices).toHaveCount(50);
  await expect(choices.first()).toHaveText('любая роль');
  await expect(page.getByText(/^Показано\s50\sиз.252/)).toBeVisible();
  await expectFits(page);

  await field.fill('24 роль');
  await expect(choices).toHaveText(
    ['24', '124', '224', '240', '241', '242', '243', '244', '245', '246', '247', '248', '249'].map(
      (number) => `Роль ${number}`,
    ),
  );
  await field.fill('роль 249');
  const asked = page.waitForRequest((request) => request.url().includes('role=1000248'));
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await asked;
  await expect(field).toHaveValue('Роль 249');

  await field.fill('такой роли нет');
  await expect(page.getByText(/^Ничего\sне.нашлось\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveValue('Роль 249');
  await field.fill('роль 1');
  await page.keyboard.press('Tab');
  await expect(field).toHaveValue('Роль 249');
});

test('the invitation is not closed with the list of its roles', async ({ page, signIn }) => {
  await answerMany(page, 'informator/role', 'Роль');
  await signIn(PEOPLE);
  await page.getByRole('button', { name: 'Пригласить', exact: true }).click();
  const form = page.getByRole('form', { name: 'Приглашение сотрудника' });
  await form.getByLabel('Роль').fill('роль 33');
  await form.getByRole('option', { name: 'Роль 33', exact: true }).click();
  await expect(form.getByLabel('Роль')).toHaveValue('Роль 33');
  await form.getByLabel('Роль').press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
});

test('the work on a request shows the latest first, and the beginning of a long story when it is asked for', async ({
  page,
  signIn,
}) => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString();
  const request: StaffRequest = {
    ...{ id: 7, number: 7, state: 'work', at: at(0), positions: 0, unpriced: 0, total: '0.00' },
    ...{ changedAt: at(0), changedBy: null },
    ...{ name: 'Снабжение', phone: null, email: null, comment: '', signedIn: false, items: [] },
    ...{ company: '', inn: '', city: '', carrier: '', consent: null },
    events: Array.from({ length: 45 }, (_, step) => ({ at: at(step), by: null, note: `Звонок ${step + 1}` })),
  };
  await page.route('**/api/bridge/requests/7', (route) => route.fulfill({ json: request }));
  await signIn('/catalog/edit/requests/7');
  const done = page.locator('.request-events > li');
  await expect(done).toHaveCount(20);
  await expect(done.first()).toContainText('Звонок 45');
  const more = page.getByRole('button', { name: 'Показать ещё' });
  await more.click();
  await more.click();
  await expect(done).toHaveCount(45);
  await expect(done.last()).toContainText('Звонок 1');
});
