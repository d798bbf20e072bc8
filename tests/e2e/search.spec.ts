import { expect, expectNoSidewaysScroll, test } from './test.ts';

/** One article of the demonstration catalogue as four people would type it. */
const NOTATIONS = ['04465-33471', '04465 33471', '0446533471', 'О4465.33471'];

for (const typed of NOTATIONS) {
  test(`a buyer finds the part by «${typed}» and opens its card`, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox').fill(typed);
    await page.getByRole('button', { name: 'Найти' }).click();
    await expect(page).toHaveURL(/\/catalog\?query=/);
    const first = page.locator('.part').filter({ hasText: '04465-33471' }).first();
    await first.getByRole('link').first().click();
    await expect(page).toHaveURL(/\/catalog\/product\//);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/колодки/i);
    // The card of the best offer, in the notation of its provider.
    await expect(page.getByText(/04465[- .]?33471/).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Позвонить менеджеру' })).toHaveAttribute('href', /^tel:/);
  });
}

test('the search lives in the address: reload and back keep it', async ({ page }) => {
  // The field becomes a combobox once suggestions are loaded: find it by its label.
  const field = page.locator('form.search input');
  await page.goto('/catalog?query=подшипник');
  await expect(page.getByRole('heading', { name: /Найден/ })).toBeVisible();
  await field.fill('740.1003010');
  await field.press('Enter');
  await expect(page.getByText('Точных совпадений')).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('подшипник');
  await page.reload();
  await expect(field).toHaveValue('подшипник');
  await expect(page.getByRole('heading', { name: /Найден/ })).toBeVisible();
});

test('«Загрузить ещё» adds rows and repeats none', async ({ page }) => {
  await page.goto('/catalog?query=камаз');
  const links = page.locator('.part a.title');
  await expect.poll(() => links.count()).toBeGreaterThanOrEqual(25);
  const first = await links.count();
  await page.getByRole('button', { name: 'Загрузить ещё' }).click();
  await expect.poll(() => links.count()).toBeGreaterThan(first);
  const rows = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(new Set(rows).size).toBe(rows.length);
});

test('back from a card leads to the row it was opened from, however many pages down', async ({ page }) => {
  await page.goto('/catalog?query=фильтр');
  const titles = page.locator('.part a.title');
  await page.getByRole('button', { name: 'Загрузить ещё' }).click();
  await expect(titles).toHaveCount(50);
  await titles.nth(40).click();
  await expect(page).toHaveURL(/\/catalog\/product\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(titles).toHaveCount(50);
  await expect(titles.nth(40)).toBeInViewport();
});

test('filters act at once, stand in the address, and go back and forth with it', async ({ page }) => {
  await page.goto('/catalog?query=фильтр');
  const maker = page.getByLabel('Производитель');
  const found = page.getByRole('heading', { name: /Найден/ });
  const all = await found.innerText();
  await maker.focus();
  await maker.selectOption('MANN-FILTER');
  await expect(page).toHaveURL(/query=[^&]+&maker=MANN-FILTER$/);
  await expect(found).not.toHaveText(all);
  await expect(maker).toBeFocused();
  await page.getByLabel(/В.наличии/).check();
  await expect(page).toHaveURL(/inStock=1/);
  await page.getByLabel('от', { exact: true }).fill('abc');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Цена в фильтре — не число')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).not.toHaveURL(/inStock/);
  await expect(page.getByLabel(/В.наличии/)).not.toBeChecked();
  await expect(maker).toHaveValue('MANN-FILTER');
  await page.goBack();
  await expect(found).toHaveText(all);
  await expect(maker).toHaveValue('');
  await page.goForward();
  await page.locator('select[name="order"]').selectOption('price');
  await expect(page).toHaveURL(/order=price/);
  await page.reload();
  await expect(maker).toHaveValue('MANN-FILTER');
  await expect(page.locator('select[name="order"]')).toHaveValue('price');
});

test('filters that leave nothing can be taken back', async ({ page }) => {
  await page.goto('/catalog?query=фильтр&priceFrom=99999999');
  await expect(page.getByRole('heading', { name: /товары\sне.найдены/ })).toBeVisible();
  await page.getByRole('link', { name: /Показать\sбез.фильтров/ }).click();
  await expect(page.locator('.part')).toHaveCount(25);
  await expect(page).toHaveURL(/\/catalog\?query=[^&]+$/);
});

test('a card lists every offer of its part, its own one marked, and leads to the others', async ({ page }) => {
  await page.goto('/catalog?query=740.1003010-20');
  await page.locator('.part a.title').first().click();
  const offers = page.locator('.card-offers tbody tr');
  await expect(offers).toHaveCount(6);
  await expect(offers.filter({ hasText: 'эта карточка' })).toHaveCount(1);
  const before = page.url();
  await offers.filter({ hasNotText: 'эта карточка' }).first().locator('.offer-stock').click();
  await expect(offers).toHaveCount(6);
  expect(page.url()).not.toBe(before);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('five parts are on the first screen, and the filters are in a fold', async ({ page }) => {
    await page.goto('/catalog?query=фильтр&inStock=1');
    await expect(page.locator('.part').nth(4)).toBeVisible();
    const bottom = await page
      .locator('.part')
      .nth(4)
      .evaluate((part) => part.getBoundingClientRect().bottom);
    expect(bottom).toBeLessThanOrEqual(844);
    await expect(page.getByLabel('Производитель')).toBeHidden();
    await page.getByText(/^Фильтры.·.1$/).click();
    await page.getByLabel('Производитель').selectOption('MANN-FILTER');
    await expect(page.getByText(/^Фильтры.·.2$/)).toBeVisible();
    await expect(page.getByLabel('Производитель')).toBeVisible();
    await expectNoSidewaysScroll(page);
  });
});

test('what is typed while the page still loads is not replaced by its query', async ({ page }) => {
  await page.route('**/_astro/*.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto('/catalog?query=фильтр', { waitUntil: 'commit' });
  const field = page.getByLabel('Каталожный номер, артикул или название');
  await field.fill('подшипник');
  await expect(page.getByRole('heading', { name: /Найден/ })).toBeVisible();
  await expect(field).toHaveValue('подшипник');
  await field.press('Enter');
  await expect(page).toHaveURL(/%D0%BF%D0%BE%D0%B4/);
});

test('a filter that is set while the page still loads acts as soon as its code is there', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/catalog?query=фильтр&inStock=1', { waitUntil: 'commit' });
  const maker = page.getByLabel('Производитель');
  await maker.selectOption('MANN-FILTER');
  release();
  await expect(page).toHaveURL(/query=[^&]+&maker=MANN-FILTER&inStock=1$/);
  await expect(page.getByRole('main').locator('.part').first()).toContainText('MANN-FILTER');
  // What a browser finds when going back is no choice of the user.
  await page.goBack();
  await expect(maker).toHaveValue('');
  await page.reload();
  await expect(page.getByLabel(/В.наличии/)).toBeChecked();
  await expect(page).not.toHaveURL(/maker/);
});

test('a query longer than the window fits in the answer that nothing was found', async ({ page, allowConsole }) => {
  allowConsole(/404|400/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/catalog?query=${'щ'.repeat(150)}`);
  await expect(page.getByRole('heading', { name: /товары\sне.найдены/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('nothing found says what to do next', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  await page.goto('/catalog?query=щщщщщщщ777');
  await expect(page.getByText(/товары\sне.найдены/).first()).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /\+7/ }).first()).toBeVisible();
});

test('a query typed in the wrong keyboard layout is reread, and the page says so', async ({ page }) => {
  await page.goto('/catalog?query=abkmnh');
  await expect(page.getByText(/Показаны\sрезультаты\sдля/)).toContainText('фильтр');
});

test('a query in the words of a buyer finds the part, says how it was read, and can be asked strictly', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/);
  await page.goto('/catalog?query=куплю колодки тойота');
  await expect(page.locator('.part a.title').first()).toContainText('Toyota');
  await expect(page.getByText(/Машина:\sToyota/)).toBeVisible();
  await page.getByRole('link', { name: /Искать\sточно\sкак.набрано/ }).click();
  await expect(page).toHaveURL(/strict=1/);
  await expect(page.getByRole('heading', { name: /товары\sне.найдены/ })).toBeVisible();
  await page.reload();
  await page.getByRole('link', { name: /Искать\sи.похожее/ }).click();
  await expect(page.locator('.part a.title').first()).toContainText('Toyota');
});

test('an article with a wrong digit is guessed, and said not to be there', async ({ page }) => {
  await page.goto('/catalog?query=740.1003018');
  await expect(page.getByRole('heading', { name: /Артикула\s«740.1003018»\s(в.каталоге.)?нет/ })).toBeVisible();
  await expect(page.locator('.part .article', { hasText: /^740.?1003010$/ }).first()).toBeVisible();
});

test('suggestions come while typing and lead on by keyboard', async ({ page }) => {
  await page.goto('/catalog');
  const field = page.getByRole('searchbox').or(page.getByRole('combobox'));
  await field.first().click();
  await field.first().pressSequentially('740.1003', { delay: 30 });
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/catalog(\?query=|\/product\/)/);
});

test('a card that does not exist leads back to the catalogue with a message', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  await page.goto('/catalog/product/net_takoj_pozicii');
  await expect(page).toHaveURL(/\/catalog$/);
  await expect(page.getByText(/Такой\sпозиции\sнет/)).toBeVisible();
});

test('a card opens by its number too', async ({ page }) => {
  await page.goto('/catalog/1');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/купить\sв.Челябинске/);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the form leads to the catalogue, which shows parts and their offers', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('searchbox').fill('04465-33471');
    await page.getByRole('button', { name: 'Найти' }).click();
    await expect(page).toHaveURL(/\/catalog\?query=04465-33471/);
    await expect(page.getByRole('searchbox')).toHaveValue('04465-33471');
    const first = page.locator('.part').first();
    await expect(first).toContainText('04465-33471');
    await expect(first).toContainText(/\d.предложени/);
    await expect(page.getByText(/включите\sJavaScript/)).toHaveCount(0);
  });

  test('filters, order and the next page are forms and addresses', async ({ page }) => {
    await page.goto('/catalog?query=фильтр');
    await page.getByLabel('Производитель').selectOption({ label: 'MANN-FILTER\u00a0(24)' });
    await page.getByLabel(/В.наличии/).check();
    await page.locator('select[name="order"]').selectOption('price');
    await page.getByRole('button', { name: 'Показать' }).click();
    await expect(page).toHaveURL(/maker=MANN-FILTER/);
    await expect(page.getByLabel('Производитель')).toHaveValue('MANN-FILTER');
    await expect(page.getByLabel(/В.наличии/)).toBeChecked();
    await expect(page.locator('.part .maker').first()).toHaveText('MANN-FILTER');
    await page.getByRole('link', { name: 'Сбросить фильтры' }).click();
    await expect(page.locator('.part')).toHaveCount(25);
    const first = await page.locator('.part a.title').first().innerText();
    await page.getByRole('button', { name: 'Загрузить ещё' }).click();
    await expect(page).toHaveURL(/cursor=/);
    await expect(page.locator('.part a.title').first()).not.toHaveText(first);
  });

  test('nothing found says what to do, and what a strict search leaves out', async ({ page }) => {
    await page.goto('/catalog?query=куплю колодки тойота&strict=1');
    await expect(page.getByRole('heading', { name: /товары\sне.найдены/ })).toBeVisible();
    await page.getByRole('link', { name: /Искать\sи.похожее/ }).click();
    await expect(page.locator('.part').first()).toContainText('Toyota');
  });

  test('company pages and the price list need none', async ({ page }) => {
    for (const alias of ['company', 'credential', 'garanty', 'contact', 'delivery']) {
      await page.goto(`/about/${alias}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.goto('/catalog/download/price');
    const href = await page
      .getByRole('link', { name: /Excel|прямой\sссылке/ })
      .first()
      .getAttribute('href');
    expect((await page.request.get(href ?? '')).headers()['content-type']).toContain('spreadsheetml');
  });
});
