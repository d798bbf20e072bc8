import { join, resolve } from 'node:path';
import { PASSWORD_MAX } from '../contract/limits.ts';
import {
  type Check,
  ConfigProblem,
  flag,
  integer,
  list,
  oneOf,
  optionalInteger,
  readEnvironment,
  text,
  url,
} from './environment.ts';
import { readEmail, readNewPassword } from './mauth/credentials.ts';

/** Days after which a price that no upload confirmed is no longer shown. */
const PRICE_TTL_DAYS = 30;

const SERVICE_NAMES = ['mauth', 'bridge'] as const;
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

const FIELDS = {
  PORT: integer(8080, 0, 65_535),
  HOST: text('127.0.0.1'),
  DATA_DIR: text('./data'),
  DATABASE_URL: url('', ['postgres:', 'postgresql:']),
  JWT_SECRET: text('', 16),
  ADMIN_EMAIL: text(''),
  ADMIN_PASSWORD: text(''),
  PASSWORD_MIN: integer(8, 5, PASSWORD_MAX),
  SITE_URL: url('', ['http:', 'https:']),
  TIME_ZONE: HOUR_ZONE,
  SERVICES: list(SERVICE_NAMES, [...SERVICE_NAMES]),
  PUBLIC_MAUTH_URL: url('', ['http:', 'https:']),
  PUBLIC_BRIDGE_URL: url('', ['http:', 'https:']),
  CORS_ORIGINS: origins,
  TRUST_PROXY: flag(false),
  METRICS_TOKEN: text('', 16),
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
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly passwordMin: number;
  readonly siteUrl: string;
  readonly timeZone: string;
  readonly services: readonly ServiceName[];
  readonly publicUrls: Readonly<Record<ServiceName, string>>;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean;
  readonly metricsToken: string;
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
    adminEmail: env.ADMIN_EMAIL,
    adminPassword: env.ADMIN_PASSWORD,
    passwordMin: env.PASSWORD_MIN,
    siteUrl: env.SITE_URL,
    timeZone: env.TIME_ZONE,
    services: env.SERVICES,
    publicUrls: { mauth: env.PUBLIC_MAUTH_URL, bridge: env.PUBLIC_BRIDGE_URL },
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    metricsToken: env.METRICS_TOKEN,
    // Nobody confirms the prices of a demonstration: they would all be gone after a month.
    priceTtlDays: env.PRICE_TTL_DAYS ?? (demo ? 0 : PRICE_TTL_DAYS),
    demo,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    logLevel: env.LOG_LEVEL,
  };
}

/** Where a service keeps its tables. */
export function databaseOf(config: Config, service: ServiceName) {
  return config.databaseUrl
    ? ({ dialect: 'postgres', url: config.databaseUrl, schema: service } as const)
    : ({ dialect: 'sqlite', file: join(config.dataFolder, `${service}.db`) } as const);
}

/** Where a service keeps its files. */
export const filesOf = (config: Config, service: ServiceName) => join(config.dataFolder, 'files', service);
