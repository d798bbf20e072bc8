import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { findInMail } from './mails.ts';
import { signInByForm } from './sign-in.ts';
import { expect, test } from './test.ts';

const PASSWORD = 'Длинный пароль 1';
const CONFIRM_LINK = /\/auth\/confirm\/[\w-]+/;

test('security 92: whoever has an address in .рф signs in, though the browser hands over another spelling', async ({
  page,
}) => {
  const name = `person-${randomUUID()}`;
  const email = `${name}@пример.рф`;
  await page.request.post('/api/mauth/signup', { data: { email, password: PASSWORD } });
  const link = await findInMail(page.request, `${name}@${domainToASCII('пример.рф')}`, CONFIRM_LINK);
  await page.request.get(link.replace('/auth/', '/api/mauth/'));

  const sent = page.waitForRequest((request) => request.url().endsWith('/api/mauth/signin'));
  await signInByForm(page, { email, password: PASSWORD }, '/user');
  expect((await sent).postDataJSON().email).toContain('@xn--');
  await expect(page.locator('.facts').getByText(email)).toBeVisible();
});
