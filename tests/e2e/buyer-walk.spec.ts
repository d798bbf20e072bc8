import { CROSS, DEVICES, findFiltered, goToCross, sayCross } from './buyer-steps.ts';
import { findInMail } from './mails.ts';
import { mark } from './mark.ts';
import { ownAdministrator } from './settings-calls.ts';
import { expect, expectNoSidewaysScroll, test } from './test.ts';

/** What a card asks the catalogue service for when the page did not bring it. */
const CARD_CALL = /\/api\/bridge\/(card|parts)\/\w+/;

for (const [device, viewport] of DEVICES) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('a buyer goes from a search over filters, card, another offer and a cross to a request, which the desk gets done', async ({
      page,
      browser,
    }) => {
      await sayCross(page.request);
      const calls: string[] = [];
      page.on('request', (call) => {
        if (CARD_CALL.test(call.url()) && call.resourceType() !== 'image') calls.push(call.url());
      });
      await findFiltered(page, { submit: false });
      await goToCross(page);
      await page.waitForLoadState('networkidle');
      expect(calls, 'a card comes whole with its page').toEqual([]);
      await expectNoSidewaysScroll(page);
      await page
        .locator('.card-offer')
        .getByRole('link', { name: /^В\sзаявку/ })
        .click();
      await page.getByRole('link', { name: /^Заявка/ }).click();

      const name = `Покупатель ${mark()}`;
      const email = `buyer-${mark()}@example.test`;
      const rows = page.getByRole('table', { name: 'Позиции заявки' }).locator('tbody tr');
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText(CROSS.article);
      await rows.getByRole('textbox').fill('2');
      await page.getByLabel('Имя').fill(name);
      await page.getByLabel('Электронная почта').fill(email);
      await page.getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Отправить заявку' }).click();
      const thanks = page.getByRole('heading', { name: /^Заявка\s№\s\d+\sотправлена/ });
      await expect(thanks).toBeVisible();
      const number = /№\s(\d+)/.exec(await thanks.innerText())?.[1] ?? '';

      const article = CROSS.article.replaceAll(/[^\d-]/g, '');
      expect(await findInMail(page.request, email, new RegExp(article))).toBe(article);
      const ofName = new RegExp(`${name}[\\s\\S]*?/catalog/edit/requests/\\d+`);
      const mail = await findInMail(page.request, 'zakaz@example.test', ofName);
      const path = /\/catalog\/edit\/requests\/\d+/.exec(mail)?.[0] ?? '';

      const queue = await browser.newPage({ viewport });
      const keeper = await ownAdministrator(page.request);
      await queue.goto(`/auth?from=${encodeURIComponent(path)}`);
      await queue.getByLabel('Электронная почта').fill(keeper.email);
      await queue.getByLabel('Пароль', { exact: true }).fill(keeper.password);
      await queue.getByRole('button', { name: 'Войти' }).click();
      await expect(queue.getByText(name).first()).toBeVisible();
      await expect(queue.getByRole('heading', { name: new RegExp(`Заявка №\\s${number}`) })).toBeVisible();
      await expect(queue.getByText(CROSS.article).first()).toBeVisible();
      await queue.getByRole('button', { name: 'Взять в работу' }).click();
      await expect(queue.getByText(/Готово:\sзаявка\sв\sработе/)).toBeVisible();
      await queue.getByRole('button', { name: 'Выполнена' }).click();
      await expect(queue.getByText('Готово: заявка выполнена')).toBeVisible();
      await queue.close();
    });

    test.describe('without script', () => {
      test.use({ javaScriptEnabled: false });

      test('the same way leads to the page of the request, whose form is refused with reasons and then taken', async ({
        page,
        allowConsole,
      }) => {
        allowConsole(/400/);
        await sayCross(page.request);
        await findFiltered(page, { submit: true });
        await goToCross(page);
        await page
          .locator('.card-offer')
          .getByRole('link', { name: /^В\sзаявку/ })
          .click();
        await expect(page).toHaveURL(/\/catalog\/request\?items=\d+-1$/);
        await page.getByLabel('Что нужно').fill(`${CROSS.article}, 1 шт`);
        await page.getByLabel('Имя').fill('Анна Волкова');
        await page.getByLabel('Телефон').fill('12');
        await page.getByRole('button', { name: 'Отправить заявку' }).click();
        await expect(page.getByRole('alert')).toContainText(/Заявка\sне\sотправлена/);
        await expect(page.getByLabel('Что нужно')).toHaveValue(`${CROSS.article}, 1 шт`);
        await page.getByLabel('Телефон').fill('+7 351 200-00-00');
        await page.getByLabel(/согла/i).check();
        await expectNoSidewaysScroll(page);
        await page.getByRole('button', { name: 'Отправить заявку' }).click();
        await expect(page.getByText(/Отправлена\sзаявка\s№\s\d+/)).toBeVisible();
      });
    });
  });
}
