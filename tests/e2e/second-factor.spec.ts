import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { codeAt } from '../support/authenticator.ts';
import { findInMail } from './mails.ts';
import { type Person, withKeyboard, withMouse } from './person.ts';
import { signOut } from './sign-in.ts';
import { expect, expectFits, test } from './test.ts';

/** The button that puts the recovery codes away. */
const SAVED = 'Коды сохранены, закрыть';
const PASSWORD = 'Длинный пароль 1';
const HALF_MINUTE = 30_000;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codeField = (page: Page) => page.getByLabel('Код подтверждения');

/** A confirmed account, made by the API. */
async function makeAccount(page: Page): Promise<string> {
  const email = `person-${randomUUID()}@example.test`;
  await page.request.post('/api/mauth/signup', { data: { email, password: PASSWORD } });
  const link = await findInMail(page.request, email, /\/auth\/confirm\/[\w-]+/);
  await page.request.get(link.replace('/auth/', '/api/mauth/'));
  return email;
}

async function fillSignIn(page: Page, person: Person, email: string, from: string): Promise<void> {
  await page.goto(`/auth?from=${from}`);
  await person.fill(page.getByLabel('Электронная почта'), email);
  await person.fill(page.getByLabel('Пароль', { exact: true }), PASSWORD);
  await person.press(button(page, 'Войти'));
}

/** Begins the set-up; resolves to the key as it stands on the page. */
async function beginSetup(page: Page, person: Person): Promise<string> {
  await person.press(button(page, 'Настроить'));
  const key = await page.locator('.factor-key code').textContent();
  return key?.replaceAll(' ', '') ?? '';
}

/** Sets the factor up; resolves to key and recovery codes. */
async function setUp(page: Page, person: Person): Promise<{ key: string; codes: string[] }> {
  const key = await beginSetup(page, person);
  await person.fill(page.getByLabel('Код из приложения'), codeAt(key, Date.now()));
  await person.press(button(page, 'Включить'));
  await expect(page.getByRole('heading', { name: 'Коды восстановления' })).toBeFocused();
  return { key, codes: await page.locator('.recovery-codes code').allTextContents() };
}

/** What a phone reads from the picture. */
async function readQr(page: Page): Promise<string> {
  const picture = await page.getByRole('img', { name: /QR/ }).screenshot();
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

async function journey(page: Page, person: Person): Promise<void> {
  const email = await makeAccount(page);
  await fillSignIn(page, person, email, '/user');
  await person.press(page.getByRole('link', { name: 'Двухэтапный вход' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Двухэтапный вход');

  const { key, codes } = await setUp(page, person);
  expect(codes).toHaveLength(10);
  await person.press(button(page, SAVED));
  await expect(page.getByText(/Осталось\sкодов\sвосстановления:\s10/)).toBeVisible();
  await person.press(page.getByRole('link', { name: 'Выйти' }));
  await expect(page).toHaveURL(/\/auth$/);

  await fillSignIn(page, person, email, '/user/secondFactor');
  await expect(codeField(page)).toBeFocused();
  await person.fill(codeField(page), '000000');
  await person.press(button(page, 'Войти'));
  await expect(codeField(page)).toHaveAccessibleDescription(/Код\sне\sподходит/);
  await expect(page.getByLabel('Пароль', { exact: true })).toHaveValue(PASSWORD);
  // The present one was used to set it up.
  await person.fill(codeField(page), codeAt(key, Date.now() + HALF_MINUTE));
  await person.press(button(page, 'Войти'));
  await expect(page).toHaveURL(/\/user\/secondFactor$/);
  await person.press(page.getByRole('link', { name: 'Выйти' }));
  await expect(page).toHaveURL(/\/auth$/);

  await fillSignIn(page, person, email, '/user/secondFactor');
  await person.fill(codeField(page), codes[3] ?? '');
  await person.press(button(page, 'Войти'));
  await expect(page.getByText(/Осталось\sкодов\sвосстановления:\s9/)).toBeVisible();
  await person.press(button(page, 'Отключить'));
  await person.press(page.getByRole('dialog').getByRole('button', { name: 'Отключить' }));
  // However recent the sign-in: a factor goes only with a code of its own.
  const proof = page.getByRole('dialog', { name: 'Подтвердите, что\u00a0это вы' });
  await person.fill(proof.getByLabel('Ваш пароль'), PASSWORD);
  await person.press(proof.getByRole('button', { name: 'Подтвердить' }));
  await person.fill(proof.getByLabel('Код подтверждения'), codes[4] ?? '');
  await person.press(proof.getByRole('button', { name: 'Подтвердить' }));
  await expect(page.getByText(/Двухэтапный\sвход\sотключён/)).toBeVisible();
}

for (const width of [390, 1280]) {
  test(`security 74: a second factor from the set-up to its end, ${width} px`, {
    tag: width === 390 ? [] : '@deep',
  }, async ({ page, allowConsole }) => {
    allowConsole(/40[03]/);
    await page.setViewportSize({ width, height: 844 });
    await journey(page, withMouse());
  });
}

test('security 74: a second factor from the set-up to its end, by keyboard only', { tag: '@deep' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/40[03]/);
  await journey(page, withKeyboard(page));
});

test('security 74: the QR code says what the key says, in both themes', async ({ page }) => {
  const email = await makeAccount(page);
  await fillSignIn(page, withMouse(), email, '/user/secondFactor');
  const key = await beginSetup(page, withMouse());
  for (const theme of ['light', 'dark']) {
    await page.evaluate((value) => {
      document.documentElement.dataset.theme = value;
    }, theme);
    const address = new URL(await readQr(page));
    expect([address.searchParams.get('secret'), decodeURIComponent(address.pathname)]).toEqual([
      key,
      expect.stringContaining(email),
    ]);
  }
});

test('security 73: an old session asks for the password in place and keeps what is typed', async ({
  page,
  allowConsole,
}) => {
  // The password changed: the access token issued under the former one is renewed.
  allowConsole(/40[013]/);
  const email = await makeAccount(page);
  await fillSignIn(page, withMouse(), email, '/user/changePassword');
  // As ten minutes later; what the person answers goes to the service itself.
  let asks = true;
  await page.route('**/api/mauth/password', (route) =>
    asks ? route.fulfill({ status: 403, json: { error: 'confirm password' } }) : route.fallback(),
  );
  await page.getByLabel('Введите новый пароль').fill(`${PASSWORD}2`);
  await page.getByLabel('Повторите пароль').fill(`${PASSWORD}2`);
  await button(page, 'Изменить пароль').click();
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что\u00a0это вы' });
  await expect(dialog.getByLabel('Ваш пароль')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/Изменение\sне\sсохранено/)).toBeVisible();
  await expect(page.getByLabel('Повторите пароль')).toHaveValue(`${PASSWORD}2`);

  await button(page, 'Изменить пароль').click();
  await dialog.getByLabel('Ваш пароль').fill('не тот пароль');
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(dialog.getByText(/Пароль\sне.корректен/)).toBeVisible();
  await dialog.getByLabel('Ваш пароль').fill(PASSWORD);
  asks = false;
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(page.getByText('Пароль успешно изменён')).toBeVisible();
});

test('security 74: where the rank needs one, every page leads to its set-up until that is done', async ({ page }) => {
  const email = await makeAccount(page);
  // As a server with SECOND_FACTOR=all answers.
  let isMissing = true;
  await page.route(/\/api\/mauth\/(signin|refresh)/, async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, ...(isMissing && { mustSetSecondFactor: true }) } });
  });
  await fillSignIn(page, withMouse(), email, '/user');
  await expect(page).toHaveURL(/\/user\/secondFactor$/);
  await expect(page.getByText(/нужен\sдвухэтапный\sвход/)).toBeVisible();
  await page.goto('/user');
  await expect(page).toHaveURL(/\/user\/secondFactor$/);
  isMissing = false;
  await setUp(page, withMouse());
  await button(page, SAVED).click();
  await page.getByRole('link', { name: 'В личный кабинет' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Личный кабинет');
});

test('security 74: an administrator sees who has one and takes it from who lost it', async ({
  page,
  browser,
  signIn,
}) => {
  const device = await browser.newContext();
  const far = await device.newPage();
  const email = await makeAccount(far);
  await fillSignIn(far, withMouse(), email, '/user/secondFactor');
  await setUp(far, withMouse());
  await device.close();
  await signIn(`/setting/edit/people?person=${encodeURIComponent(email)}`);
  await expect(page.getByText('двухэтапный вход', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Сбросить двухэтапный вход: ${email}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сбросить', exact: true }).click();
  await expect(page.getByText('двухэтапный вход', { exact: true })).toBeHidden();
});

test('the pages of the second factor are accessible and fit', async ({ page, allowConsole }) => {
  allowConsole(/403/);
  const check = () => expectFits(page, [1280, 390]);
  const email = await makeAccount(page);
  await fillSignIn(page, withMouse(), email, '/user/secondFactor');
  await expect(button(page, 'Настроить')).toBeVisible();
  await check();
  const key = await beginSetup(page, withMouse());
  await check();
  await page.getByLabel('Код из приложения').fill(codeAt(key, Date.now()));
  await button(page, 'Включить').click();
  await expect(button(page, SAVED)).toBeVisible();
  await check();
  await button(page, SAVED).click();
  await expect(page.getByText(/Осталось\sкодов/)).toBeVisible();
  await check();
  await page.route('**/api/mauth/factor/codes', (route) =>
    route.fulfill({ status: 403, json: { error: 'confirm password' } }),
  );
  await button(page, 'Новые коды восстановления').click();
  await button(page, 'Создать').click();
  const dialog = page.getByRole('dialog', { name: 'Подтвердите, что\u00a0это вы' });
  await dialog.getByLabel('Ваш пароль').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(codeField(page)).toBeFocused();
  await check();
  await signOut(page);
  await fillSignIn(page, withMouse(), email, '/user');
  await expect(codeField(page)).toBeVisible();
  await check();
});
