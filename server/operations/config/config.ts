import { resolve } from 'node:path';
import { readNewPassword } from '../../../contract/accounts/forms.ts';
import { readEmail } from '../../../contract/fields/email.ts';
import { PASSWORD_MAX } from '../../../contract/limits.ts';
import { isLoopback, type PlaceOfAddress, type ProxyTrust } from '../../../settings/networks.ts';
import { SettingsProblem, type Wording } from '../../../settings/problem.ts';
import { checkSettings, expected, isSet, placeholders, type SettingValues } from '../../../settings/read.ts';
import { isBucket, type KeepRule, type SERVICE_NAMES } from '../../../settings/storage.ts';
import type { Environment } from '../../../settings/variables.ts';
import type { ObjectStorage } from '../../platform/files/object-storage.ts';
import { dataFolderOf } from './settings-file.ts';

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Everything the program takes from its surroundings, checked. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataFolder: string;
  /** Empty: the embedded database in the data folder. */
  readonly databaseUrl: string;
  /** Its read replica, empty where there is none. */
  readonly databaseReadUrl: string;
  /** Keeps the files; null: the data folder does. */
  readonly objectStorage: ObjectStorage | null;
  /** Backups that the server takes by itself. */
  readonly backups: {
    /** A folder or an address like s3://bucket/folder; empty: it takes none. */
    readonly folder: string;
    /** The object storage of backups, and the key to it; empty where there is none. */
    readonly access: Pick<ObjectStorage, 'endpoint' | 'region' | 'key' | 'secret'>;
    /** From when on, after midnight in the time zone. */
    readonly minutes: number;
    readonly keep: KeepRule;
    /** Under which they keep the key of the data folder; empty: they leave it out. */
    readonly passphrase: string;
  };
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
  /** How long requests of buyers are kept after their last change, days; 0: for ever. */
  readonly requestKeepDays: number;
  /** How many requests strangers may send a day: all of them, and each from his address. */
  readonly requestsPerDay: number;
  readonly requestsPerAddress: number;
  /** How long a session lasts whatever its use. */
  readonly sessionDays: number;
  /** What the place of an address is called in lists of sessions; '' for most. */
  readonly placeOf: PlaceOfAddress;
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
  /** File of the picture in the header; empty: none. */
  readonly siteLogo: string;
  /** What the demonstration texts say of the shop. */
  readonly company: {
    /** With its preposition: «в Челябинске». */
    readonly town: string;
    readonly phone: string;
    readonly email: string;
    readonly address: string;
    readonly delivery: readonly string[];
  };
  /** Names of the contacts that a shop for customers still has to state. */
  readonly placeholders: readonly string[];
  readonly timeZone: string;
  readonly services: readonly ServiceName[];
  /** Whether this process builds the pages and answers them. */
  readonly servesPages: boolean;
  readonly publicUrls: Readonly<Record<ServiceName, string>>;
  readonly corsOrigins: readonly string[];
  /** Which senders may say on whose behalf they send. */
  readonly trustProxy: ProxyTrust;
  /** Whether the reference of the API is shown at /api/docs. */
  readonly showsReference: boolean;
  readonly metricsToken: string;
  /** Line for the shell that brings each new build of the pages to where visitors get it; empty: none. */
  readonly publishCommand: string;
  /** 0: prices never expire. */
  readonly priceTtlDays: number;
  /** Threads that answer searches. */
  readonly searchThreads: number;
  /** The folder whose folders may be sources of price lists; empty: none. */
  readonly importFolder: string;
  /** Whether sources of price lists may lie at private addresses. */
  readonly importPrivateAddresses: boolean;
  /** What an accounting program may bring; empty texts switch it off. */
  readonly exchange: {
    readonly token: string;
    readonly login: string;
    readonly password: string;
    readonly provider: string;
    readonly brand: string;
    readonly priceType: string;
  };
  /** Whether an empty data folder gets the demonstration catalogue. */
  readonly demo: boolean;
  /** Whether somebody said so, and it is not just the default. */
  readonly demoIsAsked: boolean;
  readonly isProduction: boolean;
  /** How long a server that is to stop still answers, for balancers to notice, seconds. */
  readonly stopDelay: number;
  readonly rateLimitFactor: number;
  readonly logLevel: string;
  /** Statements and requests that take longer have a line in the log, ms; 0: none has. */
  readonly slowQueryMs: number;
  readonly slowRequestMs: number;
  /** Where traces of requests go, and of which share of them; null: nowhere. */
  readonly traces: { readonly endpoint: string; readonly share: number } | null;
}

/** Reads and checks the environment; throws SettingsProblem with one line for each wrong value. */
export function readConfig(environment: Environment): Config {
  const { values: right, problems } = checkSettings(environment);
  const all = [...problems, ...problemsBetween(right)];
  if (all.length > 0) throw new SettingsProblem(all);
  // Where nothing is wrong, none is missing.
  const values = right as SettingValues;
  return {
    port: values.PORT,
    host: values.HOST,
    dataFolder: dataFolderOf(environment),
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    objectStorage: values.FILES_URL && {
      ...values.FILES_URL,
      endpoint: values.FILES_ENDPOINT,
      region: values.FILES_REGION,
      key: values.FILES_KEY,
      secret: values.FILES_SECRET,
    },
    backups: {
      passphrase: values.BACKUP_PASSPHRASE,
      folder: values.BACKUP_DIR === '' || isBucket(values.BACKUP_DIR) ? values.BACKUP_DIR : resolve(values.BACKUP_DIR),
      access: {
        endpoint: values.BACKUP_ENDPOINT || values.FILES_ENDPOINT,
        region: values.BACKUP_REGION || values.FILES_REGION,
        key: values.BACKUP_KEY || values.FILES_KEY,
        secret: values.BACKUP_SECRET || values.FILES_SECRET,
      },
      minutes: values.BACKUP_AT,
      keep: values.BACKUP_KEEP,
    },
    jwtSecret: values.JWT_SECRET,
    jwtSecretPrevious: values.JWT_SECRET_PREVIOUS,
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    passwordMin: values.PASSWORD_MIN,
    allowCommonPasswords: values.PASSWORD_COMMON === 'allow',
    reauthMinutes: values.REAUTH_MINUTES,
    auditDays: values.AUDIT_DAYS,
    requestKeepDays: values.REQUEST_KEEP_DAYS,
    requestsPerDay: values.REQUESTS_PER_DAY,
    requestsPerAddress: values.REQUESTS_PER_ADDRESS,
    sessionDays: values.SESSION_DAYS,
    secondFactor: values.SECOND_FACTOR,
    placeOf: values.ADDRESS_PLACES,
    registrationOpen: values.REGISTRATION === 'open',
    verification: values.VERIFICATION,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    showsMails: showsMails(values),
    siteUrl: values.SITE_URL,
    siteName: values.SITE_NAME,
    siteLogo: values.SITE_LOGO === '' ? '' : resolve(values.SITE_LOGO),
    company: {
      town: values.COMPANY_TOWN,
      phone: values.COMPANY_PHONE,
      email: values.COMPANY_EMAIL,
      address: values.COMPANY_ADDRESS,
      delivery: values.DELIVERY_COMPANIES,
    },
    placeholders: placeholders(environment),
    timeZone: values.TIME_ZONE,
    services: values.SERVICES,
    servesPages: values.SERVE_PAGES,
    publicUrls: {
      mauth: values.PUBLIC_MAUTH_URL,
      bridge: values.PUBLIC_BRIDGE_URL,
      informator: values.PUBLIC_INFORMATOR_URL,
      mnote: values.PUBLIC_MNOTE_URL,
    },
    corsOrigins: values.CORS_ORIGINS,
    trustProxy: values.TRUST_PROXY,
    showsReference: values.API_DOCS,
    metricsToken: values.METRICS_TOKEN,
    publishCommand: values.PUBLISH_COMMAND,
    priceTtlDays: values.PRICE_TTL_DAYS,
    searchThreads: values.SEARCH_THREADS,
    importFolder: values.IMPORT_DIR === '' ? '' : resolve(values.IMPORT_DIR),
    importPrivateAddresses: values.IMPORT_PRIVATE_ADDRESSES,
    exchange: {
      token: values.EXCHANGE_TOKEN,
      login: values.EXCHANGE_LOGIN,
      password: values.EXCHANGE_PASSWORD,
      provider: values.EXCHANGE_PROVIDER,
      brand: values.EXCHANGE_BRAND,
      priceType: values.EXCHANGE_PRICE_TYPE,
    },
    demo: values.DEMO === 'on',
    demoIsAsked: isSet('DEMO', environment),
    isProduction: values.NODE_ENV === 'production',
    stopDelay: values.STOP_DELAY,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    logLevel: values.LOG_LEVEL,
    slowQueryMs: values.SLOW_QUERY_MS,
    slowRequestMs: values.SLOW_REQUEST_MS,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, share: values.OTEL_TRACES_SAMPLER_ARG }
      : null,
  };
}

/** What is wrong with settings that are right by themselves; those that are not are missing here. */
function problemsBetween(values: Partial<SettingValues>): Wording[] {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, PASSWORD_MIN, SERVICES, BACKUP_DIR } = values;
  const problems: Wording[] = [];
  if (SERVICES && !SERVICES.includes('mauth') && values.PUBLIC_MAUTH_URL === '' && values.SITE_URL === '')
    problems.push({
      english: 'PUBLIC_MAUTH_URL must say where the auth service is when SERVICES does not name it',
      russian: 'PUBLIC_MAUTH_URL: укажите адрес службы учётных записей, раз её нет в SERVICES',
    });
  if (ADMIN_EMAIL && !readEmail(ADMIN_EMAIL))
    problems.push({
      english: `ADMIN_EMAIL is not an e-mail address: ${ADMIN_EMAIL}`,
      russian: expected('ADMIN_EMAIL', 'адрес почты вида you@shop.example', ADMIN_EMAIL),
    });
  if (ADMIN_PASSWORD && PASSWORD_MIN && readNewPassword(ADMIN_PASSWORD, PASSWORD_MIN) === null)
    problems.push({
      english: `ADMIN_PASSWORD must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
      russian: expected('ADMIN_PASSWORD', `от ${PASSWORD_MIN} до ${PASSWORD_MAX} символов`, null),
    });
  const isMissing = (name: keyof SettingValues) => values[name] === '';
  const missing = [
    ...(['FILES_ENDPOINT', 'FILES_KEY', 'FILES_SECRET'] as const)
      .filter((name) => values.FILES_URL && isMissing(name))
      .map((name) => [name, 'FILES_URL']),
    ...(['ENDPOINT', 'KEY', 'SECRET'] as const)
      .filter((name) => isBucket(BACKUP_DIR ?? '') && isMissing(`BACKUP_${name}`) && isMissing(`FILES_${name}`))
      .map((name) => [`BACKUP_${name}`, 'BACKUP_DIR=s3://…']),
    ...[
      ['EXCHANGE_LOGIN', 'EXCHANGE_PASSWORD'] as const,
      ['EXCHANGE_PASSWORD', 'EXCHANGE_LOGIN'] as const,
      ['DATABASE_URL', 'DATABASE_READ_URL'] as const,
    ].filter(([name, other]) => isMissing(name) && values[other]),
  ];
  for (const [name, other] of missing)
    problems.push({
      english: `${name} must be given with ${other}`,
      russian: `${name}: укажите вместе с ${other}`,
    });
  return problems;
}

/** Mails are shown where nothing is sent, outside production, and to nobody but this machine. */
const showsMails = ({ SMTP_URL, HOST, NODE_ENV, SITE_URL }: SettingValues): boolean =>
  SMTP_URL === '' && isLoopback(HOST) && NODE_ENV !== 'production' && isOnThisMachine(SITE_URL);

/** Whether only browsers on this machine are led to the site; visitors from elsewhere come through a proxy. */
const isOnThisMachine = (siteUrl: string): boolean =>
  siteUrl === '' || isLoopback(new URL(siteUrl).hostname.replace(/^\[|\]$/g, ''));
