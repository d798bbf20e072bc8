// The commands for accounts, by the word that names each.
import { fstatSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { type Email, readEmail } from '../../../contract/fields/email.ts';
import { readName } from '../../../contract/fields/person-name.ts';
import { BY_COMMAND_LINE } from '../../../contract/journal/events.ts';
import { PASSWORD_MAX, SETUP_TTL_HOURS } from '../../../contract/limits.ts';
import { routeLinks } from '../../../rules/routes.ts';
import type { Administration } from '../../accounts/administration.ts';
import { RefusedPassword } from '../../accounts/credentials/new-passwords.ts';
import { systemRandom } from '../../accounts/credentials/random.ts';
import type { AccountsService } from '../../accounts/index.ts';
import { MAIL_NOT_SET_UP } from '../../platform/mail/mail.ts';
import { type Config, outboxOf } from '../config/config.ts';

export class Refused extends Error {}

interface Asked {
  readonly mauth: AccountsService;
  readonly config: Config;
  readonly siteAddress: string;
  readonly arguments: readonly string[];
  readonly name: string | undefined;
  readonly rank: string | undefined;
}

export const COMMANDS: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  create: async (asked) => {
    const email = emailOf(asked);
    const { password, note } = await newPassword(asked, email);
    const rank = rankOf(asked.rank ?? 'admin');
    const name = readName(asked.name);
    if (name === undefined) throw new Refused(`not a name: ${asked.name}`);
    if (!(await asked.mauth.accounts.create({ email, password, name, rank }, BY_COMMAND_LINE)))
      throw new Refused(`${email.typed} has an account already`);
    return `created ${email.typed}, rank ${rank}${note}`;
  },

  password: async (asked) => {
    const email = emailOf(asked);
    const { password, note } = await newPassword(asked, email);
    if (!(await asked.mauth.accounts.setPassword(email, password, BY_COMMAND_LINE))) throw unknown(email);
    return `changed the password of ${email.typed} and ended all sessions${note}`;
  },

  reset: async (asked) => {
    const email = emailOf(asked);
    const user = await asked.mauth.recovery.reset(email, BY_COMMAND_LINE);
    if (user === 'unknown') throw unknown(email);
    if (user === 'disabled') throw new Refused(`${email.typed} is disabled: enable it first`);
    return `reset the password of ${user.email} and ended all sessions\n${await fateOfMail(asked, user.email)}`;
  },

  'factor-reset': async (asked) => {
    const email = emailOf(asked);
    const refusal = await asked.mauth.factors.reset(email, BY_COMMAND_LINE);
    if (refusal === 'unknown') throw unknown(email);
    if (refusal) throw new Refused(`${email.typed} has no second factor`);
    return `took the second factor of ${email.typed} and ended all sessions`;
  },

  email: async (asked) => {
    const email = (await asked.mauth.accounts.emailOf(asked.arguments[0] ?? '')) ?? emailOf(asked);
    const wanted = emailOf(asked, 1);
    const refusal = await asked.mauth.emailChanges.set(email, wanted, BY_COMMAND_LINE);
    if (refusal === 'unknown') throw unknown(email);
    if (refusal) throw new Refused(`${wanted.typed} has an account already`);
    await asked.mauth.outbox.deliver();
    return `changed ${email.typed} to ${wanted.typed}`;
  },

  list: async ({ mauth }) => {
    const rows = (await mauth.accounts.list()).map((account) =>
      [
        account.email,
        account.rank,
        account.disabled ? 'disabled' : account.confirmed ? 'active' : 'not confirmed',
        `sessions: ${account.sessions}`,
        account.createdAt.toISOString().slice(0, 10),
        account.name ?? '',
      ].join('\t'),
    );
    return rows.length > 0 ? rows.join('\n') : 'no accounts';
  },

  rank: async (asked) => {
    const email = emailOf(asked);
    const rank = rankOf(asked.arguments[1]);
    const isClaimed = (await changeStanding(asked, email, { rank })) === 'claimed';
    return `${email.typed} has rank ${rank}${isClaimed ? CLAIMED : ''}`;
  },

  disable: standing({ disabled: true }, 'is disabled, all sessions ended'),
  enable: standing({ disabled: false }, 'is enabled'),

  revoke: async (asked) => {
    const email = emailOf(asked);
    const ended = await asked.mauth.accounts.revoke(email, BY_COMMAND_LINE);
    if (ended === null) throw unknown(email);
    return `ended sessions of ${email.typed}: ${ended}`;
  },

  'setup-link': setupLink,
};

async function setupLink({ mauth, siteAddress }: Asked): Promise<string> {
  const token = await mauth.setupLinks.make({ alone: true });
  if (token === null) throw new Refused('the shop has an administrator already; create and rank make another one');
  const link = siteAddress + routeLinks.setup(token);
  return `whoever follows this link within ${SETUP_TTL_HOURS} hours becomes the administrator, once:\n${link}`;
}

type Standing = Parameters<Administration['setStanding']>[1];

function standing(wanted: Standing, outcome: string) {
  return async (asked: Asked): Promise<string> => {
    const email = emailOf(asked);
    await changeStanding(asked, email, wanted);
    return `${email.typed} ${outcome}`;
  };
}

async function changeStanding({ mauth }: Asked, email: Email, standing: Standing): Promise<'claimed' | null> {
  const outcome = await mauth.accounts.setStanding(email, standing, BY_COMMAND_LINE);
  if (outcome === 'unknown') throw unknown(email);
  if (outcome === 'last administrator')
    throw new Refused(`${email.typed} is the last administrator: create another one first`);
  if (outcome === 'claimed') await mauth.outbox.deliver();
  return outcome;
}

const CLAIMED =
  '\nnobody had confirmed this account, so a stranger may have made it: its password and links are void, and an invitation was mailed';

const LOOKED_AT = 50;

/** Tries to send waiting mails; returns the outcome of the mail to `recipient`. */
async function fateOfMail({ mauth: { outbox }, config }: Asked, recipient: string): Promise<string> {
  await outbox.deliver();
  const newest = await outbox.list({ last: null, limit: LOOKED_AT });
  const mail = newest.find((one) => one.recipient === recipient && one.kind === 'password');
  if (mail?.state === 'sent') return 'mailed a temporary password';
  if (mail?.problem === MAIL_NOT_SET_UP) return `${MAIL_NOT_SET_UP}: wrote the mail into ${outboxOf(config)}`;
  const reason = mail?.problem ? ` (${mail.problem})` : '';
  if (mail?.state === 'failed') return `the mail was not sent${reason}`;
  return `the mail waits in the outbox${reason}: the running server sends it, trying again with growing pauses`;
}

const unknown = (email: Email) => new Refused(`${email.typed} has no account`);

function emailOf({ arguments: words }: Asked, at = 0): Email {
  const typed = words[at];
  if (typed === undefined) throw new Refused('which e-mail?');
  const email = readEmail(typed);
  if (!email) throw new Refused(`not an e-mail address: ${typed}`);
  return email;
}

function rankOf(word: string | undefined): 'admin' | 'user' {
  if (word === 'admin' || word === 'user') return word;
  throw new Refused('the rank is admin or user');
}

/** The first line of standard input, or a generated password with the note that shows it. */
async function newPassword({ mauth, config }: Asked, email: Email): Promise<{ password: string; note: string }> {
  const given = (await readStandardInput()).split(/\r?\n/)[0] ?? '';
  if (given === '') {
    const password = systemRandom.password();
    return { password, note: `\npassword: ${password}` };
  }
  const read = await mauth.newPasswords.read(given, email.key);
  if (read.password !== null) return { password: read.password, note: '' };
  if (read.reason === null)
    throw new Refused(`the password must have ${config.passwordMin} to ${PASSWORD_MAX} characters`);
  throw new Refused(new RefusedPassword(read.reason).message);
}

/** Only a pipe, a file or a socket is read: a terminal or nothing at all would keep us waiting. */
async function readStandardInput(): Promise<string> {
  const input = fstatSync(0);
  return input.isFIFO() || input.isFile() || input.isSocket() ? text(process.stdin) : '';
}
