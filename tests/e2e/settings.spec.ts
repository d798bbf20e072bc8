import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { EffectiveRights, Role } from '../../contract/access/access.ts';
import { chooseIn } from './choices.ts';
import { withKeyboard, withMouse } from './person.ts';
import { asAdmin, makeAdministrator, makeCompany, makeUser, type Row, STAFF_PASSWORD } from './settings-calls.ts';
import { signOut } from './sign-in.ts';
import { expectAccessible, expectFits, expectNoSidewaysScroll, test } from './test.ts';

const SAVED = 'Настройки успешно записаны';
const ACTIONS = ['Создать', 'Редактировать', 'Удалить', 'Согласовать', 'Ознакомиться'];

const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const box = (page: Page, ...names: readonly string[]) =>
  page.getByRole('checkbox', { name: names.join(' / '), exact: true });
const screen = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Разделы настроек' }).getByRole('link', { name });

/** The groups of sections besides the first one, which the screens of roles stand in. */
const GROUP_OF: Readonly<Record<string, string>> = { Направления: 'Документы', 'Типы документов': 'Документы' };

async function toScreen(page: Page, name: string): Promise<void> {
  // The group of the open screen shows its sections already; a press on it would leave the screen.
  if (!(await screen(page, name).isVisible())) await screen(page, GROUP_OF[name] ?? 'Люди и права').click();
  await screen(page, name).click();
}

/** The level that a box stands at, with everything below it. */
const level = (page: Page, ...names: readonly string[]) => {
  const own = names.length === 1 ? box(page, `Все права: ${names[0]}`) : box(page, ...names);
  return page.getByRole('listitem').filter({ has: own }).last();
};
const opener = (page: Page, ...names: readonly string[]) =>
  level(page, ...names)
    .locator('summary')
    .first();

async function open(page: Page, ...names: readonly string[]): Promise<void> {
  await opener(page, ...names).click();
  await expect(
    level(page, ...names)
      .locator('details')
      .first(),
  ).toHaveAttribute('open', '');
}

/** As a person does: a row makes its many choices once it is turned to. */
async function chooseRole(row: Locator, role: string | { label: string }): Promise<void> {
  const choice = row.getByRole('combobox');
  await choice.focus();
  await choice.selectOption(role);
}

async function openAccess(page: Page): Promise<void> {
  await toScreen(page, 'Права доступа');
  await page.getByText(/^По.уровням$/).click();
  await expect(page.getByRole('list', { name: /Роли\sи.их\sправа/ })).toBeVisible();
}

test('a company built from nothing lets everyone do exactly what its matrix says', { tag: '@deep' }, async ({
  page,
  signIn,
  request,
}) => {
  test.slow();
  const mark = randomUUID().slice(0, 6);
  const named = (count: number, word: string) =>
    Array.from({ length: count }, (_, index) => `${word} ${index + 1} ${mark}`);
  const titles = { Роли: named(3, 'Роль'), Направления: named(3, 'Направление'), 'Типы документов': named(4, 'Тип') };
  const users = await Promise.all([1, 2, 3].map((number) => makeUser(request, `Сотрудник ${number}`)));

  /** The matrix: which actions a role has on a pair; null: it does not see the pair. */
  const allowed = (role: number, directing: number, task: number): string[] | null => {
    const actions = ACTIONS.filter((_, action) => (role * 7 + directing * 5 + task * 3 + action * 2) % 4 === 0);
    return actions.length > 0 || (role + directing + task) % 3 === 0 ? actions : null;
  };

  await signIn('/setting/edit/roles');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Настройки');
  for (const [name, rows] of Object.entries(titles)) {
    await toScreen(page, name);
    for (const title of rows) {
      await button(page, 'Новая запись').click();
      await page.keyboard.type(title);
      await button(page, 'Добавить').click();
      await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible();
    }
  }

  await openAccess(page);
  for (const [r, role] of titles.Роли.entries()) {
    await open(page, role);
    for (const [d, directing] of titles.Направления.entries()) {
      await open(page, role, directing);
      await button(page, `Раскрыть типы документов: ${role} / ${directing}`).click();
      for (const [t, task] of titles['Типы документов'].entries()) {
        const actions = allowed(r, d, t);
        if (actions?.length === 0) await box(page, role, directing, task).click();
        const boxes = level(page, role, directing, task);
        for (const action of actions ?? []) await boxes.getByRole('checkbox', { name: action }).check();
      }
      await opener(page, role, directing).click();
    }
    await opener(page, role).click();
  }
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();

  await toScreen(page, 'Привязка ролей');
  for (const [index, { email }] of users.entries()) {
    await page.getByRole('searchbox', { name: /поиск\sпользователя/ }).fill(email);
    const row = page.getByRole('listitem').filter({ hasText: email });
    await chooseRole(row, { label: titles.Роли[index] ?? '' });
    await expect(row.getByText('Сохранено')).toBeVisible();
  }

  const admin = await asAdmin(request);
  const directings = await admin.get<Row[]>('/directing/');
  const tasks = await admin.get<Row[]>('/task/');
  const idOf = (rows: readonly Row[], title: string) => rows.find((row) => row.title === title)?.id ?? 0;
  for (const [r, { calls }] of users.entries()) {
    const profile = await calls.get<{ uid: string; roles: Role[] }>('/user/');
    const effective = await admin.get<EffectiveRights>(`/setting/access/user/${profile.uid}`);
    expect(effective.role?.title).toBe(titles.Роли[r]);
    for (const [d, directing] of titles.Направления.entries()) {
      for (const [t, task] of titles['Типы документов'].entries()) {
        const what = `role ${r}, direction ${d}, task ${t}`;
        const expected = allowed(r, d, t);
        const own = profile.roles[0]?.directings
          .find(({ title }) => title === directing)
          ?.tasks.find(({ title }) => title === task);
        expect(own?.actions.map(({ title }) => title).sort() ?? null, what).toEqual(expected?.sort() ?? null);
        const pair = effective.pairs.find((one) => one.directing.title === directing && one.task.title === task);
        const can = pair?.actions.filter((action) => action.allowed).map(({ title }) => title);
        expect(can?.sort() ?? null, what).toEqual(expected?.sort() ?? null);
        const mayChoose = expected?.some((action) => action === 'Создать' || action === 'Редактировать');
        const query = `directing=${idOf(directings, directing)}&task=${idOf(tasks, task)}&limit=5`;
        expect(await calls.status(`/user/search/?${query}`), what).toBe(mayChoose ? 200 : 403);
      }
    }
  }
});

test('a change of rights acts on the next call, and taking the role away ends them', async ({
  page,
  signIn,
  request,
}) => {
  const admin = await asAdmin(request);
  const { role, directing, task } = await makeCompany(admin);
  const { email, calls } = await makeUser(request, 'Сотрудник');
  const query = `/user/search/?directing=${directing.id}&task=${task.id}`;
  await admin.send('PATCH', '/setting/access/bundle/role', { email, roleId: role.id });
  expect(await calls.status(query)).toBe(403);

  await signIn('/setting/edit/access?view=levels');
  await open(page, role.title);
  await open(page, role.title, directing.title);
  await button(page, `Выделить все: ${role.title} / ${directing.title}`).click();
  await button(page, `Сохранить роль «${role.title}»: ${role.title} / ${directing.title}`).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  expect(await calls.status(query)).toBe(200);

  await toScreen(page, 'Привязка ролей');
  await page.getByRole('searchbox', { name: /поиск\sпользователя/ }).fill(email);
  const row = page.getByRole('listitem').filter({ hasText: email });
  await button(row, `Что может ${email}`).click();
  const dialog = page.getByRole('dialog', { name: 'Что может Сотрудник' });
  await expect(dialog.getByText(`По роли «${role.title}»`)).toBeVisible();
  await expect(dialog.getByRole('row').filter({ hasText: task.title }).getByText('можно', { exact: true })).toHaveCount(
    5,
  );
  await page.keyboard.press('Escape');
  await chooseRole(row, '');
  await expect(row.getByText('Сохранено')).toBeVisible();
  expect(await calls.status(query)).toBe(403);
  await button(row, `Что может ${email}`).click();
  await expect(dialog.getByText('Роль не назначена')).toBeVisible();
});

test('boxes follow each other up and down, and every level can be filled and emptied', async ({
  page,
  signIn,
  request,
}) => {
  const { role, directing, task } = await makeCompany(await asAdmin(request));
  await signIn('/setting/edit/access?view=levels');
  const pair = [role.title, directing.title, task.title] as const;
  const ofRole = box(page, `Все права: ${role.title}`);
  await open(page, role.title);
  await open(page, role.title, directing.title);
  await open(page, ...pair);
  await expect(button(page, `Сохранить роль «${role.title}»`)).toHaveAttribute('aria-disabled', 'true');
  await level(page, ...pair)
    .getByRole('checkbox', { name: 'Удалить' })
    .check();
  await expect(box(page, ...pair)).toBeChecked();
  await expect(box(page, role.title, directing.title)).toBeChecked();
  expect(await box(page, ...pair).evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
  expect(await ofRole.evaluate((one: HTMLInputElement) => one.indeterminate)).toBe(true);
  await expect(level(page, role.title).getByText('изменено', { exact: true })).toBeVisible();

  await box(page, role.title, directing.title).click();
  await expect(box(page, ...pair)).not.toBeChecked();
  await expect(page.getByText('Все изменения сохранены')).toBeVisible();

  await button(page, `Выделить все: ${role.title}`).click();
  await expect(ofRole).toBeChecked();
  await expect(level(page, role.title).getByText('разрешено всё')).toBeVisible();
  await button(page, `Снять все: ${pair.join(' / ')}`).click();
  await expect(box(page, ...pair)).toBeChecked();
  await expect(level(page, ...pair).getByText('только просмотр')).toBeVisible();
  await button(page, `Снять все: ${role.title}`).click();
  await expect(ofRole).not.toBeChecked();
  await ofRole.click();
  await expect(level(page, ...pair).getByRole('checkbox', { checked: true })).toHaveCount(6);
  await button(page, `Отменить изменения: ${role.title}`).click();
  await expect(page.getByText('Все изменения сохранены')).toBeVisible();
});

test('what is saved is there after a reload, and the message about it goes when told', async ({
  page,
  signIn,
  request,
}) => {
  const { role, directing } = await makeCompany(await asAdmin(request));
  await signIn('/setting/edit/access?view=levels');
  await open(page, role.title);
  await box(page, role.title, directing.title).click();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await button(page, 'Закрыть сообщение').click();
  await expect(page.getByText(SAVED)).toBeHidden();
  await page.reload();
  await open(page, role.title);
  await expect(box(page, role.title, directing.title)).toBeChecked();
});

test('the accordion is worked by keyboard alone', async ({ page, signIn, request }) => {
  test.slow();
  const { role, other, directing, task } = await makeCompany(await asAdmin(request));
  await signIn('/setting/edit/access?view=levels');
  const person = withKeyboard(page);
  const pair = [role.title, directing.title, task.title] as const;
  await person.fill(page.getByRole('searchbox', { name: /поиск\sпо.направлениям/ }), directing.title);
  await person.press(opener(page, role.title));
  const details = level(page, role.title, directing.title).locator('details').first();
  // A search opens what it has found, unless that is too much.
  if ((await details.getAttribute('open')) === null) await person.press(opener(page, role.title, directing.title));
  await person.tick(box(page, ...pair));
  await expect(box(page, ...pair)).toBeChecked();
  await person.press(opener(page, ...pair));
  await person.tick(level(page, ...pair).getByRole('checkbox', { name: 'Согласовать' }));
  await person.press(button(page, `Сохранить роль «${role.title}»: ${pair.join(' / ')}`));
  await expect(page.getByText(SAVED)).toBeVisible();
  await person.press(opener(page, other.title));
  await person.press(button(page, `Выделить найденные: ${other.title}`));
  await person.press(button(page, 'Сохранить все'));
  await expect(page.getByText('Все изменения сохранены')).toBeVisible();
});

test('two administrators who save the same role are told of each other, and nothing is lost', async ({
  page,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/409/);
  const admin = await asAdmin(request);
  const { role, other, directing, task } = await makeCompany(admin);
  const save = (ids: Row, rights: unknown) => admin.send('POST', '/setting/access', { [`id_${ids.id}`]: rights });
  await signIn('/setting/edit/access?view=levels');
  await open(page, role.title);
  await open(page, role.title, directing.title);
  await box(page, role.title, directing.title, task.title).click();

  // Another role: no question is needed.
  await save(other, { [`id_${directing.id}`]: ['on'] });
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();
  // The screen takes the new state after a save: what is saved beside it before that is no conflict.
  await expect(page.getByText('Все изменения сохранены')).toBeVisible();

  await save(role, { [`id_${directing.id}`]: ['on'] });
  await open(page, role.title, directing.title, task.title);
  await level(page, role.title, directing.title, task.title).getByRole('checkbox', { name: 'Удалить' }).check();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(/Настройки\sне.записаны!\sПопробуйте\sещё\sраз/)).toBeVisible();
  await expect(page.getByText(new RegExp(`Сохранены другие права \\(.+\\): роль «${role.title}»`))).toBeVisible();
  await expect(box(page, role.title, directing.title, task.title)).toBeChecked();
  await button(page, 'Сохранить поверх').click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(page.getByText('Все изменения сохранены')).toBeVisible();

  await save(role, '');
  await box(page, role.title, directing.title, task.title).click();
  await button(page, `Сохранить роль «${role.title}»`).click();
  await button(page, `Загрузить заново: ${role.title}`).click();
  await expect(box(page, role.title, directing.title)).not.toBeChecked();
  await expect(page.getByText('Все изменения сохранены')).toBeVisible();
});

test('a role that is removed while its rights are edited is named, and the rest can be saved', async ({
  page,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/400/);
  const admin = await asAdmin(request);
  const { role, other, directing } = await makeCompany(admin);
  await signIn('/setting/edit/access?view=levels');
  for (const { title } of [role, other]) {
    await open(page, title);
    await box(page, title, directing.title).click();
  }
  await admin.send('DELETE', `/role/${role.id}`);
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(new RegExp(`Удалено.*${role.title}`))).toBeVisible();
  await expect(box(page, other.title, directing.title)).toBeChecked();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();
});

test('ticks outlive the end of the session and a thought of leaving', async ({
  page,
  context,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/401/);
  const { role, directing } = await makeCompany(await asAdmin(request));
  await signIn('/setting/edit/access?view=levels');
  await open(page, role.title);
  await box(page, role.title, directing.title).click();

  await toScreen(page, 'Роли');
  const question = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
  await expect(question).toBeVisible();
  await button(question, 'Остаться').click();
  await expect(box(page, role.title, directing.title)).toBeChecked();

  const elsewhere = await context.newPage();
  await signOut(elsewhere);
  const dialog = page.getByRole('dialog', { name: 'Сеанс завершён' });
  await dialog.getByLabel('Пароль', { exact: true }).fill(process.env.E2E_ADMIN_PASSWORD ?? '');
  await dialog.getByRole('button', { name: 'Войти' }).click();
  await expect(dialog).toBeHidden();
  await expect(box(page, role.title, directing.title)).toBeChecked();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await toScreen(page, 'Роли');
  await expect(page.getByRole('heading', { level: 2, name: 'Список ролей' })).toBeVisible();
});

test('rights are copied, compared, searched, downloaded and traced', async ({ page, signIn, request }) => {
  const admin = await asAdmin(request);
  const { mark, role, other, directing, task } = await makeCompany(admin);
  await signIn('/setting/edit/access?view=levels');
  await page.getByRole('searchbox', { name: /поиск\sпо.направлениям/ }).fill(mark);
  await expect(page.getByText(/Найдено:/)).toBeVisible();
  await open(page, other.title);
  await button(page, `Выделить найденные: ${other.title}`).click();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();

  await button(page, 'Сравнить роли').click();
  const comparison = page.getByRole('dialog', { name: 'Сравнение ролей' });
  await chooseIn(comparison.getByLabel('Первая роль'), role.title);
  await chooseIn(comparison.getByLabel('Вторая роль'), other.title);
  await comparison.getByRole('searchbox').fill(directing.title);
  const pair = comparison.getByRole('row').filter({ hasText: `${directing.title} / ${task.title}` });
  await expect(pair).toContainText('просмотр, Создать, Редактировать, Удалить, Согласовать, Ознакомиться');
  await button(comparison, 'Закрыть').click();
  await expect(button(page, 'Сравнить роли')).toBeFocused();

  await open(page, role.title);
  await chooseIn(level(page, role.title).getByLabel(/Взять\sправа\sу.роли/), other.title);
  await button(page, `Скопировать: ${role.title}`).click();
  await expect(level(page, role.title).getByText('изменено', { exact: true })).toBeVisible();
  await button(page, `Сохранить роль «${role.title}»`).click();
  await expect(page.getByText('Все изменения сохранены')).toBeVisible();
  const [ours, theirs] = await admin
    .get<Role[]>('/setting/access')
    .then((all) => [role, other].map(({ id }) => all.find((one) => one.id === id)?.directings));
  expect(ours).toEqual(theirs);

  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Скачать матрицу (.xlsx)').click()]);
  expect(file.suggestedFilename()).toMatch(/^Матрица\sправ\sот\s\d\d\.\d\d\.\d{4}\.xlsx$/);

  await button(page, 'История изменений').click();
  const entry = page
    .getByRole('dialog', { name: 'История изменений' })
    .getByRole('listitem')
    .filter({ hasText: `Права роли «${role.title}»` });
  await expect(entry.getByText(/добавлено/)).toBeVisible();
  await expect(entry.getByText(` / ${task.title}`).first()).toBeVisible();
});

test('a binding that fails says so at its row and shows the old role again', async ({
  page,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|400/);
  const { role } = await makeCompany(await asAdmin(request));
  const { email } = await makeUser(request, 'Имя'.repeat(60));
  await signIn('/setting/edit/bundle/role');
  const search = page.getByRole('searchbox', { name: /поиск\sпользователя/ });
  await expect(search).toHaveAttribute('name', 'email');
  await search.fill(email);
  const row = page.getByRole('listitem').filter({ hasText: email });
  await expectNoSidewaysScroll(page);
  await page.route('**/bundle/role', (route) => route.abort());
  await chooseRole(row, { label: role.title });
  await expect(row.getByText(/Не.сохранено\.\sНет\sсвязи/)).toBeVisible();
  await expect(row.getByRole('combobox')).toHaveValue('');
  await page.unroute('**/bundle/role');
  await chooseRole(row, { label: role.title });
  await expect(row.getByText('Сохранено', { exact: true })).toBeVisible();
  await search.fill('нет такого человека');
  await expect(page.getByText(/пользователей\sнет/)).toBeVisible();
});

test('the lists refuse in Russian what cannot be, and say why a row must stay', async ({
  page,
  signIn,
  request,
  allowConsole,
}) => {
  allowConsole(/400|409/);
  const admin = await asAdmin(request);
  const { role } = await makeCompany(admin);
  const { email } = await makeUser(request, 'Сотрудник');
  await admin.send('PATCH', '/setting/access/bundle/role', { email, roleId: role.id });
  await signIn('/setting');
  await expect(page).toHaveURL(/\/setting\/edit\/roles$/);
  await button(page, 'Новая запись').click();
  await page.keyboard.type(role.title.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Такое название уже есть')).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, `Удалить: ${role.title}`).click();
  const dialog = page.getByRole('dialog', { name: 'Удалить запись?' });
  await button(dialog, 'Удалить').click();
  await expect(dialog.getByText(/используется\s\(1.пользователь\)/)).toBeVisible();
  await button(dialog, 'Отмена').click();

  await toScreen(page, 'Действия');
  await expect(page.getByRole('heading', { level: 2, name: 'Список действий' })).toBeFocused();
  for (const action of ACTIONS) {
    const row = page.getByRole('listitem').filter({ hasText: action });
    await expect(row.getByText('постоянное')).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
  }
});

test('a task tells whether recipients are asked after the acceptors', async ({ page, signIn, request }) => {
  const task = `Задача по очереди ${randomUUID().slice(0, 6)}`;
  await (await asAdmin(request)).add('task', task);
  await signIn('/setting/edit/processes');
  const flag = page.getByRole('checkbox', { name: `${task}: ознакомление после согласования` });
  await expect(flag).not.toBeChecked();
  await flag.click();
  await expect(flag).toBeChecked();
  await page.reload();
  await expect(flag).toBeChecked();
  await expectAccessible(page);
});

test('the settings are refused to anybody else', async ({ page, request, allowConsole }) => {
  allowConsole(/40[13]/);
  const { email } = await makeUser(request, 'Сотрудник');
  await page.goto('/auth?from=/setting');
  await page.getByLabel('Электронная почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(STAFF_PASSWORD);
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page.getByText('Недостаточно прав')).toBeVisible();
  for (const address of ['/setting/edit/access', '/setting/edit/bundle/role']) {
    await page.goto(address);
    await expect(page.getByText('Недостаточно прав')).toBeVisible();
  }
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Настройки' })).toBeHidden();
});

test('open levels and dialogs of the settings are accessible and fit', async ({ page, signIn, request }) => {
  test.slow();
  const admin = await asAdmin(request);
  const { role, directing, task } = await makeCompany(admin);
  const { email } = await makeUser(request, 'Сотрудник');
  await admin.send('PATCH', '/setting/access/bundle/role', { email, roleId: role.id });
  await admin.send('POST', '/setting/access', {
    [`id_${role.id}`]: { [`id_${directing.id}`]: { [`id_${task.id}`]: ['on'] } },
  });
  const check = () => expectFits(page);
  // A long test: its session must not go when tests beside it sign in.
  const own = { email: await makeAdministrator(request, 'Администратор прав'), password: STAFF_PASSWORD };
  await signIn('/setting/edit/access?view=levels', own);
  await open(page, role.title);
  await open(page, role.title, directing.title);
  await open(page, role.title, directing.title, task.title);
  await level(page, role.title, directing.title, task.title).getByRole('checkbox', { name: 'Удалить' }).check();
  await check();
  await button(page, 'Сохранить все').click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await check();
  for (const name of ['Сравнить роли', 'История изменений']) {
    await button(page, name).click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/Различ|Права\sроли/)
        .first(),
    ).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
  }
  await withMouse().press(screen(page, 'Привязка ролей'));
  await page.getByRole('searchbox', { name: /поиск\sпользователя/ }).fill(email);
  await button(page, `Что может ${email}`).click();
  await expect(page.getByText(/По.роли/)).toBeVisible();
  await check();
});
