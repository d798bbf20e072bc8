import type { PlaceOfAddress } from '../../settings/address-places.ts';
import type { KeepRule } from '../../settings/backup-checks.ts';
import type { SERVICE_NAMES } from '../../settings/data-folder.ts';
import type { ProxyTrust } from '../../settings/proxy-trust.ts';
import type { ObjectStorage } from '../files/s3/address.ts';

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
