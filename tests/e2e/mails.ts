import { type APIRequestContext, expect } from '@playwright/test';

interface Mail {
  readonly to: string;
  readonly text: string;
}

/** The first match of a pattern in the newest mail to an address that has one; waits for the mail. */
export async function findInMail(request: APIRequestContext, to: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const answer = await request.get('/dev/mail', { headers: { accept: 'application/json' } });
    const mails = (await answer.json()) as Mail[];
    found = mails
      .filter((mail) => mail.to === to)
      .find(({ text }) => pattern.test(text))
      ?.text.match(pattern)?.[0];
    expect(found, `mail to ${to} with ${pattern}`).toBeDefined();
  }).toPass({ timeout: 60_000 });
  return found ?? '';
}
