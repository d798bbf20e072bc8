import { join, resolve } from 'node:path';
import { COMPANY_DEFAULTS } from '../../contract/company.ts';
import {
  AUDIT_DAYS,
  PASSWORD_MAX,
  REAUTH_MINUTES,
  REAUTH_MINUTES_MAX,
  SESSION_DAYS,
} from '../../contract/limits.ts';
import { type ProxyTrust, proxyTrustOf } from '../http/proxies.ts';
import { readEmail, readNewPassword } from '../mauth/credentials.ts';
import {
  type Check,
  ConfigProblem,
  flag,
  integer,
  line,
  list,
  oneOf,
  optionalInteger,
  readEnvironment,
  refused,
  text,
  url,
} from './environment.ts';

/** Days after which a price that no upload confirmed is no longer shown. */
const PRICE_TTL_DAYS = 30;

const SERVICE_NAMES = ['mauth', 'bridge', 'informator', 'mnote'] as const;
export type ServiceName = (typeof SERVICE_NAMES)[number];

const HOUR_ZONE: Check<string> = (value) => {
  const zone = value ?? 'Asia/Yekaterinburg';
  try {
    new Intl.DateTimeFormat('ru', { timeZone: zone });
    return { value: zone };
  } catch {
    return { problem: `is not a time zone: ${zone}` };
  }
};

const origins: Check<readonly string[]> = (value) => {
  const named = (value ?? '').split(',').flatMap((origin) => origin.trim() || []);
  const wrong = named.find((origin) => !URL.canParse(origin) || !/^https?:/.test(origin));
  return wrong === undefined ? { value: named } : { problem: `names something that is no site: ${wrong}` };
};

const proxies: Check<ProxyTrust> = (value = 'off') => {
  const trust = proxyTrustOf(value);
  return trust
    ? { value: trust }
    : {
        problem: `must be off, on, a number of proxies up to 10, or addresses and networks like 127.0.0.1,10.0.0.0/8, not "${value}"`,
      };
};

const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+$/;

const mailAddress: Check<string> = (value = '') =>
  value === '' || ADDRESS.test(value) ? { value } : { problem: `must be an e-mail address, not "${value}"` };

const mailServer: Check<string> = (value) => {
  const checked = url('', ['smtp:', 'smtps:'])(value);
  if ('problem' in checked || checked.value === '') return checked;
  const { username, password } = new URL(checked.value);
  try {
    decodeURIComponent(username + password);
    return checked;
  } catch {
    return { problem: 'has a user or a password with a bare %: write it as %25' };
  }
};

const FIELDS = {
  PORT: integer(8080, 0, 65_535),
  HOST: text('127.0.0.1'),
  DATA_DIR: text('./data'),
  DATABASE_URL: url('', ['postgres:', 'postgresql:']),
  FILES_URL: refused('is not supported: files are kept in DATA_DIR; leave it unset'),
  JWT_SECRET: text('', 16),
  JWT_SECRET_PREVIOUS: text('', 16),
  ADMIN_EMAIL: text(''),
  ADMIN_PASSWORD: text(''),
  SESSION_DAYS: integer(SESSION_DAYS, 1, 3_650),
  PASSWORD_COMMON: oneOf(['refuse', 'allow'], 'refuse'),
  PASSWORD_MIN: integer(8, 5, PASSWORD_MAX),
  REAUTH_MINUTES: integer(REAUTH_MINUTES, 0, REAUTH_MINUTES_MAX),
  SECOND_FACTOR: oneOf(['off', 'admin', 'all'], 'off'),
  AUDIT_DAYS: integer(AUDIT_DAYS, 0, 36_500),
  REGISTRATION: oneOf(['open', 'closed'], 'open'),
  VERIFICATION: flag(true),
  SMTP_URL: mailServer,
  MAIL_FROM: mailAddress,
  SITE_URL: url('', ['http:', 'https:']),
  SITE_NAME: line(COMPANY_DEFAULTS.siteName),
  COMPANY_PHONE: line(COMPANY_DEFAULTS.phone),
  COMPANY_EMAIL: line(COMPANY_DEFAULTS.email),
  COMPANY_ADDRESS: line(COMPANY_DEFAULTS.address),
  DELIVERY_COMPANIES: line(COMPANY_DEFAULTS.delivery),
  TIME_ZONE: HOUR_ZONE,
  SERVICES: list(SERVICE_NAMES, [...SERVICE_NAMES]),
  PUBLIC_MAUTH_URL: url('', ['http:', 'https:']),
  PUBLIC_BRIDGE_URL: url('', ['http:', 'https:']),
  PUBLIC_INFORMATOR_URL: url('', ['http:', 'https:']),
  PUBLIC_MNOTE_URL: url('', ['http:', 'https:']),
  CORS_ORIGINS: origins,
  TRUST_PROXY: proxies,
  METRICS_TOKEN: text('', 16),
  PUBLISH_COMMAND: text(''),
  PRICE_TTL_DAYS: optionalInteger(0, 3_650),
  DEMO: oneOf(['on', 'off', ''], ''),
  RATE_LIMIT_FACTOR: integer(1, 1, 1_000_000),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
  NODE_ENV: text(''),
} as const;

/** Everything the program takes from its surroundings, checked. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Empty: the embedded database in the data folder. */
  readonly databaseUrl: string;
  /** Empty: a random one kept in the data folder. */
  readonly jwtSecret: string;
  /** The secret before a rotation: what was made with it is good until it runs out. Empty: none. */
  readonly jwtSecretPrevious: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly passwordMin: number;
  /** Whether new passwords that guessers try first are taken. */
  readonly allowCommonPasswords: boolean;
  /** How long a given password is recent enough for sensitive changes, minutes; 0: as long as its session. */
  readonly reauthMinutes: number;
  /** How long entries of the journal are kept, days; 0: for ever. */
  readonly auditDays: number;
  /** How long a session lasts whatever its use. */
  readonly sessionDays: number;
  /** Whose accounts need a second factor. */
  readonly secondFactor: 'off' | 'admin' | 'all';
  /** Whether anybody may sign up. */
  readonly registrationOpen: boolean;
  /** Whether the e-mail of a new account has to be confirmed. */
  readonly verification: boolean;
  /** Empty: mails are laid into the data folder. */
  readonly smtpUrl: string;
  /** Whom mails come from. */
  readonly mailFrom: string;
  /** Whether the mails in the data folder are shown to callers on this machine. */
  readonly showsMails: boolean;
  readonly siteUrl: string;
  readonly siteName: string;
  /** What the demonstration texts say of the shop. */
  readonly company: {
    readonly phone: string;
    readonly email: string;
    readonly address: string;
    readonly delivery: readonly string[];
  };
  readonly timeZone: string;
  readonly services: readonly ServiceName[];
  readonly publicUrls: Readonly<Record<ServiceName, string>>;
  readonly corsOrigins: readonly string[];
  /** Which senders may say on whose behalf they send. */
  readonly trustProxy: ProxyTrust;
  readonly metricsToken: string;
  /** Line for the shell that brings each new build of the pages to where visitors get it; empty: none. */
  readonly publishCommand: string;
  /** 0: prices never expire. */
  readonly priceTtlDays: number;
  /** Whether an empty data folder gets the demonstration catalogue. */
  readonly demo: boolean;
  readonly rateLimitFactor: number;
  readonly logLevel: string;
}

/** Reads and checks the environment; throws ConfigProblem with one line for each wrong value. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const env = readEnvironment(environment, FIELDS);
  const problems = [];
  if (!env.SERVICES.includes('mauth') && !env.PUBLIC_MAUTH_URL && !env.SITE_URL)
    problems.push('PUBLIC_MAUTH_URL must say where the auth service is when SERVICES does not name it');
  if (env.ADMIN_EMAIL && !readEmail(env.ADMIN_EMAIL))
    problems.push(`ADMIN_EMAIL is not an e-mail address: ${env.ADMIN_EMAIL}`);
  if (env.ADMIN_PASSWORD && readNewPassword(env.ADMIN_PASSWORD, env.PASSWORD_MIN) === null)
    problems.push(`ADMIN_PASSWORD must have ${env.PASSWORD_MIN} to ${PASSWORD_MAX} characters`);
  if (problems.length > 0) throw new ConfigProblem(problems);
  const demo = env.DEMO === '' ? env.NODE_ENV !== 'production' : env.DEMO === 'on';
  return {
    port: env.PORT,
    host: env.HOST,
    dataFolder: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    jwtSecret: env.JWT_SECRET,
    jwtSecretPrevious: env.JWT_SECRET_PREVIOUS,
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    passwordMin: env.PASSWORD_MIN,
    allowCommonPasswords: env.PASSWORD_COMMON === 'allow',
    reauthMinutes: env.REAUTH_MINUTES,
    auditDays: env.AUDIT_DAYS,
    sessionDays: env.SESSION_DAYS,
    secondFactor: env.SECOND_FACTOR,
    registrationOpen: env.REGISTRATION === 'open',
    verification: env.VERIFICATION,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM || senderOf(env.SMTP_URL, env.SITE_URL),
    showsMails:
      env.SMTP_URL === '' &&
      LOOPBACK_HOSTS.has(env.HOST) &&
      env.NODE_ENV !== 'production' &&
      isOnThisMachine(env.SITE_URL),
    siteUrl: env.SITE_URL,
    siteName: env.SITE_NAME,
    company: {
      phone: env.COMPANY_PHONE,
      email: env.COMPANY_EMAIL,
      address: env.COMPANY_ADDRESS,
      delivery: env.DELIVERY_COMPANIES.split(',').flatMap((name) => name.trim() || []),
    },
    timeZone: env.TIME_ZONE,
    services: env.SERVICES,
    publicUrls: {
      mauth: env.PUBLIC_MAUTH_URL,
      bridge: env.PUBLIC_BRIDGE_URL,
      informator: env.PUBLIC_INFORMATOR_URL,
      mnote: env.PUBLIC_MNOTE_URL,
    },
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    publishCommand: env.PUBLISH_COMMAND.trim(),
    // Nobody confirms the prices of a demonstration: they would all be gone after a month.
    priceTtlDays: env.PRICE_TTL_DAYS ?? (demo ? 0 : PRICE_TTL_DAYS),
    demo,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
  };
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);

/** Whether only browsers on this machine are led to the site; visitors from elsewhere come through a proxy. */
const isOnThisMachine = (siteUrl: string): boolean =>
  siteUrl === '' || LOOPBACK_HOSTS.has(new URL(siteUrl).hostname.replace(/^\[|\]$/g, ''));

/** The mail server's user where that is an address, otherwise one of the site. */
function senderOf(smtpUrl: string, siteUrl: string): string {
  const user = smtpUrl === '' ? '' : decodeURIComponent(new URL(smtpUrl).username);
  if (ADDRESS.test(user)) return user;
  return `no-reply@${siteUrl === '' ? 'localhost' : new URL(siteUrl).hostname}`;
}

/** Where mails are laid when there is no mail server. */
export const outboxOf = (config: Config) => join(config.dataFolder, 'outbox');

/** Where a service keeps its tables. */
export function databaseOf(config: Config, service: ServiceName) {
  return config.databaseUrl
    ? ({ dialect: 'postgres', url: config.databaseUrl, schema: service } as const)
    : ({ dialect: 'sqlite', file: join(config.dataFolder, `${service}.db`) } as const);
}

/** Where a service keeps its files. */
export const filesOf = (config: Config, service: ServiceName) => join(config.dataFolder, 'files', service);
