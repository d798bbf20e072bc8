import { readNewPassword } from '../../../contract/accounts/forms.ts';
import { readEmail } from '../../../contract/fields/email.ts';
import { PASSWORD_MAX } from '../../../contract/limits.ts';
import { isLoopback } from '../../../settings/networks.ts';
import { SettingsProblem, type Wording } from '../../../settings/problem.ts';
import {
  camelCase,
  checkSettings,
  expected,
  isSet,
  missingContacts,
  type SettingName,
  type SettingValues,
} from '../../../settings/read.ts';
import { isBucket, type SERVICE_NAMES } from '../../../settings/storage.ts';
import type { Environment } from '../../../settings/variables.ts';
import type { ObjectStorage } from '../../platform/files/object-storage.ts';

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Everything the program takes from its surroundings, checked: each setting of the table, and what follows from several. */
export interface Config extends SettingValues {
  /** Keeps the files; null: the data folder does. */
  readonly objectStorage: ObjectStorage | null;
  /** The object storage of backups without its bucket, and the key to it; empty where there is none. */
  readonly backupAccess: Pick<ObjectStorage, 'endpoint' | 'region' | 'key' | 'secret'>;
  /** Whether the mails in the data folder are shown to callers on this machine. */
  readonly showsMails: boolean;
  /** Names of the contacts that a shop for customers still has to state. */
  readonly placeholders: readonly string[];
  /** Whether DEMO is set, and it is not just the default. */
  readonly demoIsAsked: boolean;
}

/** Reads and checks the environment; throws SettingsProblem with one line for each wrong value. */
export function readConfig(environment: Environment): Config {
  const { values: right, problems } = checkSettings(environment);
  const all = [...problems, ...problemsBetween(right)];
  if (all.length > 0) throw new SettingsProblem(all);
  // Where nothing is wrong, none is missing.
  const values = right as SettingValues;
  const access = {
    endpoint: values.filesEndpoint,
    region: values.filesRegion,
    key: values.filesKey,
    secret: values.filesSecret,
  };
  return {
    ...values,
    objectStorage: values.filesUrl && { ...values.filesUrl, ...access },
    backupAccess: {
      endpoint: values.backupEndpoint || access.endpoint,
      region: values.backupRegion || access.region,
      key: values.backupKey || access.key,
      secret: values.backupSecret || access.secret,
    },
    showsMails: showsMails(values),
    placeholders: missingContacts(environment),
    demoIsAsked: isSet('DEMO', environment),
  };
}

/** What is wrong with settings that are right by themselves; those that are not are missing here. */
function problemsBetween(values: Partial<SettingValues>): Wording[] {
  const { adminEmail, adminPassword, passwordMin, services, backupDir } = values;
  const problems: Wording[] = [];
  if (services && !services.includes('mauth') && values.publicMauthUrl === '' && values.siteUrl === '')
    problems.push({
      english: 'PUBLIC_MAUTH_URL must say where the auth service is when SERVICES does not name it',
      russian: 'PUBLIC_MAUTH_URL: укажите адрес службы учётных записей, раз её нет в SERVICES',
    });
  if (adminEmail && !readEmail(adminEmail))
    problems.push({
      english: `ADMIN_EMAIL is not an e-mail address: ${adminEmail}`,
      russian: expected('ADMIN_EMAIL', 'адрес почты вида you@shop.example', adminEmail),
    });
  if (adminPassword && passwordMin && readNewPassword(adminPassword, passwordMin) === null)
    problems.push({
      english: `ADMIN_PASSWORD must have ${passwordMin} to ${PASSWORD_MAX} characters`,
      russian: expected('ADMIN_PASSWORD', `от ${passwordMin} до ${PASSWORD_MAX} символов`, null),
    });
  const isMissing = (name: SettingName) => values[camelCase(name)] === '';
  const missing = [
    ...(['FILES_ENDPOINT', 'FILES_KEY', 'FILES_SECRET'] as const)
      .filter((name) => values.filesUrl && isMissing(name))
      .map((name) => [name, 'FILES_URL']),
    ...(['ENDPOINT', 'KEY', 'SECRET'] as const)
      .filter((name) => isBucket(backupDir ?? '') && isMissing(`BACKUP_${name}`) && isMissing(`FILES_${name}`))
      .map((name) => [`BACKUP_${name}`, 'BACKUP_DIR=s3://…']),
    ...[
      ['EXCHANGE_LOGIN', 'EXCHANGE_PASSWORD'] as const,
      ['EXCHANGE_PASSWORD', 'EXCHANGE_LOGIN'] as const,
      ['DATABASE_URL', 'DATABASE_READ_URL'] as const,
    ].filter(([name, other]) => isMissing(name) && values[camelCase(other)]),
  ];
  for (const [name, other] of missing)
    problems.push({
      english: `${name} must be given with ${other}`,
      russian: `${name}: укажите вместе с ${other}`,
    });
  return problems;
}

/** Mails are shown where nothing is sent, outside production, and only to this machine. */
const showsMails = ({ smtpUrl, host, nodeEnv, siteUrl }: SettingValues): boolean =>
  smtpUrl === '' && isLoopback(host) && nodeEnv !== 'production' && isOnThisMachine(siteUrl);

/** Whether only browsers on this machine are led to the site; visitors from elsewhere come through a proxy. */
const isOnThisMachine = (siteUrl: string): boolean =>
  siteUrl === '' || isLoopback(new URL(siteUrl).hostname.replace(/^\[|\]$/g, ''));
