import type { APIRequestContext, Page } from '@playwright/test';
import { mark } from './mark.ts';
import { withKeyboard } from './person.ts';
import { expect, expectAccessible, expectFits, test } from './test.ts';

/** A build under the load of other tests takes its time; what it takes on a quiet machine, the benchmark measures. */
const PATIENCE = { timeout: 60_000 };

const field = (page: Page) => page.getByRole('textbox', { name: 'Текст страницы' });
const save = (page: Page) => page.getByRole('button', { name: 'Сохранить изменения' });
const textOf = async (request: APIRequestContext, alias: string): Promise<string> =>
  ((await (await request.get(`/api/informator/about/${alias}`)).json()) as { mdInfo: string }).mdInfo;

async function openEditor(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Редактировать страницу' }).click();
  await expect(field(page)).not.toBeEmpty();
}

test('a visitor gets neither the button nor its code', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/about/garanty');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Редактировать страницу' })).toBeHidden();
  expect(scripts.filter((address) => /react|editor/i.test(address))).toEqual([]);
});

test('a page is edited by keyboard alone and is read without script', { tag: '@deep' }, async ({
  page,
  signIn,
  request,
}) => {
  test.setTimeout(180_000);
  const before = await textOf(request, 'garanty');
  await signIn('/about/garanty');
  const keyboard = withKeyboard(page);
  await keyboard.press(page.getByRole('button', { name: 'Редактировать страницу' }));
  await expect(field(page)).toHaveValue(before);

  // From the heading of the editor to the field, past one stop of the toolbar.
  const added = `Проверено ${mark()}`;
  for (let tabs = 0; tabs < 4 && !(await field(page).evaluate((it) => it === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('\n\n');
  await page.keyboard.press('ControlOrMeta+B');
  await page.keyboard.type(added);
  await expect(page.getByRole('tabpanel', { name: 'Просмотр' }).locator('b', { hasText: added })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');

  await expect(page.getByText('Изменения сохранены.')).toBeVisible();
  await expect(page.locator('.about-text b', { hasText: added })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Редактировать страницу' })).toBeFocused();
  await expect(page.getByText('Опубликовано')).toBeVisible(PATIENCE);
  await expect.poll(async () => (await request.get('/about/garanty')).text(), PATIENCE).toContain(`<b>${added}</b>`);

  // The history leads back.
  await openEditor(page);
  await page.getByRole('button', { name: 'История' }).click();
  const history = page.getByRole('region', { name: 'История изменений' });
  const second = history.getByRole('listitem').nth(1);
  await second.getByRole('button', { name: /^Отличия/ }).click();
  await expect(history.locator('del', { hasText: added })).toBeVisible();
  await expectAccessible(page);
  await second.getByRole('button', { name: /^Восстановить/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Восстановить' }).click();
  await expect(field(page)).toHaveValue(before);
  expect(await textOf(request, 'garanty')).toBe(before);
});

test('buttons of the toolbar are taken back by Ctrl+Z, and arrows walk among them', async ({ page, signIn }) => {
  await signIn('/about/mainPage');
  await openEditor(page);
  const text = await field(page).inputValue();
  await field(page).press('ControlOrMeta+A');
  await page.getByRole('button', { name: 'Жирный' }).click();
  await expect(field(page)).toHaveValue(`**${text}**`);
  await field(page).press('ControlOrMeta+Z');
  await expect(field(page)).toHaveValue(text);
  await page.getByRole('button', { name: 'Заголовок' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: 'Курсив' })).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');

  const dialog = page.getByRole('dialog', { name: 'Вставить картинку' });
  await dialog.getByLabel('Адрес картинки').fill('https://elsewhere.test/a.png');
  await dialog.getByRole('button', { name: 'Вставить' }).click();
  await expect(dialog.getByText(/должен\sначинаться/)).toBeVisible();
  await expectAccessible(page);
  await dialog
    .getByRole('button', { name: /^Выбрать/ })
    .first()
    .click();
  await dialog.getByLabel('Описание').fill('Гусеница');
  await dialog.getByRole('button', { name: 'Вставить' }).click();
  await expect(field(page)).toHaveValue(/!\[\[api\/mnote\/static\/images\/\w+\.webp\|Гусеница\]\]/);
  await expect(page.getByRole('tabpanel', { name: 'Просмотр' }).getByRole('img', { name: 'Гусеница' })).toBeVisible();
});

test('what was typed survives a reload as a draft', async ({ page, signIn }) => {
  await signIn('/about/mainPage');
  await openEditor(page);
  const text = await field(page).inputValue();
  await field(page).fill('Набрано и не сохранено');
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(/есть\sнесохранённый\sчерновик/)).toBeVisible();
  await openEditor(page);
  await expect(field(page)).toHaveValue(text);
  const offer = page.getByRole('list', { name: 'Несохранённые черновики' });
  await expect(offer).toContainText('Найден несохранённый черновик от');
  await offer.getByRole('button', { name: 'Восстановить' }).click();
  await expect(field(page)).toHaveValue('Набрано и не сохранено');

  // A link asks first; giving up forgets the draft.
  await page.getByRole('link', { name: 'Прайс' }).first().click();
  const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(page).toHaveURL(/mainPage/);
  await page.getByRole('button', { name: 'Отмена', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть без сохранения' }).click();
  await expect(field(page)).toBeHidden();
  await openEditor(page);
  await expect(offer).toBeHidden();
});

test('two administrators who save at once are told of each other', async ({
  page,
  signIn,
  browser,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/409/);
  test.setTimeout(180_000);
  await signIn('/about/delivery');
  await openEditor(page);
  const before = await field(page).inputValue();
  const context = await browser.newContext({ baseURL, storageState: await page.context().storageState() });
  const other = await context.newPage();
  await other.goto('/about/delivery');
  await openEditor(other);
  await field(other).fill(`${before}\n\nЧужая правка`);
  await save(other).click();
  await expect(other.getByText('Изменения сохранены.')).toBeVisible();

  await field(page).fill(`${before}\n\nМоя правка`);
  await save(page).click();
  const conflict = page.getByRole('dialog', { name: /текст\sизменили/ });
  await expect(conflict).toContainText(process.env.E2E_ADMIN_EMAIL ?? '');
  await conflict.getByRole('button', { name: 'Показать отличия' }).click();
  await expect(conflict.locator('ins', { hasText: 'Чужая' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue(/Моя\sправка$/);
  await save(page).click();
  await conflict.getByRole('button', { name: 'Взять сохранённый' }).click();
  await expect(field(page)).toHaveValue(/Чужая\sправка$/);
  await page.getByRole('button', { name: 'Восстановить' }).click();
  await expect(field(page)).toHaveValue(/Моя\sправка$/);
  await save(page).click();
  await expect(page.getByText('Изменения сохранены.')).toBeVisible();

  await openEditor(page);
  await field(page).fill(before);
  await save(page).click();
  await expect(page.getByText('Изменения сохранены.')).toBeVisible();
  await context.close();
});

test('a failed save keeps the text; an ended session signs in on the spot', async ({ page, signIn, allowConsole }) => {
  allowConsole(/500|401|ERR_FAILED/);
  await signIn('/about/mainPage');
  await openEditor(page);
  const before = await field(page).inputValue();
  await field(page).fill(`${before}\n\nОчень долгий текст`);
  await page.route('**/api/informator/about/mainPage', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { error: 'internal' } })
      : route.continue(),
  );
  await save(page).click();
  await expect(page.getByRole('alert').filter({ hasText: /Не.удалось\sсохранить/ })).toBeVisible();
  await expect(field(page)).toHaveValue(/Очень\sдолгий\sтекст$/);
  await page.unroute('**/api/informator/about/mainPage');

  await page.evaluate(() => localStorage.removeItem('session_id'));
  await page.route('**/api/informator/about/mainPage', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 401, json: { error: 'invalid access token' } })
      : route.continue(),
  );
  await save(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Пароль', { exact: true }).fill(process.env.E2E_ADMIN_PASSWORD ?? '');
  await page.unroute('**/api/informator/about/mainPage');
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await expect(dialog).toBeHidden();
  await expect(field(page)).toHaveValue(/Очень\sдолгий\sтекст$/);
  await field(page).fill(before);
  await page.getByRole('button', { name: 'Отмена', exact: true }).first().click();
  await expect(field(page)).toBeHidden();
});

test('the editor is accessible and fits, its two halves side by side or behind tabs', async ({ page, signIn }) => {
  await signIn('/about/delivery');
  await openEditor(page);
  const preview = page.getByRole('tabpanel', { name: 'Просмотр' });
  await expect(preview).toBeVisible();
  await expectFits(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(preview).toBeHidden();
  await page.getByRole('tab', { name: 'Текст' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(preview).toBeVisible();
  await expect(field(page)).toBeHidden();
  await expectFits(page, [390, 320]);
});
