import { expect } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import { makeDocument } from './documents.ts';
import { comeIn, EVERYTHING, openOffice } from './office.ts';
import { signOut } from './sign-in.ts';
import { expectAccessible, expectFits, test } from './test.ts';

const RIGHTS = { Начальник: EVERYTHING, Подписант: [ACTIONS.approve, ACTIONS.acknowledge] };

test('a director finds who holds documents up, opens what waits for one person and reminds', async ({
  page,
  request,
}) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const anna = await office.hire('Анна', 'Подписант');
  const oleg = await office.hire('Олег', 'Подписант');
  const both = `Договор поставки ${'длинного названия '.repeat(3)}${office.mark}`;
  await makeDocument(office, boss, { title: both, acceptors: [anna, oleg] });
  await makeDocument(office, boss, { title: `Акт ${office.mark}`, acceptors: [anna] });
  await oleg.calls.send('PUT', '/user/substitute', { uid: anna.uid, from: '2000-01-01', to: '2999-12-31' });
  await comeIn(page, boss, '/docflow/list/?limit=50');
  await page.getByRole('link', { name: 'Кто задерживает' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Кто задерживает' })).toBeVisible();
  const people = page.getByRole('list', { name: 'Кто задерживает' });
  const row = (name: string) => people.getByRole('listitem').filter({ hasText: `${name} ${office.mark}` });
  await expect(row('Анна').first()).toContainText(/2\sдокумента/);
  await expect(people.getByText(/отсутствует\sдо/)).toContainText(`заместитель: ${anna.name}`);
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole('button', { name: `Напомнить: ${anna.name}` }).click();
  // The shop of the tests has no mail server.
  await expect(page.getByText(/Почта\sне.настроена/)).toBeVisible();
  await expect(page.getByText(/Напоминаний\sне.отправляем/)).toBeVisible();
  await page.getByRole('button', { name: 'Напомнить всем' }).click();
  await page.getByRole('dialog', { name: 'Напомнить всем?' }).getByRole('button', { name: 'Напомнить' }).click();
  await expect(page.getByText(/Напоминаний\sне.отправляем/)).toBeVisible();

  await people.getByRole('link', { name: new RegExp(`^${anna.name}`) }).click();
  const table = page.getByRole('table', { name: 'Документы' });
  await expect(table.locator('tbody tr')).toHaveCount(2);
  await expect(page.getByRole('button', { name: `Убрать условие: У кого: ${anna.name}` })).toBeVisible();
  await expect(table.locator('tbody tr').filter({ hasText: 'поставки' }).locator('.doc-col-asked')).toContainText(
    `${oleg.name} (заместитель: ${anna.name})`,
  );
  await page.goto('/docflow/list/?limit=50');
  await table.getByRole('button', { name: 'У кого' }).click();
  await expect(page).toHaveURL(/sort=asked/);
  await expect(table.getByRole('rowheader')).toHaveText([anna.name, oleg.name]);
  await expect(table.getByRole('link', { name: both })).toHaveCount(2);
  await expectFits(page, [1280, 390]);
});

test('the address of a document in the bin says so to who could see it, and its author returns it', async ({
  page,
  request,
  allowConsole,
}) => {
  allowConsole(/404/);
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const anna = await office.hire('Анна', 'Подписант');
  const { id } = await makeDocument(office, boss, { title: `Ошибочный ${office.mark}`, acceptors: [anna] });
  await comeIn(page, anna, `/docflow/${id}`);
  const sign = page.getByRole('button', { name: 'Подписать', exact: true });
  await expect(sign).toBeVisible();
  await boss.calls.send('DELETE', `/docflow/${id}`, {});
  await sign.click();
  const said = page.getByText(new RegExp(`^Документ «Ошибочный ${office.mark}» в.корзине \\(удалено: ${boss.name}, `));
  await expect(said).toBeVisible();
  await expect(page.getByRole('button', { name: 'Вернуть' })).toHaveCount(0);
  await signOut(page);
  await comeIn(page, boss, `/docflow/${id}`);
  await expect(said).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Вернуть' }).click();
  await expect(page.getByText(`Документ «Ошибочный ${office.mark}» возвращён.`)).toBeVisible();
});

test('a deleted document is found in the bin and restored from there', async ({ page, request }) => {
  const office = await openOffice(request, RIGHTS);
  const boss = await office.hire('Начальник', 'Начальник');
  const anna = await office.hire('Анна', 'Подписант');
  const { id } = await makeDocument(office, boss, { title: `Ошибочный ${office.mark}`, acceptors: [anna] });
  await boss.calls.send('DELETE', `/docflow/${id}`, {});
  await comeIn(page, boss, '/docflow/list/?limit=50');
  await page.getByRole('link', { name: 'Корзина' }).click();
  const bin = page.getByRole('list', { name: 'Документы в корзине' });
  await expect(bin.getByRole('listitem')).toContainText(`удалено: ${boss.name}`);
  await expect(bin.getByRole('listitem')).toContainText(/можно\sвернуть\sдо/);
  await expectFits(page);
  await bin.getByRole('button', { name: /Вернуть/ }).click();
  await expect(page.getByText(`Документ «Ошибочный ${office.mark}» возвращён.`)).toBeVisible();
  await expect(page.getByText('Корзина пуста.')).toBeVisible();
  await page.getByRole('link', { name: 'Открыть документ' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Ошибочный ${office.mark}` })).toBeVisible();
});
