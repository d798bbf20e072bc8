import { chooseIn } from './choices.ts';
import { mark } from './mark.ts';
import { check, choose, chooseOwner } from './price-lists-steps.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts';

test('mark-ups by price, rounding and tax are put together in inputs, with mistakes at the part that is wrong', async ({
  page,
  signIn,
}) => {
  const series = mark();
  const rows = ['Артикул;Наименование;Цена;Остаток', `ПР${series}-1;Деталь;100;1`, `ПР${series}-2;Деталь;5000;1`];
  await signIn('/catalog/edit/upload');
  await choose(page, rows.join('\r\n'));
  await chooseOwner(page);
  await page.getByText(/^Правила:/).click();
  const rules = page.getByRole('group', { name: /Наценка\sпо.ценам/ });

  // By keyboard: each new row has the focus, the next begins where it ends.
  await rules.getByRole('button', { name: 'Добавить ступень' }).press('Enter');
  await expect(page.getByLabel(/Ступень\s1:\sот/)).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('1000');
  await rules.getByRole('button', { name: 'Добавить ступень' }).press('Enter');
  await expect(page.getByLabel(/Ступень\s2:\sдо/)).toBeFocused();
  await expect(rules.getByText(/^от.1000.₽$/)).toBeVisible();
  await page.getByLabel('Что делать с НДС').selectOption({ label: 'прибавить к ценам' });
  await page.getByLabel('Как округлять').selectOption({ label: 'вверх до' });
  await page.getByLabel('Шаг округления').selectOption({ label: '100 ₽' });
  await page.getByLabel(/Вычесть\sпосле\sокругления/).fill('100');

  await page.getByRole('button', { name: 'Проверить', exact: true }).click();
  await expect(page.getByLabel(/Ступень\s1:\sнаценка/)).toBeFocused();
  await expect(rules.getByText(/Наценка.—\sчисло\sбольше\s−100/).first()).toBeVisible();
  await expect(page.getByText(/меньше\sшага/)).toBeVisible();
  await expect(page.getByText(/Ставка.—\sчисло\sбольше\sнуля/)).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByLabel(/Ступень\s1:\sнаценка/).fill('30');
  await page.getByLabel(/Ступень\s2:\sнаценка/).fill('10');
  await page.getByLabel('Ставка НДС, %').fill('20');
  await page.getByLabel(/Вычесть\sпосле\sокругления/).fill('10');
  await check(page);
  await expect(page.getByText('до 1 000 ₽ — 30 %; от 1 000 ₽ — 10 %')).toBeVisible();
  await expect(page.getByText('вверх до 100 ₽, минус 10 ₽')).toBeVisible();
  // 100 and its tax and 30 % are 156, up to 190; 5000 become 6600, up to 6690.
  await expect(page.getByText(/^190/).first()).toBeVisible();
  await expect(page.getByText(/^6.690/).first()).toBeVisible();

  // What is taken away goes with its prices to the next row.
  await page.getByRole('button', { name: /Назад\sк.настройкам/ }).click();
  await rules.getByRole('button', { name: 'Убрать ступень 1' }).press('Enter');
  await expect(rules.getByRole('button', { name: 'Добавить ступень' })).toBeFocused();
  await expect(page.getByLabel(/Ступень\s1:\sот/)).toHaveValue('0');
  await expect(page.getByLabel(/Ступень\s1:\sнаценка/)).toHaveValue('10');
});

test('terms are recognised, and brands by manufacturer are chosen in rows, with mistakes at the one that is wrong', async ({
  page,
  signIn,
}) => {
  const series = mark();
  const rows = [
    'Артикул;Наименование;Цена;Остаток;Производитель;Срок поставки;Мин. партия',
    `СР${series}-1;Деталь;100;1;BOSCH;2-3 дня;от 10 шт.`,
    `СР${series}-2;Деталь;200;1;MANN;под заказ;`,
    `СР${series}-3;Деталь;300;1;ЗМЗ;Москва;1`,
  ];
  await signIn('/catalog/edit/upload');
  await choose(page, rows.join('\r\n'));
  await chooseOwner(page);
  await expect(page.getByLabel(/Столбец\sF/)).toHaveValue('delivery');
  await expect(page.getByLabel(/Столбец\sG/)).toHaveValue('lot');

  await page.getByText(/^Правила:/).click();
  await page.getByLabel('Срок поставки', { exact: true }).last().fill('1 неделя');
  const brands = page.getByRole('group', { name: /Бренды\sпо.производителю/ });
  await brands.getByRole('button', { name: 'Добавить бренд' }).press('Enter');
  await expect(page.getByLabel('Производители, строка 1')).toBeFocused();
  await page.keyboard.type('BOSCH, Bosch');
  await page.getByRole('button', { name: 'Проверить', exact: true }).click();
  await expect(page.getByLabel('Производители, строка 1')).toBeFocused();
  await expect(brands.getByRole('alert')).toContainText('Выберите бренд.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByLabel('Производители, строка 1').fill('BOSCH, MANN');
  await chooseIn(page.getByLabel('Бренд, строка 1'), 'КАМАЗ');
  await check(page);
  await expect(page.getByText('свои для: BOSCH, MANN')).toBeVisible();
  await expect(page.getByText(/если\sне.указан.—\s1\sнеделя/)).toBeVisible();
  await expect(page.getByText(/Срок\sпоставки\sне.прочитан/).first()).toBeVisible();

  await page.getByRole('button', { name: /Назад\sк.настройкам/ }).click();
  await brands.getByRole('button', { name: 'Убрать строку 1' }).press('Enter');
  await expect(brands.getByRole('button', { name: 'Добавить бренд' })).toBeFocused();
});
