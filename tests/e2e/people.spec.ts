import { randomUUID } from 'node:crypto';
import { chooseIn } from './choices.ts';
import { makeDocument } from './documents.ts';
import { findInMail } from './mails.ts';
import { EVERYTHING, openOffice } from './office.ts';
import { asAdmin } from './settings-calls.ts';
import { setPassword } from './sign-in.ts';
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
  await expect(page.getByText(new RegExp(`${email}: приглашение\\sсоздано, но\\sне\\sушло`))).toBeVisible();

  await page.getByRole('searchbox', { name: /по.имени\sили\sпочте/ }).fill(email);
  const row = page.getByRole('list', { name: 'Список людей' }).getByRole('listitem').filter({ hasText: email });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('приглашение создано');
  await expect(row.getByRole('combobox')).toHaveValue(/\d+/);
  await expectAccessible(page);

  const link = await findInMail(request, email, /\/auth\/invitation\/[\w-]+/);
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByText(/Вера\sКотова,\sзадайте\sпароль/)).toBeVisible();
  await expectAccessible(guest);
  await setPassword(guest, 'Склад номер семь 26');
  await guest.waitForURL((address) => !address.pathname.startsWith('/auth/'));
  await guest.goto('/user');
  await expect(guest.getByText(title).first()).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByText(/Приглашение\sуже\sпринято,\sотозвано\sили\sустарело/)).toBeVisible();
  await context.close();

  await page.reload();
  await page.getByRole('searchbox', { name: /по.имени\sили\sпочте/ }).fill(email);
  await expect(row).toContainText('работает');
  await row.getByRole('link', { name: 'Всё о сотруднике: Вера Котова' }).click();
  await page.getByLabel(/Ф\.\sИ\.\sО\./).fill('Вера Белова');
  await page.getByRole('button', { name: 'Сохранить имя' }).click();
  await expect(page.getByText('Сохранено: Вера Белова')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3, name: 'Вера Белова' })).toBeVisible();
  await page.goto(`/setting/edit/users?search=${encodeURIComponent(email)}`);
  await expect(page).toHaveURL(/\/setting\/edit\/people\?search=/);
  await expect(row).toContainText('Вера Белова');
});

test('the page of people stands on a phone without sideways scroll', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await signIn(PEOPLE);
  await expect(page.getByRole('list', { name: 'Список людей' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page
    .getByRole('link', { name: /^Всё\sо.сотруднике/ })
    .first()
    .click();
  await expect(page.getByText('Закреплено за сотрудником')).toBeVisible();
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
  await page.getByRole('link', { name: `Всё о сотруднике: ${away.name}` }).click();
  const form = page.getByRole('form', { name: 'Замещение' });
  await form.getByRole('combobox', { name: 'Кто замещает' }).fill(helper.name);
  await form.getByRole('option', { name: new RegExp(helper.name) }).click();
  await form.getByLabel('Первый день').fill('2020-01-01');
  await form.getByLabel('Последний день').fill('2099-12-31');
  await form.getByRole('button', { name: 'Назначить' }).click();
  await expect(page.getByText(new RegExp(`${helper.name}, с\\s01.01.2020 по`))).toBeVisible();
  await expectFits(page, [390]);
  const { represents } = await helper.calls.get<{ represents: { uid: string }[] }>('/user/substitute');
  expect(represents.map(({ uid }) => uid)).toEqual([away.uid]);
  await page.getByRole('button', { name: 'Отменить замещение' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить замещение' }).click();
  await expect(page.getByText('Замещение отменено.')).toBeVisible();
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
  await expect(page.getByText(/была\sзаведена\sпосторонним/)).toBeVisible();
  await findInMail(request, email, /\/auth\/invitation\/[\w-]+/);
  const refused = await request.post('/api/mauth/signin', { data: { email, password: 'Пароль постороннего 1' } });
  expect(refused.status()).toBe(400);
});

test('a dismissal says what hangs on a person, hands it over, and says what the server did', async ({
  page,
  signIn,
  request,
}) => {
  test.slow();
  const office = await openOffice(request, { Подписант: EVERYTHING });
  const leaver = await office.hire('Уходящий', 'Подписант');
  const heir = await office.hire('Преемник', 'Подписант');
  const document = await makeDocument(office, leaver, { title: 'Договор уходящего', acceptors: [leaver] });
  await signIn(PEOPLE);
  await page.getByRole('searchbox', { name: /по.имени\sили\sпочте/ }).fill(leaver.email);
  await page.getByRole('link', { name: `Всё о сотруднике: ${leaver.name}` }).click();
  await expect(page.getByText(/1.документ\sждёт\sрешения/)).toBeVisible();
  await page.getByRole('button', { name: `Отключить: ${leaver.email}` }).click();
  const dialog = page.getByRole('dialog', { name: `Отключить: ${leaver.name}` });
  await expect(dialog.getByRole('link', { name: /Договор\sуходящего/ }).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('combobox', { name: 'Кому передать' }).fill(heir.name);
  await dialog.getByRole('option', { name: new RegExp(heir.name) }).click();
  await dialog.getByRole('button', { name: 'Отключить и передать' }).click();
  const done = page.getByRole('dialog', { name: 'Что передано' });
  await expect(done.getByText(new RegExp(`${heir.name}:\\sпередано:\\s1.документ`))).toBeVisible();
  await done.getByRole('button', { name: 'Закрыть' }).click();
  await expect(page.getByText('отключён', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Что может ${leaver.email}` }).click();
  await expect(page.getByRole('dialog').getByText(/Сотрудник\sотключён/)).toBeVisible();
  const { acceptor } = await heir.calls.get<{ acceptor: { uid: string }[] }>(`/docflow/${document.id}`);
  expect(acceptor.map(({ uid }) => uid)).toEqual([heir.uid]);
});

test('a row of a person is 40 to 60 px high on a desktop', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(`${PEOPLE}?search=${encodeURIComponent(process.env.E2E_ADMIN_EMAIL ?? '')}`);
  const row = page.getByRole('list', { name: 'Список людей' }).getByRole('listitem');
  await expect(row).toHaveCount(1);
  const height = (await row.boundingBox())?.height ?? 0;
  expect([height >= 40, height <= 60, height]).toEqual([true, true, height]);
});
