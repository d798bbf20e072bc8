import type { Mail, MailTransport } from '../../server/mail/types.ts';

/** What the info service is opened with in tests besides its database and folder; mails go into `sent`. */
export const informatorSettings = (sent: Mail[] = []) => ({
  timeZone: 'Asia/Yekaterinburg',
  secret: 'a secret of the tests of the info service',
  transport: { send: async (mail) => void sent.push(mail) } satisfies MailTransport,
  siteAddress: () => 'https://parts.example',
});
