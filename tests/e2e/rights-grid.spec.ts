import { expect, type Locator, type Page } from '@playwright/test';
import type { Role } from '../../contract/access/access.ts';
import { bookBytes } from '../support/workbooks.ts';
import { chooseIn } from './choices.ts';
import { makeDocument, putTemplate, stepOf } from './documents.ts';
import { EVERYTHING, openOffice } from './office.ts';
import { asAdmin, type Calls, makeCompany } from './settings-calls.ts';
import { expectAccessible, expectAccessibleInBoth, expectNoSidewaysScroll, test } from './test.ts';

const SAVED = 'Настройки успешно записаны';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, ...names: readonly string[]) =>
  page.getByRole('checkbox', { name: names.join(' / '), exact: true });
/** A box that stands for all shown document types. */
const manyBox = (page: Page, ...names: readonly string[]) =>
  page.getByRole('checkbox', { name: `${names.join(' / ')}: все показанные типы документов`, exact: true });

/** A company with a second document type, and the address of its part of the table. */
async function makeGrid(admin: Calls) {
  const company = await makeCompany(admin);
  const second = await admin.add('task', `Приказ ${company.mark}`);
  const { role, directing, mark } = company;
  const address = `/setting/edit/access?view=grid&role=${role.id}&directing=${directing.id}&task=${mark}`;
  return { ...company, second, address };
}

const rightsOf = async (admin: Calls, role: number) => {
  const all = await admin.get<Role[]>('/setting/access');
  const directings = all.find(({ id }) => id === role)?.directings ?? [];
  return directings.flatMap(({ tasks }) =>
    tasks.map(({ title, actions }) => `${title}: ${actions.map((action) => action.title).join(', ')}`),
  );
};

test('a box of many asks while it is mixed, changes are counted, taken back, and saved by one bar', async ({
  page,
  signIn,
  request,
}) => {
  const admin = await asAdmin(request);
  const { role, directing, task, second, address } = await makeGrid(admin);
  await signIn(address);
  const pair = [directing.title, task.title] as const;
  await box(page, ...pair, 'Создать').check();
  await expect(box(page, ...pair, 'Видит')).toBeChecked();
  await expect(page.getByText(/2.изменения\sне.сохранено/)).toBeVisible();

  const many = manyBox(page, directing.title, 'Создать');
  expect(await many.evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
  await many.click();
  const question = page.getByRole('dialog', { name: /У.части\sотметка\sстоит/ });
  await expect(question).toContainText(/1.отметка\sиз.2/);
  await question.getByRole('button', { name: 'Оставить' }).click();
  await expect(many).toBeFocused();
  expect(await many.evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
  await expect(box(page, directing.title, second.title, 'Создать')).not.toBeChecked();

  await many.click();
  await question.getByRole('button', { name: 'Задать всем' }).click();
  await expect(box(page, directing.title, second.title, 'Создать')).toBeChecked();
  await expect(many).toBeChecked();
  await manyBox(page, 'Согласовать').click();
  await expect(page.getByText(/6.изменений\sне.сохранено/)).toBeVisible();
  await manyBox(page, directing.title).click();
  await question.getByRole('button', { name: /Снять\sу.всех/ }).click();
  await expect(page.getByText('Все изменения сохранены')).toBeVisible();

  await box(page, ...pair, 'Удалить').check();
  await button(page, 'Отменить').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить все' }).click();
  await expect(box(page, ...pair, 'Удалить')).not.toBeChecked();

  await manyBox(page, directing.title).click();
  await page.getByRole('link', { name: 'Роли', exact: true }).click();
  await page.getByRole('dialog', { name: 'Уйти без сохранения?' }).getByText('Остаться').click();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();
  const all = 'Создать, Редактировать, Удалить, Согласовать, Ознакомиться';
  expect(await rightsOf(admin, role.id)).toEqual([`${task.title}: ${all}`, `${second.title}: ${all}`]);
});

test('the grid is walked by arrows and ticked by Space', async ({ page, signIn, request }) => {
  const admin = await asAdmin(request);
  const { role, directing, task, second, address } = await makeGrid(admin);
  await signIn(address);
  const grid = page.getByRole('grid', { name: `Права роли «${role.title}»` });
  await expect(grid.getByRole('rowheader', { name: new RegExp(task.title) })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Тип документа' }).focus();
  const inGrid = () => grid.evaluate((one) => one.contains(document.activeElement));
  for (let tabs = 0; tabs < 10 && !(await inGrid()); tabs += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: 'Всё показанное' })).toBeFocused();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  const first = box(page, directing.title, task.title, 'Создать');
  await expect(first).toBeFocused();
  await page.keyboard.press('Space');
  await expect(first).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const last = box(page, directing.title, second.title, 'Ознакомиться');
  await expect(last).toBeFocused();
  await page.keyboard.press('Space');
  // One stop for Tab: it leaves the table, and comes back to where it was left.
  await page.keyboard.press('Tab');
  expect(await inGrid()).toBe(false);
  await page.keyboard.press('Shift+Tab');
  await expect(last).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(page.getByRole('checkbox', { name: 'Всё показанное' })).toBeFocused();
  await button(page, 'Сохранить все').press('Enter');
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await rightsOf(admin, role.id)).toEqual([`${task.title}: Создать`, `${second.title}: Ознакомиться`]);
});

test('what the table is narrowed by lives in the address', async ({ page, signIn, request }) => {
  const { mark, role, other, directing, task, second, address } = await makeGrid(await asAdmin(request));
  await signIn(address);
  await page.getByRole('searchbox', { name: 'Тип документа' }).fill(second.title);
  await expect(page.getByRole('rowheader', { name: new RegExp(task.title) })).toBeHidden();
  await chooseIn(page.getByRole('combobox', { name: 'Роль', exact: true }), other.title);
  await page.reload();
  await expect(page.getByRole('grid', { name: `Права роли «${other.title}»` })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Тип документа' })).toHaveValue(second.title);
  // A short list has the number, a long one its title.
  await expect(page.getByRole('combobox', { name: 'Направление' })).toHaveValue(
    new RegExp(`^(?:${directing.id}|${directing.title})$`),
  );
  await page.getByRole('searchbox', { name: 'Тип документа' }).fill(`нет ${mark}`);
  await expect(page.getByText('Таких типов документов нет.')).toBeVisible();
  await button(page, 'Показать все').click();
  await expect(page.getByRole('grid')).toBeVisible();
  expect(new URL(page.url()).searchParams.get('role')).toBe(String(other.id));

  await page.getByText(/^По.уровням$/).click();
  await expect(page.getByRole('list', { name: /Роли\sи.их\sправа/ })).toBeVisible();
  // The choice is kept on the device.
  await page.goto('/setting/edit/access');
  await expect(page.getByRole('checkbox', { name: `Все права: ${role.title}` })).toBeVisible();
});

test('an earlier state shows its difference first and comes back as a new change', async ({
  page,
  signIn,
  request,
}) => {
  const admin = await asAdmin(request);
  const { role, directing, task, address } = await makeGrid(admin);
  const save = (rights: unknown) => admin.send('POST', '/setting/access', { [`id_${role.id}`]: rights });
  await save({ [`id_${directing.id}`]: { [`id_${task.id}`]: ['on'] } });
  await save('');
  await signIn(address);
  await expect(box(page, directing.title, task.title, 'Видит')).not.toBeChecked();
  await button(page, 'История изменений').click();
  const dialog = page.getByRole('dialog', { name: 'История изменений' });
  const entries = dialog
    .getByRole('listitem')
    .filter({ has: page.getByText(`Права роли «${role.title}»`, { exact: true }) });
  await entries
    .first()
    .getByRole('button', { name: new RegExp(`Вернуть как было.*«${role.title}»`) })
    .click();
  await expect(entries.first().getByText(`Если вернуть роль «${role.title}»:`)).toBeVisible();
  await expect(entries.first().locator('.restore-difference')).toContainText(`${directing.title} / ${task.title}`);
  expect(await rightsOf(admin, role.id)).toEqual([]);
  await expectAccessible(page);
  await entries.first().getByRole('button', { name: 'Вернуть', exact: true }).click();
  await expect(dialog.getByText(/снова\sтакая,\sкак\sбыла/)).toBeVisible();
  await expect(entries).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(box(page, directing.title, task.title, 'Видит')).toBeChecked();
  expect(await rightsOf(admin, role.id)).toEqual([`${task.title}: `]);
});

test('what two administrators ticked is put together', async ({ page, signIn, request, allowConsole }) => {
  allowConsole(/409/);
  const admin = await asAdmin(request);
  const { role, directing, task, second, address } = await makeGrid(admin);
  await signIn(address);
  await box(page, directing.title, task.title, 'Создать').check();
  await admin.send('POST', '/setting/access', {
    [`id_${role.id}`]: { [`id_${directing.id}`]: { [`id_${second.id}`]: ['on'] } },
  });
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(/Сохранены\sдругие\sправа/)).toBeVisible();
  await button(page, 'Объединить').click();
  await expect(box(page, directing.title, second.title, 'Видит')).toBeChecked();
  await expect(box(page, directing.title, task.title, 'Создать')).toBeChecked();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await rightsOf(admin, role.id)).toEqual([`${task.title}: Создать`, `${second.title}: `]);
});

test('the table is accessible and fits, and folds open on a phone, in both themes', async ({
  page,
  signIn,
  request,
}) => {
  const { directing, task, address } = await makeGrid(await asAdmin(request));
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(address);
  for (const width of [1920, 1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(box(page, directing.title, task.title, 'Создать')).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await box(page, directing.title, task.title, 'Создать').check();
  await expectAccessibleInBoth(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('grid')).toHaveCount(0);
  await page.locator('summary').filter({ hasText: task.title }).click();
  await expect(box(page, directing.title, task.title, 'Создать')).toBeChecked();
  await box(page, directing.title, task.title, 'Удалить').check();
  await expect(page.getByText(/3.изменения\sне.сохранено/)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBoth(page);
});

test('the table shows at least eight rows at 1280 x 800', async ({ page, signIn, request }) => {
  const admin = await asAdmin(request);
  const { address, mark } = await makeGrid(admin);
  for (const at of [3, 4, 5, 6, 7, 8, 9, 10]) await admin.add('task', `Тип ${at} ${mark}`);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(address);
  const rows = page.getByRole('grid').getByRole('row');
  await expect(rows).toHaveCount(12);
  const dock = await page.getByRole('region', { name: 'Сохранить все' }).boundingBox();
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  // The heading and the direction are none of them.
  const seen = boxes.slice(2).filter((one) => one && one.y + one.height <= (dock?.y ?? 0));
  expect(seen.length).toBeGreaterThanOrEqual(8);
});

test('rights that would break a route in force are named before they are saved', async ({ page, signIn, request }) => {
  const office = await openOffice(request, { Юрист: EVERYTHING });
  const lawyer = await office.hire('Юрист', 'Юрист');
  const { directing, task, admin } = office;
  await makeDocument(office, lawyer, { title: 'Договор юриста', acceptors: [lawyer] });
  const [role] = await admin.get<Role[]>(`/role/?title=${encodeURIComponent(`Юрист ${office.mark}`)}`);
  await signIn(`/setting/edit/access?view=grid&role=${role?.id}&directing=${directing.id}`);
  const approve = box(page, directing.title, task.title, 'Согласовать');
  await approve.uncheck();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(/Пока\sне.сохранено/)).toBeVisible();
  await expect(page.getByRole('link', { name: /Договор\sюриста/ })).toBeVisible();
  expect(await rightsOf(admin, role?.id ?? 0)).toEqual([expect.stringContaining('Согласовать')]);
  await expectAccessible(page);
  await button(page, 'Всё равно сохранить').click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await rightsOf(admin, role?.id ?? 0)).toEqual([expect.not.stringContaining('Согласовать')]);
});

test('another role, a list of staff, a file and an earlier state name what would stand still, and «Отмена» saves nothing', async ({
  page,
  signIn,
  request,
}) => {
  test.slow();
  const office = await openOffice(request, { Юрист: EVERYTHING, Курьер: [] });
  const lawyer = await office.hire('Юрист', 'Юрист');
  const { directing, task, admin, mark } = office;
  const { num } = await makeDocument(office, lawyer, { title: 'Договор юриста', acceptors: [lawyer] });
  await putTemplate(office, { steps: [stepOf(lawyer)] });
  const [role] = await admin.get<Role[]>(`/role/?title=${encodeURIComponent(`Юрист ${mark}`)}`);
  const roleNow = async () =>
    (await admin.get<{ role: { id: number } | null }>(`/people/${lawyer.email}`)).role?.id ?? null;
  const expectNamed = async (place: Locator) => {
    await expect(place.getByText(/нарушит\sдействующие\sмаршруты/)).toBeVisible();
    await expect(place.getByRole('link', { name: `${directing.title} / ${task.title}` })).toBeVisible();
    await expect(place.getByRole('link', { name: new RegExp(`№.${num}.«Договор\\sюриста»`) })).toBeVisible();
    await expectAccessible(page);
  };
  const bookOf = async (rows: readonly (readonly (string | null)[])[]) => ({
    name: 'Файл.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await bookBytes({ sheets: [{ name: 'Лист', rows }] }),
  });

  await signIn(`/setting/edit/people?search=${encodeURIComponent(lawyer.email)}`);
  const choice = page.getByRole('combobox', { name: `Роль: ${lawyer.email}` });
  const question = page.getByRole('dialog', { name: 'Оставить сотрудника без роли?' });
  await choice.focus();
  await choice.selectOption('');
  await expectNamed(question);
  await expect(question.getByRole('button', { name: 'Отмена' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(choice).toBeFocused();
  await expect(choice).toHaveValue(String(role?.id));
  await choice.selectOption('');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  expect(await roleNow()).toBe(role?.id);

  await button(page, 'Загрузить список').click();
  const list = page.getByRole('region', { name: 'Список сотрудников из файла' });
  const staff = [
    ['Сотрудник', 'Электронная почта', 'Роль'],
    [lawyer.name, lawyer.email, `Курьер ${mark}`],
  ];
  await list.getByLabel('Файл списка').setInputFiles(await bookOf(staff));
  await expectNamed(list);
  await list.getByRole('button', { name: 'Отмена' }).click();
  expect(await roleNow()).toBe(role?.id);

  await page.goto(`/setting/edit/access?view=grid&role=${role?.id}&directing=${directing.id}`);
  await page.getByRole('button', { name: /Загрузить\sматрицу/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Матрица прав из файла' });
  const cells = [
    ['Направление', 'Тип документа', `Юрист ${mark}: Согласовать`],
    [directing.title, task.title, null],
  ];
  await dialog.getByLabel('Файл матрицы').setInputFiles(await bookOf(cells));
  await expectNamed(dialog);
  await dialog.getByRole('button', { name: 'Отмена' }).click();

  await button(page, 'История изменений').click();
  const history = page.getByRole('dialog', { name: 'История изменений' });
  const entry = history.getByRole('listitem').filter({ has: page.getByText(`Права роли «Юрист ${mark}»`) });
  await entry.getByRole('button', { name: /Вернуть\sкак\sбыло/ }).click();
  await expectNamed(entry);
  await entry.getByRole('button', { name: 'Не возвращать' }).click();
  expect(await rightsOf(admin, role?.id ?? 0)).toEqual([expect.stringContaining('Согласовать')]);

  await page.goto(`/setting/edit/people?person=${encodeURIComponent(lawyer.email)}`);
  await choice.focus();
  await choice.selectOption('');
  await expectNamed(question);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  expect(await roleNow()).toBeNull();
});
