import { resolve } from 'node:path';
import { readEmail } from '../../contract/fields/email.ts';
import { readNewPassword } from '../../contract/fields/password.ts';
import { PASSWORD_MAX } from '../../contract/limits.ts';
import { isLoopback } from '../../settings/address.ts';
import { isBucket } from '../../settings/files-checks.ts';
import { placeholders } from '../../settings/placeholders.ts';
import { SettingsProblem, type Wording } from '../../settings/problem.ts';
import { checkSettings, expected, isSet, type SettingValues } from '../../settings/read.ts';
import type { Environment } from '../../settings/setting.ts';
import type { Config } from './config.ts';
import { dataFolderOf } from './settings-file.ts';

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
      folder:
        values.BACKUP_DIR === '' || isBucket(values.BACKUP_DIR)
          ? values.BACKUP_DIR
          : resolve(values.BACKUP_DIR),
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
      .filter(
        (name) => isBucket(BACKUP_DIR ?? '') && isMissing(`BACKUP_${name}`) && isMissing(`FILES_${name}`),
      )
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
