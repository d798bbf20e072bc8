import { expect } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { ChangedPerson } from '../../contract/people/people.ts';
import { makeDocument, putTemplate, stepOf } from './documents.ts';
import { comeIn, EVERYTHING, openOffice } from './office.ts';
import { signOut } from './sign-in.ts';
import { expectAccessible, expectFits, test } from './test.ts';

const RIGHTS = {
  Начальник: EVERYTHING,
  Подписант: [ACTIONS.approve, ACTIONS.acknowledge],
  Читатель: [ACTIONS.acknowledge],
};

test('a broken route is said to its author alone, by a button that always fails: administrators see it, the form says it before', async ({
  page,
  signIn,
  request,
}) => {
  test.slow();
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const signer = await office.hire('Сигизмунд', 'Подписант');
  const { directing, task, mark } = office;
  await putTemplate(office, { steps: [stepOf(signer)] });
  const pair = { directing, task };
  await office.grant('Подписант', [{ ...pair, actions: [ACTIONS.acknowledge] }]);

  await signIn(`/setting/edit/routes?directing=${directing.id}&task=${task.id}`);
  const listed = page.getByRole('listitem').filter({ hasText: `${directing.title} / ${task.title}` });
  await expect(listed).toContainText(/требует\sвнимания:\sШаг\s1\sмаршрута:\sроль\sсотрудника\sне\sразрешает/);
  await expect(page.getByText('Сохранённый маршрут требует внимания.')).toBeVisible();
  const signers = page.getByRole('group', { name: 'Кто подписывает' });
  await expect(signers.getByRole('listitem').filter({ hasText: signer.name })).toContainText(
    /роль\sэтого\sне\sразрешает/,
  );
  const field = signers.getByRole('combobox', { name: /Добавить\sчеловека\sили\sроль/ });
  await field.fill(signer.name);
  const option = signers.getByRole('option', { name: new RegExp(signer.name) });
  await expect(option).toContainText(/роль\sэтого\sне\sразрешает/);
  await field.fill(`нет такого ${mark}`);
  await expect(signers.getByText(/Никого\sне\sнашли/)).toBeVisible();
  await field.fill(`Читатель ${mark}`);
  await signers.getByRole('option').first().click();
  await expect(signers.getByRole('alert')).toContainText(/Добавить\sнельзя/);
  const days = page.getByLabel('Срок, дней');
  await days.fill('-5');
  await expect(page.getByText(/Целое\sчисло\sдней\sот\s0/)).toBeVisible();
  await page.getByRole('button', { name: 'Сохранить', exact: true }).click();
  await expect(page.getByText(/Шаг\s1:\sсрок\s—\sцелое\sчисло/)).toBeVisible();
  await expect(days).toHaveValue('-5');
  await days.fill('');
  await expectAccessible(page);

  await page.goto('/setting/edit/state');
  const problems = page.getByRole('region', { name: 'Требует внимания' });
  await expect(problems).toContainText(`${directing.title} / ${task.title}`);
  await signOut(page);

  await comeIn(page, boss, `/docflow/create/doc?directing=${directing.id}&task=${task.id}`);
  const send = page.getByRole('button', { name: /Отправить\sна\sсогласование/ });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await expect(send).toHaveAccessibleDescription(/роль\sсотрудника\sне\sразрешает.*сообщите\sадминистратору/);
  await page.getByLabel('Название').fill(`Договор ${mark}`);
  await send.click({ force: true });
  await expect(page).toHaveURL(/\/create\/doc/);
});

test('a route that is taken from another type says who of its people has never signed in', async ({
  page,
  signIn,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const { admin, directing, task, mark } = office;
  const roles = await admin.get<{ id: number; title: string }[]>('/role/');
  const roleId = roles.find(({ title }) => title === `Подписант ${mark}`)?.id;
  const invited = { email: `new-${mark}@example.test`, name: `Новичок ${mark}`, roleId, invite: true };
  const { uid } = await admin.send<ChangedPerson>('POST', '/people/', invited);
  await putTemplate(office, { steps: [stepOf({ uid })] });
  const other = await admin.add('task', `Другой тип ${mark}`);

  await signIn(`/setting/edit/routes?directing=${directing.id}&task=${other.id}`);
  await page.getByLabel('Взять маршрут другого типа').selectOption(`${directing.title} / ${task.title}`);
  const signers = page.getByRole('group', { name: 'Кто подписывает' });
  const listed = signers.getByRole('listitem').filter({ hasText: `Новичок ${mark}` });
  await expect(listed).toContainText(/ещё\sне\sвходит\sв\sпортал/);
});

for (const width of [1280, 390])
  test(`long names squeeze a title to a letter per line on the first page, at ${width} px`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const office = await openOffice(request, RIGHTS);
    const names = ['Анна', 'Вера', 'Инна'].map((name) => `${name} Константинопольская-Задунайская`);
    const boss = await office.hire(names.join(', '), 'Начальник');
    const signer = await office.hire('Сигизмунд', 'Подписант');
    const title = `Поставка подшипников и сальников ${office.mark}`;
    await makeDocument(office, boss, { title, acceptors: [signer] });
    await comeIn(page, signer, '/docflow');
    const row = page.getByRole('region', { name: /Ждут\sменя/ }).getByRole('listitem');
    await expect(row).toContainText(names[2] ?? '');
    const [whole, link] = [await row.boundingBox(), await row.getByRole('link').first().boundingBox()];
    expect((link?.width ?? 0) / (whole?.width ?? 1)).toBeGreaterThan(0.45);
    await expectFits(page);
  });
