/** Opens the service of accounts (mauth in the API) as the settings say. */
import type { FastifyBaseLogger } from 'fastify';
import type { AccountsService } from '../../accounts/index.ts';
import { createLimits, type Limits } from '../../platform/http/limits.ts';
import type { MailTransport } from '../../platform/mail/mail.ts';
import { folderTransport, smtpTransport } from '../../platform/mail/transports.ts';
import { readInstallationSecret, type Secrets } from '../../platform/secrets.ts';
import { type Config, databaseOf, outboxOf } from '../config/config.ts';
import { openAccounts } from './databases.ts';

interface AuthSurroundings {
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  readonly siteAddress: () => string;
  /** By default this process counts by itself. */
  readonly limits?: Limits;
}

export const transportOf = (config: Config): MailTransport =>
  config.smtpUrl
    ? smtpTransport({ url: config.smtpUrl, from: config.mailFrom })
    : folderTransport(outboxOf(config), config.mailFrom);

/** What keys are made from: the configured secret, or one that the data folder keeps; then the one before it. */
export const secretsOf = async ({ jwtSecret, jwtSecretPrevious, dataDir }: Config): Promise<Secrets> => [
  jwtSecret || (await readInstallationSecret(dataDir)),
  ...(jwtSecretPrevious ? [jwtSecretPrevious] : []),
];

export const openAuth = async (config: Config, surroundings: AuthSurroundings): Promise<AccountsService> =>
  openAccounts({
    location: databaseOf(config, 'mauth'),
    secrets: await secretsOf(config),
    passwordMin: config.passwordMin,
    reauthMinutes: config.reauthMinutes,
    sessionDays: config.sessionDays,
    allowCommonPasswords: config.passwordCommon === 'allow',
    factorPolicy: config.secondFactor,
    siteName: config.siteName,
    auditDays: config.auditDays,
    placeOf: config.addressPlaces,
    limits: createLimits(config.rateLimitFactor),
    registrationOpen: config.registration === 'open',
    verification: config.verification,
    firstAdministrates: config.nodeEnv !== 'production',
    transport: transportOf(config),
    timeZone: config.timeZone,
    ...surroundings,
  });
