import { expect, type Page } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { makeDocument } from './documents.ts';
import { comeIn, EVERYTHING, openOffice, openOfficeOfTwo } from './office.ts';
import { expectAccessible, expectFits, test } from './test.ts';

const RIGHTS = { Начальник: EVERYTHING, Подписант: [ACTIONS.approve], Читатель: [ACTIONS.acknowledge] };

const table = (page: Page) => page.getByRole('table', { name: 'Документы' });
const rows = (page: Page) => table(page).locator('tbody tr');
const titles = (page: Page) => table(page).locator('tbody .doc-col-title a');
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Отбор' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Списки документов' });

test('a list is sorted by its headings, narrowed in a sheet and shared by its address', async ({ page, request }) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const second = await office.hire('Второй', 'Подписант');
  for (const title of ['Ёлки', 'Ель', 'акт', 'Ящик'])
    await makeDocument(office, boss, { title: `${title} ${office.mark}`, acceptors: [signer, second] });
  const { id } = await makeDocument(office, boss, { title: `Без подписей ${office.mark}` });
  const [first] = await signer.calls.get<Document[]>('/docflow/search/doc/?limit=1&search=ящик');
  await signer.calls.send('PATCH', `/docflow/accepting/${first?.id}`, {});
  await comeIn(page, boss, '/docflow/list/?author=1&limit=50');
  await expect(titles(page).first()).toHaveText(`Без подписей ${office.mark}`);
  await expect(rows(page).filter({ hasText: 'Ящик' })).toContainText(/1\sиз\s2/);
  await table(page).getByRole('button', { name: 'Название' }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(titles(page)).toHaveText(
    ['акт', 'Без подписей', 'Ёлки', 'Ель', 'Ящик'].map((title) => `${title} ${office.mark}`),
  );
  await expect(table(page).getByRole('columnheader', { name: 'Название' })).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('button', { name: 'Отбор' }).click();
  await expectAccessible(page);
  await sheet(page).getByRole('combobox', { name: 'Подписант или получатель' }).fill(second.name);
  await sheet(page)
    .getByRole('option', { name: new RegExp(second.name) })
    .click();
  await expect(sheet(page).getByText(/Нашлось:\s4/)).toBeVisible();
  await sheet(page).getByLabel('Создан не позже').fill('2020-01-31');
  await expect(sheet(page).getByText(/Нашлось:\s0/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('По этим условиям документов нет.')).toBeVisible();
  await page.getByRole('button', { name: 'Убрать условие: Создан по: 31.01.2020' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(tabs(page).getByRole('link', { name: 'Outgoing' })).toContainText('4');
  await page.reload();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByRole('button', { name: `Убрать условие: Подписант: ${second.name}` })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('По этим условиям документов нет.')).toBeVisible();

  await page.goto(`/docflow/list/?author=1&limit=50&search=${office.mark}`);
  await page.getByText('Карточки').click({ force: true });
  await expect(page.getByRole('list', { name: 'Документы', exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('list', { name: 'Документы', exact: true })).toBeVisible();
  await page.getByText('Таблица').click({ force: true });
  await titles(page).first().click();
  await expect(page).toHaveURL(new RegExp(`/docflow/${id}$|/docflow/\\d+$`));
});

test('several marked documents are acknowledged, reminded of and saved at once, and each says why it was left', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const reader = await office.hire('Читатель', 'Читатель');
  for (const number of [1, 2, 3, 4])
    await makeDocument(office, boss, {
      title: `Приказ ${number} ${office.mark}`,
      recipients: number === 4 ? [boss] : [reader],
    });
  const [last] = await reader.calls.get<Document[]>('/docflow/search/doc/?recipient=0&limit=1');
  await reader.calls.send('PATCH', `/docflow/recipienting/${last?.id}`, {});
  await comeIn(page, reader, '/docflow/list/?limit=50');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).filter({ hasText: 'Приказ 1' })).toContainText('Acknowledgement required');
  const boxes = rows(page).getByRole('checkbox');
  await boxes.nth(0).focus();
  await page.keyboard.press('Space');
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(page.getByText('Отмечено: 4')).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать .xlsx' }).click();
  expect((await saved).suggestedFilename()).toBe('documents.xlsx');
  await page.getByRole('button', { name: 'Подтвердить ознакомление' }).click();
  await expect(page.getByText(/Ознакомление\sподтверждено:\s2\sиз\s4\sдокументов/)).toBeVisible();
  await page.getByText('1: уже ознакомлены').click();
  await expect(page.getByRole('link', { name: new RegExp(`«${last?.title}»`) })).toBeVisible();
  await expect(page.getByText(/1:\sознакомление\sот\sвас\sне\sтребуется/)).toBeVisible();
  await expect(tabs(page).getByRole('link', { name: 'For review' })).toContainText('0');
  await page.getByRole('checkbox', { name: /Отметить\sвсе/ }).click();
  await page.getByRole('button', { name: 'Напомнить' }).click();
  await expect(page.getByText(/^Напоминаем:\s0\sиз\s4/)).toBeVisible();
  await expect(page.getByText(/4:\sнапоминать\sмогут\sавтор\sи.те,\sкому\sразрешено\sредактировать/)).toBeVisible();
});

test('a view keeps filter and order under a name, opens the list, and is renamed and forgotten', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  await makeDocument(office, boss, { title: `Один ${office.mark}` });
  await comeIn(page, boss, '/docflow/list/?limit=50&state=none&sort=title');
  await page.getByRole('button', { name: 'Сохранить вид…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Сохранить вид' });
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText('Назовите вид.')).toBeVisible();
  await dialog.getByLabel('Название вида').fill('Мои без подписей');
  await dialog.getByLabel('Открывать список с этого вида').check();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  const chip = page.getByRole('link', { name: 'Мои без подписей' });
  await expect(chip).toHaveAttribute('aria-current', 'true');
  await page.goto('/docflow/list');
  await expect(page).toHaveURL(/\/docflow\/list\/\?state=none&sort=title&limit=50$/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Настроить…' }).click();
  const manage = page.getByRole('dialog', { name: 'Сохранённые виды' });
  await expectAccessible(page);
  await manage.getByLabel('Название вида «Мои без подписей»').fill('Памятки');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Памятки' })).toBeVisible();
  await manage.getByRole('button', { name: 'Удалить вид «Памятки»' }).click();
  await expect(manage.getByText('Сохранённых видов пока нет.')).toBeVisible();
  await manage.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByRole('link', { name: 'Памятки' })).toBeHidden();
});

test('a list grouped by the people asked counts each document once, and cards stand under their names too', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const signers = [await office.hire('Аникин', 'Подписант'), await office.hire('Яшин', 'Подписант')];
  await makeDocument(office, boss, { title: `Общий ${office.mark}`, acceptors: signers });
  await makeDocument(office, boss, { title: `Ничей ${office.mark}` });
  await comeIn(page, boss, '/docflow/list/?author=1&limit=50&sort=asked');
  await expect(titles(page)).toHaveText(['Общий', 'Общий', 'Ничей'].map((title) => `${title} ${office.mark}`));
  await expect(page.getByRole('status').filter({ hasText: /^2\sдокумента$/ })).toBeAttached();
  await page.getByRole('checkbox', { name: /Отметить\sвсе/ }).click();
  await expect(page.getByText('Отмечено: 2')).toBeVisible();
  await page.getByRole('button', { name: 'Напомнить' }).click();
  // The shop of the tests has no mail server.
  await expect(page.getByText(/^Напоминаем:\s0\sиз\s2\sдокументов/)).toBeVisible();
  await expect(page.getByText(/2:\sпочта\sне.настроена/)).toBeVisible();
  await page.getByText('Карточки').click({ force: true });
  const groups = [...signers.map(({ name }) => name), 'Решений\\sне\\sждут'];
  await expect(page.locator('.docflow-list > h2')).toHaveText(groups.map((group) => new RegExp(group)));
  for (const { name } of signers)
    await expect(page.getByRole('list', { name }).getByRole('link', { name: `Общий ${office.mark}` })).toBeVisible();
  await page.getByText('Таблица').click({ force: true });
});

test('what a list leaves out because it is cancelled is counted below it, and found from anywhere', async ({
  page,
  request,
}) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const made = await makeDocument(office, boss, { title: `Отменённый ${office.mark}`, acceptors: [signer, boss] });
  await signer.calls.send('PATCH', `/docflow/accepting/${made.id}`, {});
  await boss.calls.send('PATCH', `/docflow/cancelling/${made.id}`, { reason: 'Ошибка' });
  await comeIn(page, boss, `/docflow/list/?author=1&limit=50&search=${office.mark}`);
  await expect(page.getByText('По этим условиям документов нет.')).toBeVisible();
  const left = page.getByText(/Аннулированных:\s1/);
  await expect(left).toBeVisible();
  await left.getByRole('link', { name: 'показать' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Аннулирован');
  await expect(left).toBeHidden();
  await page.getByRole('button', { name: /^Отбор/ }).click();
  const state = sheet(page).getByRole('combobox', { name: 'Состояние' });
  await expect(state.getByRole('option')).toHaveText([
    'Все, кроме аннулированных',
    'На согласовании',
    'На ознакомлении',
    'Отклонён',
    'Завершён',
    'Без подписантов',
    'Аннулирован',
    'Все, с аннулированными',
  ]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Команды' }).getByRole('combobox').fill(office.mark);
  await expect(page.getByRole('option', { name: new RegExp(`Отменённый ${office.mark} · Аннулирован`) })).toBeVisible();
});

test('rows of the bin and of the list keep their words whole beside the longest names', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const long = 'Мария-Антуанетта Константинопольская-Преображенская';
  const boss = await office.hire(long, 'Начальник');
  const signer = await office.hire(`${long} Вторая`, 'Подписант');
  const gone = await makeDocument(office, boss, { title: `На удаление ${office.mark}` });
  await boss.calls.send('DELETE', `/docflow/${gone.id}`);
  await makeDocument(office, boss, { title: `Договор ${office.mark}`, acceptors: [signer] });
  await comeIn(page, boss, '/docflow/bin');
  const title = page.getByText(`На удаление ${office.mark}`);
  for (const width of [1600, 1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // A title of three words stands in one line or two, and the number has a line of its own below it.
    const { height = 0, y = 0 } = (await title.boundingBox()) ?? {};
    expect([width, height < 60]).toEqual([width, true]);
    const number = await page.getByText(/^№\s\d+\sот/).boundingBox();
    expect([width, (number?.y ?? 0) >= y + height - 1]).toEqual([width, true]);
    await expectFits(page, [width]);
  }
  await page.goto('/docflow/list/?limit=50');
  for (const [width, parts] of [
    [1600, ['.doc-col-num', '.doc-col-state .tag', '.doc-col-since', 'th.doc-col-directing button']],
    [1280, ['.doc-col-num', '.doc-col-state .tag', '.doc-col-since', 'th.doc-col-task button']],
    [390, ['.doc-col-num', '.doc-col-state .tag', '.doc-col-since']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(table(page)).toContainText(office.task.title);
    for (const part of parts) {
      const cut = await table(page)
        .locator(part.startsWith('th') ? part : `tbody ${part}`)
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length);
      expect([width, part, cut]).toEqual([width, part, 0]);
    }
    for (const tab of await tabs(page).getByRole('link').all()) await expect(tab).toBeInViewport({ ratio: 1 });
  }
});

test('the table of documents is accessible and fits', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  await makeDocument(office, boss, {
    title: `Договор ${'длинного названия '.repeat(6)}${'Щ'.repeat(40)} ${office.mark}`,
    acceptors: [boss],
  });
  await makeDocument(office, boss, { title: `Второй ${office.mark}` });
  await comeIn(page, boss, '/docflow/list/?limit=50&state=pending');
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByRole('checkbox').click();
  await expect(page.getByText('Отмечено: 1')).toBeVisible();
  await expectFits(page, [1280, 390]);
  await page.getByRole('button', { name: 'Отбор: 1' }).click();
  await expect(sheet(page)).toBeInViewport({ ratio: 0.9 });
  await expectFits(page, [1280, 390]);
});
