import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findInMail } from './mails.ts';
import { type Person, withKeyboard, withMouse } from './person.ts';
import { signOut } from './sign-in.ts';
import { expect, expectFits, test } from './test.ts';

const PASSWORD = 'Длинный пароль 1';
const CONFIRM_LINK = /\/auth\/confirm\/[\w-]+/;

const newEmail = () => `person-${randomUUID()}@example.test`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const emailField = (page: Page) => page.getByLabel('Новая почта');

/** A confirmed account, made by the API. */
async function makeAccount(page: Page): Promise<string> {
  const email = newEmail();
  await page.request.post('/api/mauth/signup', { data: { email, password: PASSWORD } });
  const link = await findInMail(page.request, email, CONFIRM_LINK);
  await page.request.get(link.replace('/auth/', '/api/mauth/'));
  return email;
}

async function fillSignIn(page: Page, person: Person, email: string, from: string): Promise<void> {
  await page.goto(`/auth?from=${from}`);
  await person.fill(page.getByLabel('Электронная почта'), email);
  await person.fill(page.getByLabel('Пароль', { exact: true }), PASSWORD);
  await person.press(button(page, 'Войти'));
}

async function ask(page: Page, person: Person, email: string): Promise<void> {
  await person.fill(emailField(page), email);
  await person.press(button(page, 'Изменить почту'));
}

async function journey(page: Page, person: Person): Promise<void> {
  const former = await makeAccount(page);
  const email = newEmail();
  await fillSignIn(page, person, former, '/user');
  await person.press(page.getByRole('link', { name: 'Изменить почту' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Изменение почты');
  await expect(page.locator('form').getByText(former)).toBeVisible();
  await expect(emailField(page)).toHaveAccessibleDescription(/почта\sостанется\sпрежней/);

  await ask(page, person, 'не почта');
  await expect(emailField(page)).toHaveAccessibleDescription(/Введите\sадрес\sэлектронной\sпочты/);
  await expect(emailField(page)).toBeFocused();
  await ask(page, person, former.toUpperCase());
  await expect(emailField(page)).toHaveAccessibleDescription(/Это\sваша\sнынешняя\sпочта/);
  await ask(page, person, process.env.E2E_ADMIN_EMAIL ?? '');
  await expect(emailField(page)).toHaveAccessibleDescription(/занят\sдругой\sучётной\sзаписью/);
  await ask(page, person, email);
  await expect(page.getByText(/почта\sмагазина\sне\sнастроена/)).toContainText(email);
  await expect(page.getByRole('link', { name: /личный\sкабинет/ })).toBeFocused();
  await findInMail(page.request, former, /Запрошена\sсмена|указана\sновая\sпочта/);

  // Until the link is opened nothing has changed.
  await person.press(page.getByRole('link', { name: /личный\sкабинет/ }));
  await expect(page.locator('.facts').getByText(former)).toBeVisible();
  const link = await findInMail(page.request, email, CONFIRM_LINK);
  await page.goto(link);
  await person.press(button(page, 'Подтвердить почту'));
  await expect(page.getByText('Почта подтверждена')).toBeVisible();
  await findInMail(page.request, former, /изменена:\sвойти\sс\sэтим\sадресом\sбольше\sнельзя/);

  // The session goes on; header and cabinet have the new address.
  await page.goto('/user');
  await expect(page.locator('.facts').getByText(email)).toBeVisible();
  const hint = await page.evaluate(() => localStorage.getItem('session_hint'));
  expect(hint).toContain(email);
  await signOut(page);
  await fillSignIn(page, person, former, '/user');
  await expect(page.getByText(/Пользователь\sне\sнайден/)).toBeVisible();
  await fillSignIn(page, person, email, '/user');
  await expect(page.locator('.facts').getByText(email)).toBeVisible();
}

for (const width of [390, 1280]) {
  test(`security 70: an e-mail is changed by a link to the new one, and the former one hears of it, ${width} px`, {
    tag: width === 390 ? [] : '@deep',
  }, async ({ page, allowConsole }) => {
    allowConsole(/400/);
    await page.setViewportSize({ width, height: 844 });
    await journey(page, withMouse());
  });
}

test('security 70: an e-mail is changed by keyboard only', { tag: '@deep' }, async ({ page, allowConsole }) => {
  allowConsole(/400/);
  await journey(page, withKeyboard(page));
});

test('security 73: an old session asks for the password before another e-mail, and keeps what is typed', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/403/);
  await fillSignIn(page, withMouse(), await makeAccount(page), '/user/changeEmail');
  // As ten minutes later; what the person answers goes to the service itself.
  let asks = true;
  await page.route('**/api/mauth/email', (route) =>
    asks ? route.fulfill({ status: 403, json: { error: 'confirm password' } }) : route.fallback(),
  );
  const email = newEmail();
  await ask(page, withMouse(), email);
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что\u00a0это вы' });
  await expect(dialog.getByLabel('Ваш пароль')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/Изменение\sне\sсохранено/)).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await button(page, 'Изменить почту').click();
  await dialog.getByLabel('Ваш пароль').fill(PASSWORD);
  asks = false;
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page.getByText(/почта\sмагазина\sне\sнастроена/)).toContainText(email);
});

test('the pages of a new e-mail are accessible and fit', async ({ page, allowConsole }) => {
  allowConsole(/400/);
  const check = () => expectFits(page, [1280, 390]);
  const former = await makeAccount(page);
  await fillSignIn(page, withMouse(), former, '/user');
  await expect(page.locator('.facts').getByText(former)).toBeVisible();
  await check();
  await page.getByRole('link', { name: 'Изменить почту' }).click();
  await expect(emailField(page)).toBeVisible();
  await check();
  await ask(page, withMouse(), former);
  await expect(emailField(page)).toHaveAttribute('aria-invalid', 'true');
  await check();
  const email = newEmail();
  await ask(page, withMouse(), email);
  await expect(page.getByText(/почта\sмагазина\sне\sнастроена/)).toBeVisible();
  await check();
  const link = await findInMail(page.request, email, CONFIRM_LINK);
  // Another person signs up with the address before the link is opened.
  await page.request.post('/api/mauth/signup', { data: { email, password: PASSWORD } });
  await page.goto(link);
  await button(page, 'Подтвердить почту').click();
  await expect(page.getByText('Этот адрес уже занят')).toBeVisible();
  await check();
});
