import { mark } from './mark.ts';
import { asAdmin } from './settings-calls.ts';
import { expect, expectFits, test } from './test.ts';

test('the page of a run says how well its titles are read, and leads to the dictionary with a word that is not', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/503.*reading|Failed to load resource.*503/);
  const series = mark();
  const calls = await asAdmin(page.request, '/api/bridge');
  const upload = async (name: string, ...titles: string[]) => {
    const title = `${name} ${series}`;
    const { id: brandId } = await calls.send<{ id: number }>('POST', '/brands/', { title });
    const { id: providerId } = await calls.send<{ id: number }>('POST', '/providers/', { title });
    const rows = titles.map((text, at) => `${series}-${at};${text};100;1`);
    const buffer = Buffer.from(['Артикул;Наименование;Цена;Остаток', ...rows].join('\r\n'));
    const form = { article: '1', title: '2', price: '3', amount: '4', startRow: '2', addNewPositionMode: 'on' };
    const answer = await page.request.post('/api/bridge/file/upload', {
      headers: calls.headers,
      multipart: { ...form, brandId, providerId, file: { name: `${series}.csv`, mimeType: 'text/csv', buffer } },
    });
    return ((await answer.json()) as { runId: number }).runId;
  };
  const runId = await upload(
    'Первый',
    'Насос водяной КАМАЗ',
    'Фильтр масляный',
    'Хрюндель левый',
    'Хрюндели задние 12 шт',
  );

  await page.route('**/reading', (route) => route.fulfill({ status: 503, json: { error: 'busy' } }), { times: 4 });
  await signIn(`/catalog/edit/imports/${runId}`);
  const reading = page.getByRole('region', { name: 'Как прочитаны названия' });
  await expect(reading.getByText(/Не.удалось\sпосчитать/)).toBeVisible();
  await page.unroute('**/reading');
  await reading.getByRole('button', { name: 'Повторить' }).click();
  await expect(reading).toContainText(/деталь.—.в.50.%.названий, машина.—.в.25.%/);
  const word = reading.getByRole('list', { name: 'Непонятные слова' }).getByRole('listitem');
  await expect(word).toHaveText(/хрюндель ×2/);
  const link = word.getByRole('link');
  const href = new URL((await link.getAttribute('href')) ?? '', page.url());
  expect([href.pathname, href.searchParams.get('word'), href.searchParams.get('kind')]).toEqual([
    '/catalog/edit/words',
    'хрюндель',
    'part',
  ]);
  await expectFits(page);

  const again = await upload('Второй', 'Насос водяной', 'Стартер');
  await page.goto(`/catalog/edit/imports/${again}`);
  await expect(reading).toContainText(/Всё\sпрочитано/);
});
