import type { AccountStates, IdleState } from '../../contract/accounts/accounts.ts';
import type { AccountDirectory } from '../../contract/people/people.ts';
import { DeliveryFailure, type Mail, type MailTransport } from '../../server/platform/mail/mail.ts';
import { readTable } from '../../server/platform/sheet-reader/read-table.ts';

const SHOP = '\u00a0— Запчасти';

/** A mail with what its subject says before the name of the shop; throws where it does not end with that. */
export function withoutShop(mail: Mail): Mail {
  if (!mail.subject.endsWith(SHOP)) throw new Error(`a subject without the shop: ${mail.subject}`);
  return { ...mail, subject: mail.subject.slice(0, -SHOP.length) };
}

/** What stands around the info service in tests, to be changed by them. */
export class Surroundings {
  /** Mails that went out, the oldest first; of subjects what stands before the name of the shop, which all end with. */
  readonly mails: Mail[] = [];
  /** Whether the mail server takes mails. */
  mailServer = true;
  /** Whether the auth service can be asked about accounts. */
  authService = true;
  /** Uids of disabled accounts. */
  readonly disabled = new Set<string>();
  /** Accounts that have never signed in. */
  readonly unused = new Map<string, Exclude<IdleState, 'disabled'>>();
  /** E-mails of accounts by uid; the auth service knows no others. */
  readonly emails = new Map<string, string>();
  /** Whether mail is set up: where it is not, mails are laid aside. */
  mailIsSetUp = true;
  /** Accounts of a real auth service, in place of all that is made up here. */
  real: { readonly accountStates: AccountStates; readonly directory: AccountDirectory } | null = null;
  /** Names of accounts by uid, as the info service gave them. */
  readonly names = new Map<string, string>();
}

/** What the info service is opened with in tests besides its database and folder. */
export const informatorSettings = (around = new Surroundings()) => ({
  timeZone: 'Asia/Yekaterinburg',
  secrets: ['a secret of the tests of the info service'] as const,
  shopName: 'Запчасти',
  transport: {
    get keepsMails() {
      return around.mailIsSetUp ? undefined : true;
    },
    send: async (mail) => {
      if (!around.mailServer) throw new DeliveryFailure('connect ECONNREFUSED', false);
      around.mails.push(withoutShop(mail));
    },
  } satisfies MailTransport,
  accounts: {
    accountOf: async (key) => {
      if (!around.authService) throw new Error('auth service answered 502');
      if (around.real) return around.real.accountStates.accountOf(key);
      const isMeant = ([uid, email]: [string, string]) =>
        'uid' in key ? uid === key.uid : email.toLowerCase() === key.email.toLowerCase();
      const [uid, email] = [...around.emails].find(isMeant) ?? [];
      return uid === undefined || email === undefined ? null : { uid, email, name: around.names.get(uid) ?? null };
    },
    idleAmong: async (uids) => {
      if (!around.authService) throw new Error('auth service answered 502');
      const stateOf = (uid: string) => (around.disabled.has(uid) ? 'disabled' : around.unused.get(uid));
      return new Map(
        uids.map((uid) => [uid, stateOf(uid)] as const).flatMap(([uid, state]) => (state ? [[uid, state]] : [])),
      );
    },
    disabledAmong: async (uids) => {
      if (!around.authService) throw new Error('auth service answered 502');
      return new Set(uids.filter((uid) => around.disabled.has(uid)));
    },
  } satisfies AccountStates,
  directory: {
    page: async (filter) => around.real?.directory.page(filter) ?? { accounts: [], total: 0 },
    known: async (emails) => around.real?.directory.known(emails) ?? [],
    add: async (people, invites, by) => around.real?.directory.add(people, invites, by) ?? [],
    claim: async (email, by) => {
      if (!around.authService) throw new Error('auth service answered 502');
      if (around.real) return around.real.directory.claim(email, by);
      const [uid, known] = [...around.emails].find(([, one]) => one.toLowerCase() === email.toLowerCase()) ?? [];
      return uid === undefined || known === undefined
        ? null
        : { uid, email: known, name: around.names.get(uid) ?? null, claimed: false };
    },
    rename: async (uid, name, by) => {
      if (!around.authService) throw new Error('auth service answered 502');
      if (around.real) return around.real.directory.rename(uid, name, by);
      if (name === null) around.names.delete(uid);
      else around.names.set(uid, name);
    },
  } satisfies AccountDirectory,
  tables: readTable,
  siteAddress: () => 'https://parts.example',
});
