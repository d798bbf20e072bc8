import type { AccountStates } from '../../contract/identity.ts';
import { DeliveryFailure, type Mail, type MailTransport } from '../../server/mail/types.ts';

/** What stands around the info service in tests, to be changed by them. */
export class Surroundings {
  /** Mails that went out, the oldest first. */
  readonly mails: Mail[] = [];
  /** Whether the mail server takes mails. */
  mailServer = true;
  /** Whether the auth service can be asked about accounts. */
  authService = true;
  /** Uids of disabled accounts. */
  readonly disabled = new Set<string>();
  /** E-mails of accounts by uid; the auth service knows no others. */
  readonly emails = new Map<string, string>();
}

/** What the info service is opened with in tests besides its database and folder. */
export const informatorSettings = (around = new Surroundings()) => ({
  timeZone: 'Asia/Yekaterinburg',
  secrets: ['a secret of the tests of the info service'] as const,
  transport: {
    send: async (mail) => {
      if (!around.mailServer) throw new DeliveryFailure('connect ECONNREFUSED', false);
      around.mails.push(mail);
    },
  } satisfies MailTransport,
  accounts: {
    accountOf: async (key) => {
      if (!around.authService) throw new Error('auth service answered 502');
      const isMeant = ([uid, email]: [string, string]) =>
        'uid' in key ? uid === key.uid : email.toLowerCase() === key.email.toLowerCase();
      const [uid, email] = [...around.emails].find(isMeant) ?? [];
      return uid === undefined || email === undefined ? null : { uid, email };
    },
    disabledAmong: async (uids) => {
      if (!around.authService) throw new Error('auth service answered 502');
      return new Set(uids.filter((uid) => around.disabled.has(uid)));
    },
  } satisfies AccountStates,
  siteAddress: () => 'https://parts.example',
});
