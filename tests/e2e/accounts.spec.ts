import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { findInMail } from './mails.ts';
import { type Person, withKeyboard, withMouse } from './person.ts';
import { signOut } from './sign-in.ts';
import { expect, expectAccessible, expectFits, test } from './test.ts';

const PASSWORD = 'Длинный пароль 1';
const CONFIRM_LINK = /\/auth\/confirm\/[\w-]+/;
const RESET_LINK = /\/auth\/forgot\/[\w-]+/;
/** The mailed password stands on a line of its own. */
const MAILED_PASSWORD = /(?<=^ +)\S{16}$/m;

const newEmail = () => `person-${randomUUID()}@example.test`;
const emailField = (page: Page) => page.getByLabel('Электронная почта');
const passwordField = (page: Page) => page.getByLabel('Пароль', { exact: true });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });

async function signUp(page: Page, person: Person, email: string): Promise<void> {
  await page.goto('/auth');
  await person.press(button(page, 'Создать аккаунт'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Создание аккаунта');
  await person.fill(page.getByLabel(/Ф\.\sИ\.\sО\./), 'Иванов Пётр');
  await person.fill(emailField(page), email);
  await person.fill(passwordField(page), PASSWORD);
  await person.press(button(page, 'Создать аккаунт'));
  await expect(page.getByText(/почта\sмагазина\sне\sнастроена/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вход');
}

async function fillSignIn(page: Page, person: Person, email: string, password: string): Promise<void> {
  await person.fill(emailField(page), email);
  await person.fill(passwordField(page), password);
  await person.press(button(page, 'Войти'));
}

/** A confirmed account, made the way a visitor makes one. */
async function makeAccount(page: Page): Promise<string> {
  const email = newEmail();
  await signUp(page, withMouse(), email);
  await page.goto(await findInMail(page.request, email, CONFIRM_LINK));
  await button(page, 'Подтвердить почту').click();
  await expect(page.getByText('Почта подтверждена')).toBeVisible();
  return email;
}

async function openCabinet(page: Page, person: Person): Promise<void> {
  const menu = button(page, 'Меню');
  if (await menu.isVisible()) await person.press(menu);
  await person.press(page.getByRole('link', { name: 'Кабинет', exact: true }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Личный кабинет');
}

async function changeProfile(page: Page, person: Person): Promise<void> {
  await expect(page.getByText('Иванов Пётр')).toBeVisible();
  await expect(page.getByText(/^\d\d\.\d\d\.\d{4}$/)).toBeVisible();
  // The form opens the part of the page that it stands in.
  await person.press(page.locator('summary', { hasText: 'Пользователь' }));
  await person.press(button(page, 'Редактировать профиль'));
  await person.fill(page.getByRole('textbox', { name: /Ф\.\sИ\.\sО\./ }), 'Петров Иван');
  await person.press(button(page, 'Сохранить изменения'));
  await expect(page.getByText('Изменения сохранены')).toBeVisible();
  await expect(page.getByText('Петров Иван')).toBeVisible();
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  await person.choose(page.getByLabel('Добавить фото'), { name: 'я.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('Фото сохранено')).toBeVisible();
  const photo = page.getByRole('img', { name: 'Фото: Петров Иван' });
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
}

async function changePassword(page: Page, person: Person, password: string): Promise<void> {
  const first = page.getByLabel('Введите новый пароль');
  const second = page.getByLabel('Повторите пароль');
  await person.fill(first, password);
  await person.fill(second, `${password}!`);
  await person.press(button(page, 'Изменить пароль'));
  await expect(page.getByText('пароли не совпадают')).toBeVisible();
  await expect(second).toHaveAccessibleDescription('пароли не совпадают');
  await person.fill(first, 'ы');
  await person.fill(second, 'ы');
  await person.press(button(page, 'Изменить пароль'));
  await expect(page.getByText('указан не корректный пароль')).toBeVisible();
  await person.fill(first, password);
  await person.fill(second, password);
  await person.press(button(page, 'Изменить пароль'));
  await expect(page.getByText('Пароль успешно изменён')).toBeVisible();
  await expect(page.getByRole('link', { name: /личный\sкабинет/ })).toBeFocused();
}

/** The whole life of an account, from signing up to the change of a mailed password. */
async function journey(page: Page, person: Person): Promise<void> {
  const email = newEmail();
  await signUp(page, person, email);

  await page.goto(await findInMail(page.request, email, CONFIRM_LINK));
  await person.press(button(page, 'Подтвердить почту'));
  await expect(page.getByText('Почта подтверждена')).toBeVisible();
  await person.press(page.getByRole('link', { name: 'Перейти на страницу входа' }));
  await fillSignIn(page, person, email, PASSWORD);
  await expect(page).toHaveURL(/\/$/);

  await openCabinet(page, person);
  await changeProfile(page, person);
  await person.press(page.getByRole('link', { name: 'Изменить пароль' }));
  await changePassword(page, person, `${PASSWORD}2`);
  await person.press(page.getByRole('link', { name: 'Выйти' }));
  await expect(page).toHaveURL(/\/auth$/);

  await person.press(button(page, 'Забыли пароль?'));
  await person.fill(emailField(page), email);
  await person.press(button(page, 'Сбросить пароль'));
  await expect(page.getByText(/почта\sмагазина\sне\sнастроена/)).toBeVisible();
  await page.goto(await findInMail(page.request, email, RESET_LINK));
  await person.press(button(page, 'Получить новый пароль'));
  await expect(page.getByText('Пароль сброшен')).toBeVisible();
  const mailed = await findInMail(page.request, email, MAILED_PASSWORD);
  await person.press(page.getByRole('link', { name: 'Перейти на страницу входа' }));
  await fillSignIn(page, person, email, mailed);

  await expect(page).toHaveURL(/\/user\/changePassword$/);
  await expect(page.getByText(/Вы\sвошли\sс\sвременным\sпаролем/)).toBeVisible();
  await page.goto('/user');
  await expect(page).toHaveURL(/\/user\/changePassword$/);
  await changePassword(page, person, `${PASSWORD}3`);
  await person.press(page.getByRole('link', { name: /личный\sкабинет/ }));
  await expect(page.getByText('Петров Иван')).toBeVisible();
}

for (const width of [390, 1280]) {
  test(`an account lives from sign-up to a forced change of password, ${width} px`, {
    tag: width === 390 ? [] : '@deep',
  }, async ({ page, allowConsole }) => {
    allowConsole(/40[0134]/);
    await page.setViewportSize({ width, height: 844 });
    await journey(page, withMouse());
  });
}

test('an account lives from sign-up to a forced change of password by keyboard only', { tag: '@deep' }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/40[0134]/);
  await journey(page, withKeyboard(page));
});

test('the three modes keep what is typed and drop their messages', async ({ page, allowConsole }) => {
  allowConsole(/400/);
  await page.goto('/auth');
  await fillSignIn(page, withMouse(), 'nobody@example.test', 'что угодно');
  await expect(page.getByText(/Пользователь\sне.найден/)).toBeVisible();
  await button(page, 'Создать аккаунт').click();
  await expect(page.getByText(/Пользователь\sне.найден/)).toBeHidden();
  await button(page, 'Создать аккаунт').click();
  await expect(page.getByLabel(/Ф\.\sИ\.\sО\./)).toHaveAccessibleDescription(/Имя\sзаполнено\sне.корректно/);
  await expect(passwordField(page)).toHaveAttribute('autocomplete', 'new-password');
  await button(page, 'Показать пароль').click();
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await button(page, 'Войти').click();
  await button(page, 'Забыли пароль?').click();
  await expect(emailField(page)).toHaveValue('nobody@example.test');
  await button(page, 'Войти').click();
  await expect(passwordField(page)).toHaveValue('что угодно');
});

test('an address that is taken and one that is not confirmed are told as such', async ({ page, allowConsole }) => {
  allowConsole(/400/);
  const email = newEmail();
  await signUp(page, withMouse(), email);
  await fillSignIn(page, withMouse(), email, PASSWORD);
  await expect(page.getByText(/email\sне\sподтверждён\.\sПисьмо\sсо\sссылкой\sне\sуйдёт/)).toBeVisible();
  await page.goto('/auth');
  await button(page, 'Создать аккаунт').click();
  await page.getByLabel(/Ф\.\sИ\.\sО\./).fill('Кто-то другой');
  await emailField(page).fill(process.env.E2E_ADMIN_EMAIL ?? '');
  await passwordField(page).fill(PASSWORD);
  await button(page, 'Создать аккаунт').click();
  await expect(page.getByText('Пользователь c такой почтой уже создан')).toBeVisible();
});

test('security 88: a mailed link is spent by its button alone, once, and a stale one says so', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/400/);
  const email = newEmail();
  await signUp(page, withMouse(), email);
  const link = await findInMail(page.request, email, CONFIRM_LINK);
  const calls: string[] = [];
  page.on('request', (request) => request.url().includes('/api/mauth/confirm/') && calls.push(request.url()));
  // What looks at mails opens the link too, with script and until nothing is under way any more.
  for (const time of [1, 2]) {
    await page.goto(link, { waitUntil: 'networkidle' });
    await expect(button(page, 'Подтвердить почту')).toBeEnabled();
    expect([time, calls]).toEqual([time, []]);
  }
  await button(page, 'Подтвердить почту').click();
  await expect(page.getByText('Почта подтверждена')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Перейти на страницу входа' })).toBeFocused();
  await page.reload();
  await expect(page.getByText('Почта подтверждена')).toBeVisible();
  await expect(button(page, 'Подтвердить почту')).toBeHidden();
  expect(calls).toHaveLength(1);
  await page.goto(`/auth/confirm/${randomUUID()}`);
  await button(page, 'Подтвердить почту').click();
  await expect(page.getByText('Переданный токен не действителен')).toBeVisible();
  await page.goto(`/auth/forgot/${randomUUID()}`);
  await button(page, 'Получить новый пароль').click();
  await expect(page.getByText('Ошибка сброса пароля')).toBeVisible();
});

test('a form that is being filled outlives its session and offers to sign in in place', async ({
  page,
  context,
  allowConsole,
}) => {
  allowConsole(/401/);
  const email = await makeAccount(page);
  await page.goto('/auth?from=/user');
  await fillSignIn(page, withMouse(), email, PASSWORD);
  await button(page, 'Редактировать профиль').click();
  const name = page.getByRole('textbox', { name: /Ф\.\sИ\.\sО\./ });
  await name.fill('Наполовину набра');
  const other = await context.newPage();
  await signOut(other);
  const dialog = page.getByRole('dialog', { name: 'Сеанс завершён' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByLabel('Электронная почта')).toHaveValue(email);
  await dialog.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await expect(dialog).toBeHidden();
  await expect(name).toHaveValue('Наполовину набра');
  await button(page, 'Сохранить изменения').click();
  await expect(page.getByText('Изменения сохранены')).toBeVisible();
  await expect(button(page, 'Редактировать профиль')).toBeFocused();
});

test('what says that a session is over goes once its user has signed in again', async ({ page, allowConsole }) => {
  allowConsole(/401/);
  const email = await makeAccount(page);
  await page.goto('/auth?from=/user');
  await fillSignIn(page, withMouse(), email, PASSWORD);
  await button(page, 'Редактировать профиль').click();
  const name = page.getByRole('textbox', { name: /Ф\.\sИ\.\sО\./ });
  await name.fill('Набрано до конца');
  const elsewhere = await page.request.post('/api/mauth/signin', { data: { email, password: PASSWORD } });
  const { access } = (await elsewhere.json()) as { access: string };
  const ended = await page.request.delete('/api/mauth/session/', { headers: { Authorization: `Bearer ${access}` } });
  expect(ended.status()).toBe(200);
  await button(page, 'Сохранить изменения').click();
  const dialog = page.getByRole('dialog', { name: 'Сеанс завершён' });
  await expect(dialog).toBeVisible();
  const said = page.getByText(/Сеанс\sзавершён\. Войдите\sещё\sраз/);
  await expect(said).toHaveCount(1);
  await dialog.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await expect(dialog).toBeHidden();
  await expect(said).toHaveCount(0);
  await expect(name).toHaveValue('Набрано до конца');
});

test('a session of another device is ended from the cabinet', async ({ page, browser, allowConsole }) => {
  allowConsole(/401/);
  const email = await makeAccount(page);
  const device = await browser.newContext();
  const far = await device.newPage();
  for (const tab of [far, page]) {
    await tab.goto('/auth?from=/user');
    await fillSignIn(tab, withMouse(), email, PASSWORD);
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Личный кабинет');
  }
  const others = page.getByRole('listitem').filter({ hasText: 'последнее обращение' });
  await expect(others).toHaveCount(2);
  await others
    .filter({ hasNotText: 'этот сеанс' })
    .getByRole('button', { name: /^Завершить\sсеанс/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить', exact: true }).click();
  await expect(others).toHaveCount(1);
  await expect(page.locator('summary', { hasText: 'Сеансы' })).toBeFocused();
  await far.reload();
  await expect(far).toHaveURL(/\/auth/);
  await device.close();
});

test('an administrator creates an account, gives it a rank and switches it off', async ({ page, signIn }) => {
  await signIn('/setting/edit/users');
  const email = newEmail();
  await button(page, 'Новая учётная запись').click();
  await emailField(page).fill(email);
  await passwordField(page).fill(PASSWORD);
  await button(page, 'Создать').click();
  await expect(page.getByText(`Создана учётная запись ${email}`)).toBeVisible();
  await page.getByRole('searchbox', { name: 'поиск по имени или почте' }).fill(email);
  const row = page.getByRole('listitem').filter({ hasText: email });
  await row.getByRole('link').click();
  await button(page, `Сделать администратором: ${email}`).click();
  await button(page.getByRole('dialog'), 'Сделать администратором').click();
  await expect(page.getByText('администратор', { exact: true })).toBeVisible();
  await button(page, `Отключить: ${email}`).click();
  await expect(page.getByRole('dialog').getByText(/ничего\sне\sзакреплено/)).toBeVisible();
  await button(page.getByRole('dialog'), 'Отключить').click();
  await expect(page.getByText('отключён', { exact: true })).toBeVisible();
  await expect(button(page, `Включить: ${email}`)).toBeVisible();
});

test('the accounts page is refused to anybody else', async ({ page, allowConsole }) => {
  allowConsole(/40[13]/);
  const email = await makeAccount(page);
  await page.goto('/auth?from=/setting/edit/users');
  await fillSignIn(page, withMouse(), email, PASSWORD);
  await expect(page.getByText('Недостаточно прав')).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Люди', exact: true })).toBeHidden();
});

test('the pages of accounts are accessible and fit', async ({ page, signIn, allowConsole }) => {
  allowConsole(/400/);
  const check = () => expectFits(page, [1280, 390]);
  await page.goto('/auth');
  await button(page, 'Создать аккаунт').click();
  await button(page, 'Создать аккаунт').click();
  await check();
  await button(page, 'Войти').click();
  await button(page, 'Забыли пароль?').click();
  await check();
  const long = `${'otdel-snabzheniya.'.repeat(3)}${randomUUID()}@${'zavod-'.repeat(8)}long.example`;
  await signUp(page, withMouse(), long);
  await check();
  for (const kind of ['forgot', 'confirm'] as const) {
    await page.goto(`/auth/${kind}/${randomUUID()}`);
    await check();
  }
  await button(page, 'Подтвердить почту').click();
  await expect(page.getByText('Переданный токен')).toBeVisible();
  await check();
  await signIn('/user');
  await expect(page.getByText('этот сеанс', { exact: true })).toBeVisible();
  await button(page, 'Редактировать профиль').click();
  await check();
  await page.getByRole('link', { name: 'Изменить пароль' }).click();
  await expect(page.getByLabel('Повторите пароль')).toBeVisible();
  await check();
  await page.goto('/setting/edit/users');
  await page.getByText('Отправка писем').click();
  await button(page, 'Новая учётная запись').click();
  await check();
});
