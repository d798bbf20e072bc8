import { signInByForm } from './sign-in.ts';
import { expect, test } from './test.ts';

test('a guarded page asks to sign in and comes back', async ({ page, allowConsole }) => {
  allowConsole(/401/);
  await page.goto('/catalog/edit/brands');
  await expect(page).toHaveURL(/\/auth\?/);
  await page.getByLabel('Электронная почта').fill(process.env.E2E_ADMIN_EMAIL ?? '');
  await page.getByLabel('Пароль', { exact: true }).fill(process.env.E2E_ADMIN_PASSWORD ?? '');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/catalog\/edit\/brands$/);
  await expect(page.getByRole('button', { name: 'Новая запись' })).toBeVisible();
});

test('a wrong password is told under its field and what was typed stays', async ({ page, allowConsole }) => {
  allowConsole(/400/);
  await page.goto('/auth');
  await page.getByLabel('Электронная почта').fill(process.env.E2E_ADMIN_EMAIL ?? '');
  await page.getByLabel('Пароль', { exact: true }).fill('не тот пароль');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByText(/Пароль\sне.корректен/)).toBeVisible();
  await expect(page.getByLabel('Электронная почта')).toHaveValue(process.env.E2E_ADMIN_EMAIL ?? '');
});

test('the session survives a reload and ends everywhere when signed out in one tab', async ({ page, context }) => {
  const { E2E_ADMIN_EMAIL: email = '', E2E_ADMIN_PASSWORD: password = '' } = process.env;
  await signInByForm(page, { email, password }, '/catalog');
  await page.reload();
  await expect(page.getByText(process.env.E2E_ADMIN_EMAIL ?? '').last()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/catalog');
  await expect(other.getByText(process.env.E2E_ADMIN_EMAIL ?? '').last()).toBeVisible();
  await page
    .getByRole('link', { name: 'Выйти' })
    .or(page.getByRole('button', { name: 'Выйти' }))
    .first()
    .click();
  await expect(page).toHaveURL(/\/auth(\?|$)/);
  await expect(other.getByRole('link', { name: 'Войти' }).first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('session_id'))).toBeFalsy();
});

test('anonymous visitors see no administrator entries', async ({ page }) => {
  await page.goto('/catalog');
  await expect(page.getByText('Загрузка прайса')).toBeHidden();
});
