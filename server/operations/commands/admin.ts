// The command `parts admin` for accounts and settings: reads its command line. The commands are in admin-commands.ts.
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { localAddress } from '../../../settings/networks.ts';
import { SettingsProblem } from '../../../settings/problem.ts';
import { settingsReport } from '../../../settings/report.ts';
import { openSealKeys } from '../../documents/package/seal-keys.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { writeForOwnerOnly } from '../../platform/files/folder-access.ts';
import type { PortalSchema } from '../../portal-database/schema.ts';
import { type Config, databaseOf, readConfig } from '../config/config.ts';
import { openDataFolder } from '../config/data-folder.ts';
import { removeDemo } from '../demo/demonstrations.ts';
import { openAuth, secretsOf } from '../services/accounts.ts';
import { MIGRATIONS } from '../services/migrations.ts';
import { COMMANDS, Refused } from './admin-commands.ts';
import { settingsOfCommand, shopConfig, takeSettingsOption } from './command-line.ts';

const USAGE = `Accounts and settings from the command line; the server may be running.

  parts admin create <email> [--name <name>] [--rank admin|user]
  parts admin password <email>
  parts admin reset <email>
  parts admin factor-reset <email>
  parts admin email <old or uid> <new>
  parts admin list
  parts admin rank <email> admin|user
  parts admin disable <email>
  parts admin enable <email>
  parts admin revoke <email>
  parts admin setup-link
  parts admin seal [--new]
  parts admin settings
  parts admin remove-demo [--dry-run] [--yes]

create and password read the password from standard input, e.g. from a file or a pipe;
without one they make a password up and print it, once. reset mails a password that works
once and has to be changed. factor-reset takes the second factor of somebody who lost it
and ends all sessions. email gives an account another address at once, e.g. when the
owner lost the old mailbox; a link to reset the password then goes to the new one. The uid
names one of two accounts with the same e-mail. setup-link prints a link by which the first
administrator is made, once, within a day; links before it are void.
seal lists the SHA-256 fingerprints of the certificates that seal documents, the present one
first; --new makes another one, and what was sealed before stays known.
settings lists every setting with its value here, secrets masked. remove-demo takes away
what the demonstration made and nobody has changed since, after it was listed and agreed to.`;

function reportOfSettings(): string {
  const { path, names } = settingsOfCommand();
  readConfig(process.env);
  return settingsReport(process.env, (name) => (names.has(name) ? path : null));
}

const siteOf = ({ siteUrl, host, port }: Config): string => siteUrl || localAddress(host, port);

/** Makes the first certificate where there is none yet. */
async function reportOfSeals(isNewWanted: boolean): Promise<string> {
  const config = await shopConfig();
  if (!config.services.includes('informator')) throw new Refused('the documents are served by another process');
  await openDataFolder(config.dataDir);
  const database = await openDatabase<PortalSchema>(databaseOf(config, 'informator'), MIGRATIONS.informator);
  try {
    const site = () => siteOf(config);
    const seals = openSealKeys({ database, secrets: await secretsOf(config), clock: () => Date.now(), site });
    if (isNewWanted) await seals.rotate();
    else await seals.current();
    const day = (at: number) => new Date(at).toISOString().slice(0, 10);
    return (await seals.list())
      .map(({ fingerprint, since, until }, at) => {
        const use = at === 0 ? `seals since ${day(since)}, valid until ${day(until)}` : `sealed from ${day(since)} on`;
        return `${fingerprint}\t${use}`;
      })
      .join('\n');
  } finally {
    await database.close();
  }
}

async function run(): Promise<string> {
  takeSettingsOption();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      rank: { type: 'string' },
      yes: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      new: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  const [name = '', ...rest] = positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (values.help || name === '') return USAGE;
  if (name === 'settings') return reportOfSettings();
  if (name === 'remove-demo') {
    const config = await shopConfig();
    const { yes = false, 'dry-run': dryRun = false } = values;
    return removeDemo(config, { yes, dryRun, clock: () => Date.now(), say: console.log });
  }
  if (name === 'seal') return reportOfSeals(values.new ?? false);
  if (!command) throw new Refused(`no such command: ${name}\n\n${USAGE}`);
  const config = await shopConfig();
  await openDataFolder(config.dataDir);
  const siteAddress = siteOf(config);
  const log = pino({ level: 'silent' });
  const mauth = await openAuth(config, { clock: () => Date.now(), log, siteAddress: () => siteAddress });
  try {
    return await command({ mauth, config, siteAddress, arguments: rest, name: values.name, rank: values.rank });
  } finally {
    await mauth.close();
  }
}

writeForOwnerOnly();
try {
  console.log(await run());
} catch (problem) {
  const isOurs = problem instanceof Refused || problem instanceof SettingsProblem;
  const isUsage = (problem as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ?? false;
  console.error(isOurs || isUsage ? (problem as Error).message : problem);
  process.exitCode = 1;
}
