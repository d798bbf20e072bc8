import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { mark } from './mark.ts';
import { chooseTexts, expect, expectAccessible, expectFits, test } from './test.ts';

/** A build under the load of other tests takes its time; what it takes on a quiet machine, the benchmark measures. */
const PATIENCE = { timeout: 60_000 };

const title = (page: Page) => page.getByRole('textbox', { name: 'Заголовок', exact: true });
const message = (page: Page) => page.getByRole('textbox', { name: 'Текст слайда' });
const record = (page: Page) => page.getByRole('button', { name: 'Записать' });
const cards = (page: Page) => page.getByRole('list', { name: 'Список слайдов' });

const picture = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 800, height: 500, channels: 3, background: '#a84d08' } })
    .png()
    .toBuffer(),
});

async function administrator(request: APIRequestContext) {
  const form = { email: process.env.E2E_ADMIN_EMAIL ?? '', password: process.env.E2E_ADMIN_PASSWORD ?? '' };
  const { access } = (await (await request.post('/api/mauth/signin', { form })).json()) as { access: string };
  return { Authorization: `Bearer ${access}` };
}

async function makeSlide(request: APIRequestContext, name: string, text = 'Текст слайда'): Promise<number> {
  const made = await request.post('/api/mnote/', {
    headers: await administrator(request),
    multipart: { title: name, message: text },
  });
  return ((await made.json()) as { id: number }).id;
}

test('a slide is made on a phone, shown to visitors without script, changed and removed', { tag: '@deep' }, async ({
  page,
  signIn,
  request,
}) => {
  test.setTimeout(240_000);
  await page.setViewportSize({ width: 390, height: 844 });
  const name = `Акция ${mark()}`;
  const front = async () => (await request.get('/')).text();
  await signIn('/newsLine');
  await page.getByRole('link', { name: 'Create slide' }).click();
  await expect(page).toHaveURL(/createNews$/);
  await title(page).fill(name);
  await message(page).fill('Скидка **на всё**');
  await page.getByRole('tab', { name: 'Просмотр' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Просмотр' }).locator('b')).toHaveText('на всё');
  await page.getByLabel('Картинки').setInputFiles([await picture('один.png'), await picture('два.png')]);
  await expect(page.getByRole('list', { name: 'Новые файлы' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Убрать: два.png' }).click();
  await expect(page.getByRole('img', { name: 'один.png' })).toBeVisible();
  await page.getByRole('checkbox', { name: /Опубликовать/ }).check();
  await expectAccessible(page);
  await record(page).click();

  await expect(page).toHaveURL(/\/newsLine$/);
  await expect(page.getByText(`Слайд «${name}» сохранён.`)).toBeVisible();
  const card = cards(page).getByRole('listitem').filter({ hasText: name });
  await expect(card).toContainText('Опубликован');
  await expect(page.getByText('Опубликовано.')).toBeVisible(PATIENCE);
  await expect.poll(front, PATIENCE).toContain(name);

  await card.getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Редактировать' }).click();
  await expect(title(page)).toHaveValue(name);
  await page.getByRole('button', { name: 'Удалить картинку: один.png' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Прикреплённые файлы' })).toBeHidden();
  await message(page).fill('Скидка закончится завтра');
  await message(page).press('ControlOrMeta+Enter');
  await expect(page).toHaveURL(/\/newsLine$/);
  await expect.poll(front, PATIENCE).toContain('Скидка закончится завтра');

  await cards(page).getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click();
  await page.getByRole('button', { name: 'Удалить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByText(`Слайд «${name}» удалён.`)).toBeVisible();
  await expect(cards(page).getByText(name, { exact: true })).toBeHidden();
  await expect.poll(front, PATIENCE).not.toContain(name);
});

test('a refused slide keeps its form, with the mistakes at their fields', async ({ page, signIn, allowConsole }) => {
  allowConsole(/400/);
  await signIn('/newsLine/createNews');
  await message(page).fill('Текст остаётся');
  await record(page).click();
  await expect(page.getByText('Enter the document title')).toBeVisible();
  await expect(title(page)).toBeFocused();
  await title(page).fill('Не картинка');
  await page
    .getByLabel('Картинки')
    .setInputFiles({ name: 'ложь.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await record(page).click();
  await expect(page.getByText('Unsupported file type')).toBeVisible();
  await expect(page).toHaveURL(/createNews$/);
  await chooseTexts(page, 'ru');
  await expect(page.getByText('Неподдерживаемый тип файлов')).toBeVisible();
  await expect(message(page)).toHaveValue('Текст остаётся');
});

test('any other failure leads to the list, and from there back to everything that was typed', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/500/);
  await signIn('/newsLine/createNews');
  await title(page).fill('Слайд на черный день');
  await message(page).fill('Не пропадёт');
  await page.getByLabel('Картинки').setInputFiles(await picture('фото.png'));
  await page.route('**/api/mnote/', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: { error: 'x' } }) : route.continue(),
  );
  await record(page).click();
  await expect(page).toHaveURL(/\/newsLine$/);
  await expect(page.getByRole('alert').filter({ hasText: /не.сохранён/ })).toBeVisible();
  await page.getByRole('link', { name: /вернуться\sк.черновику/ }).click();
  await expect(title(page)).toHaveValue('Слайд на черный день');
  await expect(message(page)).toHaveValue('Не пропадёт');
  await expect(page.getByRole('img', { name: 'фото.png' })).toBeVisible();

  // «Back» asks too, and a reload offers the text.
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
  await question.getByRole('button', { name: 'Остаться' }).click();
  await expect(title(page)).toHaveValue('Слайд на черный день');
  await page.goBack();
  await question.getByRole('button', { name: 'Уйти' }).click();
  await expect(page).toHaveURL(/\/newsLine$/);
  await page.goto('/newsLine/createNews');
  await page
    .getByRole('list', { name: 'Несохранённые черновики' })
    .getByRole('button', { name: 'Восстановить' })
    .click();
  await expect(message(page)).toHaveValue('Не пропадёт');
  await page.getByRole('button', { name: 'Отмена', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть без сохранения' }).click();
  await expect(page).toHaveURL(/\/newsLine$/);
});

test('two administrators who save one slide at once are told of each other; its history leads back', async ({
  page,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/409/);
  const name = `Двое ${mark()}`;
  const id = await makeSlide(request, name);
  await signIn(`/newsLine/editNews/${id}`);
  await expect(title(page)).toHaveValue(name);
  await request.patch(`/api/mnote/${id}`, {
    headers: await administrator(request),
    multipart: { title: name, message: 'Сказано первым' },
  });
  await message(page).fill('Сказано вторым');
  await record(page).click();
  const conflict = page.getByRole('dialog', { name: /текст\sизменили/ });
  await conflict.getByRole('button', { name: 'Сохранить мой текст' }).click();
  await expect(page).toHaveURL(/\/newsLine$/);
  await page.goto(`/newsLine/editNews/${id}`);
  await expect(message(page)).toHaveValue('Сказано вторым');
  await page.getByRole('button', { name: 'История' }).click();
  const versions = page.getByRole('region', { name: 'История изменений' }).getByRole('listitem');
  await expect(versions).toHaveCount(3);
  await versions
    .nth(1)
    .getByRole('button', { name: /^Восстановить/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Восстановить' }).click();
  await expect(message(page)).toHaveValue('Сказано первым');
});

test('the search is kept by the address, and a long message is cut', async ({ page, signIn, request }) => {
  const word = `Редкостный${mark()}`;
  const id = await makeSlide(request, word, `${'слово '.repeat(60)}конец`);
  await signIn('/newsLine');
  await page.getByRole('searchbox', { name: /Поиск\sслайда/ }).fill(word);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/query=/);
  await expect(cards(page).getByRole('listitem')).toHaveCount(1);
  await expect(cards(page).getByText('конец')).toBeHidden();
  await page.reload();
  await expect(cards(page).getByRole('listitem')).toHaveCount(1);
  await chooseTexts(page, 'ru');
  await page.getByRole('link', { name: /читать\sдалее/ }).click();
  await expect(page).toHaveURL(new RegExp(`/newsLine/${id}$`));
  await expect(page.getByText('конец')).toBeVisible();
  await page.getByRole('link', { name: 'Назад' }).click();
  await expect(cards(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('searchbox', { name: /Поиск\sслайда/ }).fill('такого нет совсем');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/слайдов\sнет/)).toBeVisible();
});

test('a slide that is not there leads to the list, a failing service to the sign-in page', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/404|500/);
  await signIn('/newsLine');
  await page.goto('/newsLine/999999');
  await expect(page).toHaveURL(/\/newsLine$/);
  await expect(page.getByText(/Такого\sслайда\sнет/)).toBeVisible();
  await page.route('**/api/mnote/search/**', (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await page.goto('/newsLine');
  await expect(page).toHaveURL(/\/auth\?.*why=failed/);
});

test('the slide line is accessible and fits', async ({ page, signIn, request }) => {
  const id = await makeSlide(request, `Слайд ${'длинного названия '.repeat(10)}`.trim(), 'Ъ'.repeat(300));
  await signIn('/newsLine');
  await expect(cards(page)).toBeVisible();
  await expectFits(page);
  for (const path of [`/newsLine/${id}`, `/newsLine/editNews/${id}`, '/newsLine/createNews']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /Удалить|Записать/ })).toBeVisible();
    await expectFits(page);
  }
  await request.delete(`/api/mnote/${id}`, { headers: await administrator(request) });
});
