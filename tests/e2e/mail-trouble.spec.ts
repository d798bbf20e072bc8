import { randomUUID } from 'node:crypto';
import { codeAt } from '../support/authenticator.ts';
import { makeUser, STAFF_PASSWORD } from './settings-calls.ts';
import { setPassword } from './sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts';

// The server of these tests has no mail server, as a shop whose owner has not set one up.

test('an invitation that cannot leave is handed over as a link, which works once', async ({
  page,
  signIn,
  browser,
}) => {
  const email = `olga-${randomUUID().slice(0, 8)}@example.test`;
  await signIn('/setting/edit/people');
  await expect(page.getByText(/Почта\sне\sнастроена: письма\sне\sуходят/)).toBeVisible();
  await page.getByRole('button', { name: 'Пригласить', exact: true }).click();
  const form = page.getByRole('form', { name: 'Приглашение сотрудника' });
  await form.getByLabel('Электронная почта').fill(email);
  await form.getByRole('button', { name: 'Пригласить' }).click();
  await expect(page.getByText(new RegExp(`${email}: приглашение\\sсоздано, но\\sне\\sушло`))).toBeVisible();
  await expect(page.getByText(/[Пп]риглашение\sотправлено/)).toHaveCount(0);
  // The link is offered where the invitation is said not to have left.
  await page.getByRole('button', { name: `Получить ссылку: ${email}` }).click();
  const field = page.getByRole('textbox', { name: new RegExp(`Ссылка\\sдля.${email}`) });
  await expect(field).toHaveValue(/\/auth\/invitation\/[\w-]+$/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(await field.inputValue());
  await setPassword(guest, 'Ссылка из рук в руки 1');
  await guest.waitForURL((address) => !address.pathname.startsWith('/auth/'));
  await guest.goto(await field.inputValue());
  await expect(guest.getByText(/Приглашение\sуже\sпринято/)).toBeVisible();
  await guest.context().close();
});

test('a password that cannot be mailed is replaced by a link, which asks for the code of a second factor', async ({
  page,
  signIn,
  request,
  browser,
}) => {
  const { email } = await makeUser(request, 'Вера Кодова');
  const credentials = { email, password: STAFF_PASSWORD };
  const { access } = await (await request.post('/api/mauth/signin', { data: credentials })).json();
  const headers = { authorization: `Bearer ${access}` };
  const { key } = await (await request.post('/api/mauth/factor/', { headers })).json();
  const on = await request.post('/api/mauth/factor/on', { headers, data: { code: codeAt(key, Date.now()) } });
  expect(on.status()).toBe(200);

  await signIn(`/setting/edit/people?person=${email}`);
  await page.getByRole('button', { name: `Сбросить пароль: ${email}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Сбросить пароль?' });
  await expect(dialog).toContainText(/прежний\sпароль\sдействует/);
  await dialog.getByRole('button', { name: `Получить ссылку: ${email}` }).click();
  const field = dialog.getByRole('textbox', { name: new RegExp(`Ссылка\\sдля.${email}`) });
  await expect(field).toHaveValue(/\/auth\/invitation\/[\w-]+$/);
  await expect(dialog).not.toContainText(/Прежняя\sссылка/);
  await expectAccessible(page);

  const guest = await (await browser.newContext()).newPage();
  await guest.goto(await field.inputValue());
  await setPassword(guest, 'Ссылка из рук в руки 2');
  await expect(guest.getByText(/Пароль\sзадан\.\sЧтобы\sвойти,\sвведите\sкод/)).toBeVisible();
  await expect(guest.getByLabel('Код подтверждения')).toBeFocused();
  await expectAccessible(guest);
  await guest.getByLabel('Код подтверждения').fill('000000');
  await guest.getByRole('button', { name: 'Войти' }).click();
  await expect(guest.getByLabel('Код подтверждения')).toHaveAccessibleDescription(/Код\sне\sподходит/);
  // The present one was used to set the factor up.
  await guest.getByLabel('Код подтверждения').fill(codeAt(key, Date.now() + 30_000));
  await guest.getByRole('button', { name: 'Войти' }).click();
  await guest.waitForURL((address) => !address.pathname.startsWith('/auth/'));
  await guest.context().close();

  await page.goto(`/setting/edit/people?person=${process.env.E2E_ADMIN_EMAIL}`);
  await expect(page.getByRole('button', { name: /^Снять права|^Завершить сеансы/ }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Сбросить пароль/ })).toHaveCount(0);
});

test('the list of mails and the state say that nothing leaves, in words of people', async ({ page, signIn }) => {
  await signIn('/setting/edit/people#mails');
  const mails = page.getByRole('list', { name: 'Отправка писем' });
  await expect(mails.getByText('не ушло').first()).toBeInViewport();
  await expect(page.getByText(/эти\sписьма\sне\sушли\sи\sсами\sне\sуйдут/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Отправить сейчас/ })).toHaveCount(0);
  await expect(mails.getByText('Почта не настроена.').first()).toBeVisible();
  await expect(mails.getByText('отправлено', { exact: true })).toHaveCount(0);

  await page.goto('/setting/edit/state');
  const problems = page.getByRole('region', { name: 'Требует внимания' });
  await expect(problems.getByText(/Почта\sне\sнастроена/)).toBeVisible();
  await expect(problems.getByText(/Резервные\sкопии\sне\sнастроены/)).toBeVisible();
  await expect(page.getByText(/Всё\sв.порядке/)).toHaveCount(0);
  await expect(page.getByText('SMTP_URL')).toBeHidden();
  await expect(page.getByText('Node.js')).toBeHidden();
  await expectAccessible(page);
  await page.getByText('Подробности').last().click();
  await expect(page.getByText('Node.js')).toBeVisible();
});

test('hands on a screen get a button for the commands and no hints about keys', async ({ browser, page, signIn }) => {
  await signIn('/docflow');
  const storageState = await page.context().storageState();
  const phone = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, storageState },
  });
  const touched = await phone.newPage();
  await touched.goto('/docflow');
  await touched.getByRole('button', { name: 'Команды', exact: true }).tap();
  const dialog = touched.getByRole('dialog', { name: 'Команды' });
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await expect(touched.getByText(/Стрелки|Ctrl|Enter|Esc/)).toHaveCount(0);
  await dialog.getByRole('combobox').fill('реквиз');
  await dialog.getByRole('option', { name: /Реквизиты/ }).tap();
  await expect(touched).toHaveURL(/\/about\/credential#edit$/);
  await expect(touched.getByRole('heading', { name: 'Редактирование: Реквизиты' })).toBeVisible();
  await expect(touched.getByText(/Ctrl/)).toHaveCount(0);
  await phone.close();
});

test('the menu of an administrator leads to the editor of pages, that of others does not', async ({
  page,
  signIn,
  browser,
}) => {
  await signIn('/docflow');
  await page.getByRole('navigation', { name: 'Главное меню' }).getByRole('link', { name: 'Редактор страниц' }).click();
  await expect(page.getByRole('heading', { name: 'Редактирование: Контакты' })).toBeVisible();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto('/about/contact#edit');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitor.getByRole('heading', { name: /^Редактирование/ })).toHaveCount(0);
  await expect(visitor.getByRole('link', { name: /Текст\sглавной/ })).toBeHidden();
  await visitor.context().close();
});
