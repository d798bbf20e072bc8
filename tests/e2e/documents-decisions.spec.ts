import { expect, type Page } from '@playwright/test';
import { ACTIONS } from '../../contract/access/actions.ts';
import type { Document } from '../../contract/documents/documents.ts';
import { makeDocument } from './documents.ts';
import { comeIn, EVERYTHING, openOfficeOfTwo } from './office.ts';
import { expectAccessibleInBoth, expectNoSidewaysScroll, test } from './test.ts';

const RIGHTS = { Начальник: EVERYTHING, Подписант: [ACTIONS.approve, ACTIONS.acknowledge] };

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Подписать документ?' });
const sign = (page: Page) => page.getByRole('button', { name: 'Подписать', exact: true });

test('no key signs while something is typed, and none signs without asking', async ({ page, request }) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const made: Document[] = [];
  for (const name of ['Первый', 'Второй', 'Третий'])
    made.push(await makeDocument(office, boss, { title: `${name} ${office.mark}`, acceptors: [signer] }));
  const [first] = made as [Document, ...Document[]];
  const states = () =>
    Promise.all(made.map(async ({ id }) => (await boss.calls.get<Document>(`/docflow/${id}`)).state));
  await comeIn(page, signer, `/docflow/${first.id}`);
  await expect(sign(page)).toBeVisible();
  const comment = page.getByLabel('Комментарий');
  await comment.fill('Не согласен с ценой');
  // Beside the field, with the text in it, and on a box of the form.
  for (const focus of [
    () => comment.focus(),
    () => page.getByRole('heading', { name: 'Обсуждение' }).click(),
    () => page.getByRole('checkbox', { name: 'Вопрос автору' }).focus(),
  ]) {
    await focus();
    await page.keyboard.press('Alt+Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('heading', { name: 'Обсуждение' }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(comment).toHaveValue('Не согласен с ценой');
  expect(await states()).toEqual(['pending', 'pending', 'pending']);

  // A press of the button says that the text does not leave with the signature.
  await sign(page).click();
  await expect(dialog(page)).toContainText(/не.отправлен: вместе с.решением он не.уйдёт/);
  await dialog(page).getByRole('button', { name: 'Отмена' }).click();
  await comment.fill('');

  // Presses in a row ask once.
  await page.getByRole('heading', { name: 'Обсуждение' }).click();
  for (let press = 0; press < 3; press++) await page.keyboard.press('Alt+Enter');
  await expect(dialog(page)).toContainText(new RegExp(`№.1 от.*«${first.title}», версия.1`));
  await expectAccessibleInBoth(page);
  expect(await states()).toEqual(['pending', 'pending', 'pending']);
  await page.keyboard.press('Enter');
  await expect(page.getByText(new RegExp(`^Подписано: №.1 .*«${first.title}»\\. Завершён\\.`))).toBeVisible();
  expect(await states()).toEqual(['done', 'pending', 'pending']);
});

test('a second click in the place of the first neither signs for another person nor answers the question', async ({
  page,
  request,
}) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const away = await office.hire('Отпускник', 'Подписант');
  const always = { from: '2020-01-01', to: '2099-12-31' };
  await away.calls.send('PUT', '/user/substitute', { uid: signer.uid, ...always });
  const draft = { title: `Наряд ${office.mark}`, acceptors: [signer, away], recipients: [signer] };
  const made = await makeDocument(office, boss, draft);
  const signed = async () =>
    (await boss.calls.get<Document>(`/docflow/${made.id}`)).acceptor.map(({ accept }) => accept);
  await comeIn(page, signer, `/docflow/${made.id}`);
  // Pointing at it waits until the page stands still.
  await sign(page).hover();
  const own = await sign(page).boundingBox();
  if (!own) throw new Error('the own button is not shown');
  const [x, y] = [own.x + 20, own.y + own.height / 2];
  await page.mouse.click(x, y);
  const signFor = page.getByRole('button', { name: `Подписать за сотрудника: ${away.name}`, exact: true });
  await expect(signFor).toBeVisible();
  await expect(sign(page)).toHaveCount(0);
  const next = await signFor.boundingBox();
  await page.mouse.click((next?.x ?? 0) + 20, (next?.y ?? 0) + 10);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await signed()).toEqual([true, false]);

  // Later the same button asks, and a double click does not answer.
  await expect(signFor).toBeEnabled();
  await signFor.click();
  const yes = dialog(page).getByRole('button', { name: /^Подписать за сотрудника/ });
  await yes.evaluate((button) =>
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })),
  );
  await expect(dialog(page)).toContainText(new RegExp(`За.сотрудника: ${away.name}\\.`));
  expect(await signed()).toEqual([true, false]);
  await yes.click();
  await expect(page.getByText(/^Подписано \(за.сотрудника: /)).toBeVisible();
  expect(await signed()).toEqual([true, true]);
});

test('a decision is undone from the top of the next page, and nothing is left of it but the history', async ({
  page,
  request,
}) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const made = await makeDocument(office, boss, { title: `Акт ${office.mark}`, acceptors: [signer] });
  await comeIn(page, signer, `/docflow/${made.id}`);
  await sign(page).click();
  await expect(page.getByText(/^Подписано:/)).toBeVisible();
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await page.getByRole('button', { name: 'Отменить' }).click();
  await expect(
    page.getByText(new RegExp(`^Решение отозвано: №.1 .*«${made.title}»\\. На согласовании\\.`)),
  ).toBeVisible();
  const now = await boss.calls.get<Document>(`/docflow/${made.id}`);
  expect([now.state, now.acceptor[0]?.accept]).toEqual(['pending', false]);
  const history = await boss.calls.get<{ event: string }[]>(`/docflow/${made.id}/history`);
  expect(history.map(({ event }) => event)).toEqual(['decision withdrawn', 'signed', 'created']);
});

test('a signature is withdrawn later while no later step has decided; a cancelled document asks nothing any more', async ({
  page,
  request,
}) => {
  const { office, boss, signer } = await openOfficeOfTwo(request, RIGHTS);
  const other = await office.hire('Другой', 'Подписант');
  const made = await makeDocument(office, boss, { title: `Смета ${office.mark}`, acceptors: [signer, other] });
  await signer.calls.send('PATCH', `/docflow/accepting/${made.id}`, {});
  await comeIn(page, signer, `/docflow/${made.id}`);
  await page.getByRole('button', { name: 'Отозвать подпись' }).click();
  const question = page.getByRole('dialog', { name: 'Отозвать подпись?' });
  await question.getByRole('button', { name: 'Отозвать подпись' }).click();
  await expect(page.getByText(/^Решение отозвано: .* На согласовании\.$/)).toBeVisible();
  await expect(sign(page)).toBeVisible();
  await sign(page).click();
  await expect(page.getByText(/^Подписано:/)).toBeVisible();

  await boss.calls.send('PATCH', `/docflow/cancelling/${made.id}`, { reason: 'Сделка не состоялась' });
  await page.reload();
  await expect(page.getByText(/Документ аннулирован: .*Причина: Сделка не.состоялась/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Согласование' })).toContainText('не понадобилось');
  await expect(page.getByRole('button', { name: 'Отозвать подпись' })).toHaveCount(0);
  await expect(page.getByText('Аннулирован', { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBoth(page);
});
