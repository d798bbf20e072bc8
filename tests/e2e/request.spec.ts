import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { STANDING_ROWS } from '../../contract/access/actions.ts';
import { findInMail } from './mails.ts';
import { mark } from './mark.ts';
import { asAdmin, makeUser, ownAdministrator, STAFF_PASSWORD } from './settings-calls.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, test } from './test.ts';

/** Puts the first offers of a search, that do not lie in the request yet, into it. */
async function putIn(page: Page, query: string, count: number): Promise<void> {
  await page.goto(`/catalog?query=${encodeURIComponent(query)}`);
  const marked = page.getByRole('link', { name: /^В\sзаявке/ });
  await expect(page.getByRole('link', { name: /^В\sзаявку/ }).first()).toBeVisible();
  const before = await marked.count();
  for (let put = 1; put <= count; put += 1) {
    await page
      .getByRole('link', { name: /^В\sзаявку/ })
      .first()
      .click();
    await expect(marked).toHaveCount(before + put);
  }
}

const send = (page: Page) => page.getByRole('button', { name: 'Отправить заявку' });

for (const [device, width] of [
  ['a desktop', 1280],
  ['a phone', 390],
] as const)
  test(`on ${device} a request goes from the catalogue to the desk and is done, and its buyer sees that`, {
    tag: width === 390 ? [] : '@deep',
  }, async ({ page, browser, signIn }) => {
    await page.setViewportSize({ width, height: 844 });
    const name = `Покупатель ${mark()}`;
    const buyer = { ...(await makeUser(page.request, name)), password: STAFF_PASSWORD };
    await signIn('/catalog', buyer);
    await putIn(page, '740.1003010', 2);
    await page.getByRole('link', { name: /^Заявка/ }).click();

    const rows = page.getByRole('table', { name: 'Позиции заявки' }).locator('tbody tr');
    await expect(rows).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await rows.first().getByRole('textbox').fill('0');
    await page.getByRole('checkbox').check();
    await send(page).click();
    await expect(rows.first().getByRole('textbox')).toBeFocused();
    await rows.first().getByRole('textbox').fill('3');
    await expect(page.getByLabel('Имя')).toHaveValue(name);
    await page.getByLabel('Комментарий').fill('Нужно к пятнице');
    await page.reload();
    await expect(page.getByLabel('Комментарий')).toHaveValue('Нужно к пятнице');
    await send(page).click();
    await expect(page.getByText('Без согласия')).toBeVisible();
    await expect(page.getByRole('checkbox')).toBeFocused();
    await page.getByRole('checkbox').check();
    await send(page).dblclick();
    const thanks = page.getByRole('heading', { name: /^Заявка\s№\s\d+\sотправлена/ });
    await expect(thanks).toBeVisible();
    const number = /№\s(\d+)/.exec((await thanks.textContent()) ?? '')?.[1] ?? '';
    await page.reload();
    await expect(thanks).toBeVisible();

    const link = await findInMail(page.request, 'zakaz@example.test', /\S+\/catalog\/edit\/requests\/\d+/);
    expect(link).toMatch(/^http/);

    const queue = await browser.newPage({ viewport: { width, height: 844 } });
    await queue.goto(`/auth?from=${encodeURIComponent(`/catalog/edit/requests?search=${encodeURIComponent(name)}`)}`);
    const keeper = await ownAdministrator(page.request);
    await queue.getByLabel('Электронная почта').fill(keeper.email);
    await queue.getByLabel('Пароль', { exact: true }).fill(keeper.password);
    await queue.getByRole('button', { name: 'Войти' }).click();
    await expect(queue.getByRole('list', { name: 'Заявки покупателей' }).getByRole('listitem')).toHaveCount(1);
    await queue.getByLabel('Состояние').selectOption('новая');
    await expect(queue).toHaveURL(/state=new/);
    await queue.getByRole('link', { name: new RegExp(`№\\s${number}$`) }).click();
    await expect(queue.getByText('Нужно к пятнице')).toBeVisible();
    await expectNoSidewaysScroll(queue);
    await queue.getByRole('button', { name: 'Взять в работу' }).click();
    await expect(queue.getByText(/Готово:\sзаявка\sв\sработе/)).toBeVisible();
    await queue.getByLabel('Заметка для сотрудников').fill('Перезвонить\nпосле обеда');
    await queue.getByRole('button', { name: 'Добавить заметку' }).click();
    await expect(queue.getByText('Перезвонить').first()).toBeVisible();

    // A colleague is faster: what is shown is theirs, and nothing is overwritten.
    const other = await asAdmin(page.request, '/api/bridge');
    const id = Number(new URL(queue.url()).pathname.split('/').at(-1));
    await other.send('PATCH', `/requests/${id}`, { state: 'declined' });
    await queue.getByRole('button', { name: 'Выполнена' }).click();
    await expect(queue.getByText('Пока вы смотрели')).toBeVisible();
    await queue.getByRole('button', { name: 'Взять в работу' }).click();
    await queue.getByRole('button', { name: 'Выполнена' }).click();
    await expect(queue.getByText('Готово: заявка выполнена')).toBeVisible();
    const [file] = await Promise.all([
      queue.waitForEvent('download'),
      queue.getByRole('button', { name: 'Скачать .xlsx' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(`zayavka-${number}.xlsx`);
    await queue.close();

    await page.goto('/user');
    const own = page.getByText(new RegExp(`№\\s${number} от`));
    await expect(own).toContainText('выполнена');
    await own.click();
    await expect(page.getByText('Перезвонить').first()).toHaveCount(0);
  });

test('two tabs work on one request, and neither loses what the other puts in', async ({ page, context }) => {
  const other = await context.newPage();
  await putIn(page, '740.1003010', 1);
  await other.goto('/catalog/request');
  await putIn(page, 'подшипник', 1);
  await expect(other.getByRole('table', { name: 'Позиции заявки' }).locator('tbody tr')).toHaveCount(2);
  await other
    .getByRole('textbox', { name: /^Количество/ })
    .first()
    .fill('7');
  await putIn(page, 'камаз', 1);
  await expect(other.getByRole('table', { name: 'Позиции заявки' }).locator('tbody tr')).toHaveCount(3);
  await page.goto('/catalog/request');
  await expect(page.getByRole('textbox', { name: /^Количество/ }).first()).toHaveValue('7');
  await other
    .getByRole('button', { name: /^Убрать\sиз/ })
    .first()
    .click();
  await expect(page.getByRole('table', { name: 'Позиции заявки' }).locator('tbody tr')).toHaveCount(2);
  await other.getByRole('button', { name: 'Вернуть' }).click();
  await expect(page.getByRole('textbox', { name: /^Количество/ }).first()).toHaveValue('7');
});

test('an address brings its offers, and asks before it replaces others', async ({ page }) => {
  const rows = page.getByRole('table', { name: 'Позиции заявки' }).locator('tbody tr');
  await page.goto('/catalog/request?items=1-2,2-3,x-1');
  await expect(page.getByText('из ссылки не прочитана')).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/\/catalog\/request$/);
  await page.goto('/catalog/request?items=2-1,3-5');
  await expect(page.getByText(/В\sвашей\sзаявке\sуже\sлежат\s2/)).toBeVisible();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Добавить к моей' }).click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('textbox', { name: /^Количество/ }).nth(1)).toHaveValue('4');
  await page.goto('/catalog/request?items=9-1');
  await page.getByRole('button', { name: 'Заменить мою заявку' }).click();
  await expect(rows).toHaveCount(1);
  await page.goto('/catalog/request?items=garbage');
  await expect(page.getByText('В ссылке нет ни одной позиции')).toBeVisible();
  await expect(rows).toHaveCount(1);
});

test('an error leaves with the value that it was said of, and what stops the sending for another reason is said alone', async ({
  page,
}) => {
  await page.goto('/catalog/request?items=1-1');
  await page.getByText(/Для\sсчёта\sи\sдоставки/).click();
  await page.getByLabel('ИНН').fill('7707083894');
  await page.getByLabel('Телефон').fill('8 (912) 345-67-8');
  await send(page).click();
  await expect(page.getByLabel('Имя')).toBeFocused();
  for (const [label, value] of [
    ['ИНН', '7707083893'],
    ['Телефон', '8 (912) 345-67-89'],
    ['Имя', 'Анна'],
  ] as const) {
    const field = page.getByLabel(label);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.fill(value);
    await expect(field).not.toHaveAttribute('aria-invalid');
    await expect(field).toBeFocused();
  }
  const refused = page.getByText('Без согласия');
  await expect(refused).toBeVisible();
  const amount = page.getByRole('textbox', { name: /^Количество/ });
  await amount.fill('0');
  await send(page).click();
  await expect(refused).toHaveCount(0);
  const stop = page.getByText('Исправьте количество');
  await expect(stop).toBeVisible();
  await amount.fill('2');
  await expect(stop).toHaveCount(0);
  await send(page).click();
  await page.getByRole('checkbox').check();
  await expect(refused).toHaveCount(0);
});

test('how many there are is never cut on a phone, and in print nothing is', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/catalog/request?items=1-99999,2-1,3-5,4-90000');
  await expect(page.getByText('Итого')).toBeVisible();
  const cut = (selector: string) =>
    page
      .locator(selector)
      .evaluateAll(
        (all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).length,
      );
  expect(await cut('.offer-facts > :last-child')).toBe(0);
  for (const width of [390, 718, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ media: 'print' });
    const whole = page.locator('.request-rows :is(.what-line, .title, small, small *)');
    expect(await whole.evaluateAll((all) => all.filter((one) => getComputedStyle(one).overflow !== 'visible'))).toEqual(
      [],
    );
    expect(
      await whole.evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).whiteSpace === 'nowrap').map(({ className }) => className),
      ),
    ).toEqual([]);
  }
});

test('what is gone or dearer by now is said before it is sent', async ({ page }) => {
  await page.goto('/catalog');
  await page.evaluate(() => {
    const offer = { amount: 1, place: 1, article: 'Б-1', title: 'Вал' };
    localStorage.setItem('request:1', JSON.stringify({ ...offer, price: '0.01' }));
    localStorage.setItem('request:999999', JSON.stringify({ ...offer, place: 2, price: '5.00' }));
  });
  await page.goto('/catalog/request');
  await expect(page.getByText(/Больше\sне\sпродаётся/)).toBeVisible();
  await expect(page.getByText('Изменилась цена')).toBeVisible();
  await page.getByLabel('Имя').fill('Анна');
  await page.getByLabel('Телефон').fill('+7 351 200-00-00');
  await page.getByRole('checkbox').check();
  await send(page).click();
  await expect(page.getByRole('button', { name: 'Согласиться с новыми ценами' })).toBeFocused();
  await page.keyboard.press('Enter');
  await send(page).click();
  await expect(page.getByRole('heading', { name: /отправлена/ })).toBeVisible();
  await expect(page.getByText(/Больше\sне\sпродаётся/)).toHaveCount(0);
});

test('a lost answer says that nobody knows, and the second press makes no second request', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|Failed to load/);
  const name = `Покупатель ${mark()}`;
  await page.goto('/catalog/request?items=1-1');
  await page.getByLabel('Имя').fill(name);
  await page.getByLabel('Телефон').fill('+7 351 200-00-00');
  await page.getByRole('checkbox').check();
  await page.route('**/api/bridge/requests', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await send(page).click();
  await expect(page.getByText(/неизвестно,\sдошла\sли\sзаявка/)).toBeVisible();
  await page.unroute('**/api/bridge/requests');
  await page.reload();
  await page.getByRole('checkbox').check();
  await send(page).click();
  await expect(page.getByRole('heading', { name: /отправлена/ })).toBeVisible();
  const admin = await asAdmin(page.request, '/api/bridge');
  const { requests } = await admin.get<{ requests: unknown[] }>(`/requests?search=${encodeURIComponent(name)}`);
  expect(requests).toHaveLength(1);
});

test('whoever has the action «Заявки» sees them in the menu and works on them; others are turned away', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/403/);
  const admin = await asAdmin(page.request);
  const role = await admin.add('role', `Менеджер ${randomUUID().slice(0, 8)}`);
  const [action] = STANDING_ROWS;
  const rights = { action: { [`id_${action.id}`]: 'on' } };
  await admin.send('POST', '/setting/access', { [`id_${role.id}`]: rights });
  const person = await makeUser(page.request, 'Менеджер');
  await signIn('/user', { email: person.email, password: STAFF_PASSWORD });
  await expect(page.getByRole('link', { name: /^Заявки/ })).toHaveCount(0);
  await admin.send('PATCH', '/setting/access/bundle/role', { email: person.email, roleId: role.id });
  await page.reload();
  await page.getByRole('link', { name: /^Заявки/ }).click();
  await expect(page.getByRole('search', { name: 'Отбор заявок' })).toBeVisible();
});

test('the request and its desk are accessible, in both themes', async ({ page, signIn }) => {
  await page.goto('/catalog/request?items=1-1,2-5,999999-1');
  await expect(page.getByText('Итого')).toBeVisible();
  await send(page).click();
  await expect(page.getByText('Укажите имя')).toBeVisible();
  await expectAccessibleInBoth(page);
  await signIn('/catalog/edit/requests');
  await expect(page.getByRole('search', { name: 'Отбор заявок' })).toBeVisible();
  await expectAccessibleInBoth(page);
});

test('what is done with personal data stands one press from the consent, and in the foot of every page', async ({
  page,
}) => {
  await page.goto('/catalog/request?items=1-1');
  const link = page.getByRole('link', { name: /Кто.и.как.их.обрабатывает/ });
  await expect(link).toHaveAttribute('href', '/about/privacy');
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Персональные данные' }).click();
  await expect(page).toHaveURL('/about/privacy');
  await expect(page.getByRole('heading', { name: 'Персональные данные', level: 1 })).toBeVisible();
  for (const said of ['Кто обрабатывает', 'Какие данные', 'Ваши права'])
    await expect(page.getByRole('heading', { name: said })).toBeVisible();
});
