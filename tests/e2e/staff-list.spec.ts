import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { bookBytes, type CellValue } from '../support/workbooks.ts';
import { chooseIn } from './choices.ts';
import { asAdmin, type Calls, makeUser, STAFF_PASSWORD } from './settings-calls.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts';

const PEOPLE = '/setting/edit/people';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const bookOf = async (name: string, rows: readonly (readonly CellValue[])[]) => ({
  name,
  mimeType: XLSX,
  buffer: await bookBytes({ sheets: [{ name: 'Лист', rows }] }),
});
const row = (page: Page, email: string) =>
  page.getByRole('list', { name: 'Список людей' }).getByRole('listitem').filter({ hasText: email });
const find = (page: Page, text: string) => page.getByRole('searchbox', { name: /по.имени\sили\sпочте/ }).fill(text);

for (const width of [1280, 390]) {
  test(`a list of staff is looked at, corrected and added, at ${width} px`, {
    tag: width === 1280 ? [] : '@deep',
  }, async ({ page, signIn, request }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    const admin = await asAdmin(request);
    const mark = randomUUID().slice(0, 8);
    const role = await admin.add('role', `Кладовщик ${mark}`);
    const file = await bookOf('Сотрудники.xlsx', [
      ['Сотрудник', 'Электронная почта', 'Роль'],
      ['Вера Котова', `vera-${mark}@example.test`, role.title],
      ['Олег Белов', `oleg-${mark}@example.test`, `Ст. кладовщик ${mark}`],
      ['Без почты', 'нет', role.title],
    ]);

    await signIn(PEOPLE);
    await page.getByRole('button', { name: 'Загрузить список' }).click();
    const part = page.getByRole('region', { name: 'Список сотрудников из файла' });
    await part.getByLabel('Файл списка').setInputFiles(file);
    const rows = part.getByRole('region', { name: 'Строки списка' });
    await expect(rows.getByRole('row')).toHaveCount(4);
    await expect(rows.getByRole('row', { name: /^4\s.*Проверьте\sадрес\sпочты/ })).toBeVisible();
    await expect(rows.getByRole('row', { name: /^3\s.*роли\s.*\sнет/ })).toBeVisible();
    const columns = part.getByRole('group', { name: 'Столбцы файла' });
    await expect(columns.getByLabel('Почта', { exact: true })).toHaveValue('2');
    await chooseIn(part.getByLabel(new RegExp(`Ст. кладовщик ${mark}`)), role.title);
    await expect(rows.getByRole('row', { name: /^3\s.*новая\sучётная\sзапись,\sроль/ })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await part.getByRole('button', { name: /^Загрузить\s\(2\)/ }).click();
    await expect(part.getByText(/Новых:\s2.учётные\sзаписи;\sназначено:\s2.роли/)).toBeVisible();

    // The row that was wrong stays, and is corrected in its place.
    const fix = rows.getByRole('form', { name: 'Исправить строку 4' });
    await fix.getByLabel('Почта').fill(`fixed-${mark}@example.test`);
    await fix.getByRole('button', { name: 'Исправить' }).click();
    await expect(rows.getByRole('row', { name: /^4\s.*новая\sучётная\sзапись/ })).toBeVisible();
    await part.getByRole('button', { name: /^Загрузить\s\(1\)/ }).click();
    await expect(part.getByText(/Новых:\s1.учётная\sзапись;\sназначено:\s1.роль/)).toBeVisible();

    // The same file once more changes nothing.
    await part.getByLabel('Файл списка').setInputFiles(file);
    await chooseIn(part.getByLabel(new RegExp(`Ст. кладовщик ${mark}`)), role.title);
    await expect(part.getByText('Менять нечего', { exact: false })).toBeVisible();
    await part.getByRole('button', { name: 'Отмена' }).click();
    await find(page, `oleg-${mark}`);
    await expect(row(page, `oleg-${mark}`).getByRole('combobox')).toHaveValue(String(role.id));
  });

  test(`sessions are seen and ended, one's own and somebody's, at ${width} px`, {
    tag: width === 1280 ? [] : '@deep',
  }, async ({ page, signIn, request }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    const { email } = await makeUser(request, 'Анна Сеансова');
    await signIn('/user', { email, password: STAFF_PASSWORD });
    await expect(page.getByText(/адрес.127\.0\.0\.1/).first()).toBeVisible();
    const others = page.getByRole('button', { name: 'Завершить все остальные' });
    await others.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Завершить все остальные' }).click();
    await expect(page.getByText('Остальные сеансы завершены')).toBeVisible();
    await expect(others).toHaveCount(0);
    await expectNoSidewaysScroll(page);

    const { headers } = await asAdmin(request);
    const own = await request.get(`/api/mauth/admin/user/${email}/session/`, { headers });
    expect(await own.json()).toHaveLength(1);
    await page.goto('/auth/signout');
    await request.post('/api/mauth/signin', { data: { email, password: STAFF_PASSWORD } });
    await signIn(PEOPLE);
    await find(page, email);
    await row(page, email).getByRole('link').click();
    const sessions = page.getByRole('list', { name: `Сеансы: ${email}` });
    await expect(sessions.getByRole('listitem')).toHaveCount(1);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await sessions.getByRole('button', { name: /^Завершить\sсеанс/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Завершить', exact: true }).click();
    await expect(page.getByText('Открытых сеансов нет.')).toBeVisible();
  });

  test(`rights come back from a sheet, and the difference is shown first, at ${width} px`, {
    tag: width === 1280 ? [] : '@deep',
  }, async ({ page, signIn, request }) => {
    test.slow();
    await page.setViewportSize({ width, height: 800 });
    const admin = await asAdmin(request);
    const { role, directing, task } = await company(admin);
    const file = await bookOf('Матрица прав.xlsx', [
      ['Направление', 'Тип документа', `${role.title}: Видит`, `${role.title}: Создать`],
      [directing.title, task.title, null, '✓'],
      [directing.title, 'Нет такого типа', '✓', null],
    ]);
    await signIn('/setting/edit/access');
    await page.getByRole('button', { name: /Загрузить\sматрицу/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Матрица прав из файла' });
    await dialog.getByLabel('Файл матрицы').setInputFiles(file);
    await expect(dialog.getByText(`Роль «${role.title}»`)).toBeVisible();
    await expect(dialog.getByText(`${directing.title} / ${task.title} / Создать`)).toBeVisible();
    await expect(dialog.getByText(/строка\s3:\sтипа\sдокумента\s«Нет\sтакого\sтипа»\sнет/)).toBeVisible();
    await expectAccessible(page);
    expect(await rightsOf(admin, role.id)).toEqual([]);
    await dialog.getByRole('button', { name: /^Изменить\sправа/ }).click();
    await expect(dialog.getByText(/Права\sизменены/)).toBeVisible();
    expect(await rightsOf(admin, role.id)).toEqual([`${directing.title} / ${task.title}: Создать`]);
    await dialog.getByLabel('Файл матрицы').setInputFiles(file);
    await expect(dialog.getByText(/менять\sнечего/)).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
}

async function company(admin: Calls) {
  const mark = randomUUID().slice(0, 8);
  return {
    role: await admin.add('role', `Роль ${mark}`),
    directing: await admin.add('directing', `Направление ${mark}`),
    task: await admin.add('task', `Тип ${mark}`),
  };
}

interface Rights {
  readonly id: number;
  readonly directings: { title: string; tasks: { title: string; actions: { title: string }[] }[] }[];
}

const rightsOf = async (admin: Calls, role: number) =>
  ((await admin.get<Rights[]>('/setting/access')).find(({ id }) => id === role)?.directings ?? []).flatMap(
    ({ title, tasks }) =>
      tasks.map((task) => `${title} / ${task.title}: ${task.actions.map((action) => action.title).join(', ')}`),
  );
