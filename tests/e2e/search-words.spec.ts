import { randomUUID } from 'node:crypto';
import { expect, expectAccessibleInBoth, expectNoSidewaysScroll, test } from './test.ts';

/** A word of letters that no other test searches for. */
const newWord = () => `слово${randomUUID().replace(/[^a-f]/g, '')}ъ`;

test('an administrator sees what buyers do not find, says what it means, and buyers find it', async ({
  page,
  signIn,
  allowConsole,
}) => {
  // A word that is read as itself is refused.
  allowConsole(/400.*search\/words/);
  const word = newWord();
  const find = () => page.request.get(`/api/bridge/parts/?query=${encodeURIComponent(word)}`);
  expect((await (await find()).json()).parts).toEqual([]);

  await signIn('/catalog/edit/misses');
  await expect(page.getByRole('heading', { level: 1, name: /Ищут\sи.не.находят/ })).toBeVisible();
  await page.getByLabel('Чем кончилось').selectOption('nothing');
  const miss = page.getByRole('listitem').filter({ hasText: word });
  await expect(async () => {
    await page.reload();
    await expect(miss).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(miss).toContainText(/1.раз/);
  await miss.getByRole('link', { name: /В.словарь/ }).click();

  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Как пишут покупатели')).toHaveValue(word);
  await dialog.getByLabel('Как это в каталоге').fill(word);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByRole('alert')).toContainText('чем заменять слово');
  await dialog.getByLabel('Как это в каталоге').fill('фильтр масляный; фильтр');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText(/сохранено\sи.уже\sдействует/)).toBeVisible();
  expect((await (await find()).json()).parts.length).toBeGreaterThan(0);

  const filters = page.getByRole('search', { name: 'Отбор слов' });
  await filters.getByRole('searchbox').fill(word);
  await filters.getByRole('button', { name: 'Найти' }).click();
  const entry = page.getByRole('list', { name: 'Слова' }).getByRole('listitem');
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText('фильтр масляный; фильтр');
  await expect(entry).toContainText('своё');
  await entry.getByRole('button', { name: /Удалить/ }).click();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(page.getByText(/Таких\sслов\sнет/)).toBeVisible();
  expect((await (await find()).json()).parts).toEqual([]);

  await page.goto('/catalog/edit/misses');
  await miss.getByRole('button', { name: /Разобрано/ }).click();
  await expect(page.getByText('убран из списка')).toBeVisible();
  await expect(miss).toHaveCount(0);
});

test('an administrator says which part a wording is, with names that the product knows', async ({
  page,
  signIn,
  allowConsole,
}) => {
  // A part that the product does not know is refused.
  allowConsole(/400.*search\/words/);
  const word = newWord();
  const read = async () => {
    const answer = await page.request.get(`/api/bridge/parts/?query=${encodeURIComponent(word)}`);
    return (await answer.json()).reading?.kind ?? null;
  };
  await signIn(`/catalog/edit/words?word=${encodeURIComponent(word)}&kind=part`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Как пишут покупатели')).toHaveValue(word);
  const name = dialog.getByLabel('Какая это деталь');
  await name.fill('насоз водяной');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByRole('alert')).toContainText('«насос водяной»');
  await name.fill('насос вод');
  await expect(dialog.locator('datalist option').first()).toHaveAttribute('value', 'насос водяной');
  await name.fill('насос водяной');
  expect(await read()).toBeNull();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText(/сохранено\sи.уже\sдействует/)).toBeVisible();
  expect(await read()).toBe('насос водяной');

  const entry = page.getByRole('list', { name: 'Слова' }).getByRole('listitem').filter({ hasText: word });
  await expect(entry).toContainText('это деталь');
  await entry.getByRole('button', { name: /Удалить/ }).click();
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect(entry).toHaveCount(0);
  expect(await read()).toBeNull();
});

test('an administrator joins two names of one maker, and buyers find its parts under one', async ({ page, signIn }) => {
  const makers = async () => {
    const { makers } = await (await page.request.get('/api/bridge/parts/directory')).json();
    return makers.map(({ title }: { title: string }) => title).filter((title: string) => title.startsWith('ЧТЗ'));
  };
  expect((await makers()).sort()).toEqual(['ЧТЗ', 'ЧТЗ-Уралтрак']);
  await signIn('/catalog/edit/words');
  await page.getByText(/Похоже, это один производитель/).click();
  const pair = page.getByRole('listitem').filter({ hasText: 'ЧТЗ-Уралтрак' });
  await pair.getByRole('button', { name: /вместо .ЧТЗ-Уралтрак/ }).click();
  await expect(page.getByText(/.ЧТЗ-Уралтрак. теперь показывается как .ЧТЗ./)).toBeVisible();
  await expect(pair.filter({ hasText: 'Назвать' })).toHaveCount(0);
  await expect.poll(makers).toEqual(['ЧТЗ']);

  await page.goto(`/catalog?query=&maker=${encodeURIComponent('ЧТЗ-Уралтрак')}`);
  await expect(page.locator('.part .maker').first()).toHaveText('ЧТЗ');

  await page.goto('/catalog/edit/words?own=1');
  const entry = page.getByRole('list', { name: 'Слова' }).getByRole('listitem').filter({ hasText: 'ЧТЗ-Уралтрак' });
  await entry.getByRole('button', { name: /Удалить/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить' }).click();
  await expect.poll(async () => (await makers()).length).toBe(2);
});

test('the dictionary of the search fits a desktop and a phone, in both themes', async ({ page, signIn }) => {
  await signIn('/catalog/edit/words?query=%D1%84');
  await expect(page.getByRole('list', { name: 'Слова' })).toBeVisible();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Добавить слово' }).click();
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Отмена' }).click();
  await page.goto('/catalog/edit/misses');
  await expect(page.getByRole('heading', { level: 1, name: /Ищут/ })).toBeVisible();
  await expectAccessibleInBoth(page);
  await expectNoSidewaysScroll(page);
});
