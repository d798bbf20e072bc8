import { fstatSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { PASSWORD_MAX } from '../../contract/limits.ts';
import { type Config, databaseOf, readConfig } from '../config.ts';
import { openDatabase } from '../database/open.ts';
import { ConfigProblem } from '../environment.ts';
import { type Accounts, createAccounts } from '../mauth/accounts.ts';
import { type Email, readEmail, readNewPassword } from '../mauth/credentials.ts';
import { mauthMigrations } from '../mauth/migrations/index.ts';
import { createPasswords } from '../mauth/passwords.ts';
import { systemRandom } from '../mauth/ports.ts';
import type { MauthSchema } from '../mauth/schema.ts';

const USAGE = `Accounts from the command line; the server may be running.

  npm run admin -- create <email> [--name <name>] [--rank admin|user]
  npm run admin -- password <email>
  npm run admin -- list
  npm run admin -- rank <email> admin|user
  npm run admin -- disable <email>
  npm run admin -- enable <email>
  npm run admin -- revoke <email>

create and password read the password from standard input, e.g. from a file or a pipe;
without one they make a password up and print it, once.`;

/** What was asked for cannot be done; the message is for the person who asked. */
class Refused extends Error {}

interface Asked {
  readonly accounts: Accounts;
  readonly passwordMin: number;
  readonly arguments: readonly string[];
  readonly name: string | undefined;
  readonly rank: string | undefined;
}

const COMMANDS: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  create: async (asked) => {
    const email = emailOf(asked);
    const { password, note } = await newPassword(asked.passwordMin);
    const rank = rankOf(asked.rank ?? 'admin');
    const name = asked.name?.trim().normalize('NFKC') || null;
    if (!(await asked.accounts.create({ email, password, name, rank })))
      throw new Refused(`${email.typed} has an account already`);
    return `created ${email.typed}, rank ${rank}${note}`;
  },

  password: async (asked) => {
    const email = emailOf(asked);
    const { password, note } = await newPassword(asked.passwordMin);
    if (!(await asked.accounts.setPassword(email, password))) throw unknown(email);
    return `changed the password of ${email.typed} and ended all sessions${note}`;
  },

  list: async ({ accounts }) => {
    const rows = (await accounts.list()).map((account) =>
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
    await changeStanding(asked, email, { rank });
    return `${email.typed} has rank ${rank}`;
  },

  disable: async (asked) => {
    const email = emailOf(asked);
    await changeStanding(asked, email, { disabled: true });
    return `${email.typed} is disabled, all sessions ended`;
  },

  enable: async (asked) => {
    const email = emailOf(asked);
    await changeStanding(asked, email, { disabled: false });
    return `${email.typed} is enabled`;
  },

  revoke: async (asked) => {
    const email = emailOf(asked);
    const ended = await asked.accounts.revoke(email);
    if (ended === null) throw unknown(email);
    return `ended sessions of ${email.typed}: ${ended}`;
  },
};

async function changeStanding(
  { accounts }: Asked,
  email: Email,
  standing: Parameters<Accounts['setStanding']>[1],
): Promise<void> {
  const refusal = await accounts.setStanding(email, standing);
  if (refusal === 'unknown') throw unknown(email);
  if (refusal) throw new Refused(`${email.typed} is the last administrator: create another one first`);
}

const unknown = (email: Email) => new Refused(`${email.typed} has no account`);

function emailOf({ arguments: [typed] }: Asked): Email {
  if (typed === undefined) throw new Refused('which e-mail?');
  const email = readEmail(typed);
  if (!email) throw new Refused(`not an e-mail address: ${typed}`);
  return email;
}

function rankOf(word: string | undefined): 'admin' | 'user' {
  if (word === 'admin' || word === 'user') return word;
  throw new Refused('the rank is admin or user');
}

/** The first line of standard input, or a generated password with the note that tells it. */
async function newPassword(shortest: number): Promise<{ password: string; note: string }> {
  const given = (await readStandardInput()).split(/\r?\n/)[0] ?? '';
  if (given === '') {
    const password = systemRandom.password();
    return { password, note: `\npassword: ${password}` };
  }
  const password = readNewPassword(given, shortest);
  if (password === null)
    throw new Refused(`the password must have ${shortest} to ${PASSWORD_MAX} characters`);
  return { password, note: '' };
}

/** Only a pipe, a file or a socket is read: a terminal or nothing at all would keep us waiting. */
async function readStandardInput(): Promise<string> {
  const input = fstatSync(0);
  return input.isFIFO() || input.isFile() || input.isSocket() ? text(process.stdin) : '';
}

async function run(config: Config): Promise<string> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, rank: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (values.help || name === '') return USAGE;
  if (!command) throw new Refused(`no such command: ${name}\n\n${USAGE}`);
  await mkdir(config.dataFolder, { recursive: true });
  const database = await openDatabase<MauthSchema>(databaseOf(config, 'mauth'), mauthMigrations);
  try {
    const accounts = createAccounts({
      database,
      passwords: createPasswords(),
      clock: Date.now,
      random: systemRandom,
    });
    const { passwordMin } = config;
    return await command({ accounts, passwordMin, arguments: rest, name: values.name, rank: values.rank });
  } finally {
    await database.close();
  }
}

try {
  console.log(await run(readConfig(process.env)));
} catch (problem) {
  const isOurs = problem instanceof Refused || problem instanceof ConfigProblem;
  const isUsage = (problem as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  console.error(isOurs || isUsage ? (problem as Error).message : problem);
  process.exitCode = 1;
}
