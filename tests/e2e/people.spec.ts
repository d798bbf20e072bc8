import { randomUUID } from 'node:crypto';
import { chooseIn } from './choices.ts';
import { findInMail } from './mails.ts';
import { EVERYTHING, openOffice } from './office.ts';
import { asAdmin } from './settings-calls.ts';
import { expect, expectAccessible, expectFits, expectNoSidewaysScroll, test } from './test.ts';

const PEOPLE = '/setting/edit/people';

test('somebody is invited with a role, sets the password by the link in the letter and works in that role', async ({
  page,
  signIn,
  request,
  browser,
}) => {
  test.slow();
  const admin = await asAdmin(request);
  const mark = randomUUID().slice(0, 8);
  const email = `vera-${mark}@example.test`;
  const { title } = await admin.add('role', `Кладовщик ${mark}`);

  await signIn(PEOPLE);
  await page.getByRole('button', { name: 'Пригласить', exact: true }).click();
  const form = page.getByRole('form', { name: 'Приглашение сотрудника' });
  await form.getByLabel('Электронная почта').fill(email);
  await form.getByLabel(/Ф\.\sИ\.\sО\./).fill('Вера Котова');
  await chooseIn(form.getByLabel('Роль'), title);
  await form.getByRole('button', { name: 'Пригласить' }).click();
  await expect(page.getByText(`Приглашение отправлено: ${email}`)).toBeVisible();

  await page.getByRole('searchbox', { name: /по.имени\sили\sпочте/ }).fill(email);
  const row = page.getByRole('list', { name: 'Список людей' }).getByRole('listitem').filter({ hasText: email });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('приглашение отправлено');
  await expect(row.getByRole('combobox')).toHaveValue(/\d+/);
  await expectAccessible(page);

  const link = await findInMail(request, email, /\/auth\/invitation\/[\w-]+/);
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByText(/Вера\sКотова,\sзадайте\sпароль/)).toBeVisible();
  await expectAccessible(guest);
  await guest.getByLabel('Пароль', { exact: true }).fill('Склад номер семь 26');
  await guest.getByLabel('Повторите пароль', { exact: true }).fill('Склад номер семь 26');
  await guest.getByRole('button', { name: 'Задать пароль и войти' }).click();
  await guest.waitForURL((address) => !address.pathname.startsWith('/auth/'));
  await guest.goto('/user');
  await expect(guest.getByText(title).first()).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByText(/Приглашение\sуже\sпринято,\sотозвано\sили\sустарело/)).toBeVisible();
  await context.close();

  await page.reload();
  await page.getByRole('searchbox', { name: /по.имени\sили\sпочте/ }).fill(email);
  await expect(row).toContainText('работает');
  await row.getByText('Действия').click();
  await row.getByLabel(/Ф\.\sИ\.\sО\./).fill('Вера Белова');
  await row.getByRole('button', { name: 'Сохранить имя' }).click();
  await expect(row.getByRole('strong')).toHaveText('Вера Белова');
  await page.goto(`/setting/edit/users?search=${encodeURIComponent(email)}`);
  await expect(page.getByText('Вера Белова')).toBeVisible();
});

test('the page of people stands on a phone without sideways scroll', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(PEOPLE);
  await expect(page.getByRole('list', { name: 'Список людей' })).toBeVisible();
  await page.getByText('Действия').first().click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('an administrator names who signs for somebody that is away, and takes it back', async ({
  page,
  signIn,
  request,
}) => {
  const office = await openOffice(request, { Подписант: EVERYTHING });
  const away = await office.hire('Отпускник', 'Подписант');
  const helper = await office.hire('Заместитель', 'Подписант');
  await signIn(PEOPLE);
  await page.getByRole('searchbox', { name: /по.имени\sили\sпочте/ }).fill(away.email);
  const row = page.getByRole('list', { name: 'Список людей' }).getByRole('listitem').filter({ hasText: away.email });
  await row.getByText('Действия').click();
  const form = row.getByRole('form', { name: 'Замещение' });
  await form.getByRole('combobox', { name: 'Кто замещает' }).fill(helper.name);
  await form.getByRole('option', { name: new RegExp(helper.name) }).click();
  await form.getByLabel('Первый день').fill('2020-01-01');
  await form.getByLabel('Последний день').fill('2099-12-31');
  await form.getByRole('button', { name: 'Назначить' }).click();
  await expect(row.getByText(new RegExp(`${helper.name}: с\\s01.01.2020 по`))).toBeVisible();
  await expectFits(page, [390]);
  const { represents } = await helper.calls.get<{ represents: { uid: string }[] }>('/user/substitute');
  expect(represents.map(({ uid }) => uid)).toEqual([away.uid]);
  await row.getByRole('button', { name: 'Отменить замещение' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить замещение' }).click();
  await expect(row.getByText('Замещение отменено.')).toBeVisible();
});

test('security 85: an account that a stranger made in advance is told of, and its owner is invited', async ({
  page,
  signIn,
  request,
}) => {
  const email = `newhire-${randomUUID()}@example.test`;
  await request.post('/api/mauth/signup', { data: { email, password: 'Пароль постороннего 1' } });
  await signIn(PEOPLE);
  await page.getByRole('button', { name: 'Пригласить', exact: true }).click();
  const form = page.getByRole('form', { name: 'Приглашение сотрудника' });
  await form.getByLabel('Электронная почта').fill(email);
  await form.getByRole('button', { name: 'Пригласить' }).click();
  await expect(page.getByText(/Аккаунт\sзаведён\sпосторонним,\sприглашение\sотправлено/)).toBeVisible();
  await findInMail(request, email, /\/auth\/invitation\/[\w-]+/);
  const refused = await request.post('/api/mauth/signin', { data: { email, password: 'Пароль постороннего 1' } });
  expect(refused.status()).toBe(400);
});
