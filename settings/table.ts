// The table of all settings of an installation: name, check, default and help of each environment variable.
import { availableParallelism } from 'node:os';
import * as limits from '../contract/limits.ts';
import * as checks from './checks.ts';
import { addressPlaces, proxies } from './networks.ts';
import { bucket, DATA_FOLDER, folderOrBucket, keepRule, SERVICE_NAMES, timeOfDay } from './storage.ts';
import type { Setting } from './variables.ts';

const secret = (shortest = 0) => ({ check: checks.text(shortest), byDefault: '', isSecret: true }) as const;
const whole = (least: number, most: number, byDefault: number) =>
  ({ check: checks.integer(least, most), byDefault: String(byDefault) }) as const;
const contact = <const Name extends string>(inPages: Name, check: checks.Check<string>, byDefault: string) =>
  ({ check, byDefault, inPages, isInvented: true }) as const;
const http = { check: checks.url('http:', 'https:'), byDefault: '' } as const;

const serviceElsewhere = <const Name extends string>(what: string, inPages: Name) =>
  ({
    check: checks.siteAddress,
    byDefault: '',
    defaultIs: 'the site itself',
    inPages,
    help: `where the pages find ${what} when it runs elsewhere`,
  }) as const;

/** Every setting, in the order of the documentation; texts of the shop are made-up demonstration values. */
export const SETTINGS = {
  NODE_ENV: {
    check: checks.mode,
    byDefault: '',
    help: '`production`: no demonstration data unless `DEMO=on`, no mails at `/dev/mail`; else `development`, `test` or empty',
  },
  PORT: { check: checks.integer(0, 65_535), byDefault: '8080', help: 'port to listen at; `0` takes a free one' },
  HOST: { check: checks.text(), byDefault: '127.0.0.1', help: 'address to listen at; `0.0.0.0` is every one' },
  DATA_DIR: {
    check: checks.path,
    byDefault: () => DATA_FOLDER,
    defaultIs: '`./data`',
    isPath: true,
    help: 'databases, files, built pages',
  },
  DATABASE_URL: {
    check: checks.servers('postgres:', 'postgresql:'),
    byDefault: '',
    isSecret: true,
    help: '`postgres://…` to use PostgreSQL 15 or newer instead of the embedded database; of several hosts (`postgres://shop@one,two/shop`) the one that takes changes',
  },
  DATABASE_READ_URL: {
    check: checks.url('postgres:', 'postgresql:'),
    byDefault: '',
    isSecret: true,
    help: 'a streaming replica of `DATABASE_URL` for lists and price lists; what was saved before is always seen',
  },
  FILES_URL: {
    check: bucket,
    byDefault: '',
    help: '`s3://bucket` or `s3://bucket/folder`: an object storage that speaks the protocol of Amazon S3 keeps the files, so that several servers see the same ones (docs/operations.md); empty: `DATA_DIR` does',
  },
  FILES_ENDPOINT: { ...http, help: 'where that storage answers, without the bucket: `https://s3.example`' },
  FILES_REGION: { check: checks.text(), byDefault: 'us-east-1', help: 'its region, as the storage names it' },
  FILES_KEY: { ...secret(), help: 'id of the key to it, which may read, write, list and delete objects of the bucket' },
  FILES_SECRET: { ...secret(), help: 'the secret of that key' },
  BACKUP_DIR: {
    check: folderOrBucket,
    byDefault: '',
    isPath: true,
    help: 'folder, or `s3://bucket/folder` in an object storage, into which the server itself takes a backup once a day (docs/operations.md); empty: it takes none',
  },
  BACKUP_ENDPOINT: {
    ...http,
    defaultIs: '`FILES_ENDPOINT`',
    help: 'where the object storage of backups answers, without the bucket',
  },
  BACKUP_REGION: { check: checks.text(), byDefault: '', defaultIs: '`FILES_REGION`', help: 'its region' },
  BACKUP_KEY: { ...secret(), defaultIs: '`FILES_KEY`', help: 'id of the key to it' },
  BACKUP_SECRET: { ...secret(), defaultIs: '`FILES_SECRET`', help: 'the secret of that key' },
  BACKUP_AT: {
    check: timeOfDay,
    byDefault: '03:30',
    help: 'from which time of day on, in `TIME_ZONE`; one that was missed is taken at the next start',
  },
  BACKUP_KEEP: {
    check: keepRule,
    byDefault: '7d,4w,6m',
    help: 'which of them stay: the newest of each of so many days, weeks and months; a bare number: so many of the newest',
  },
  BACKUP_PASSPHRASE: {
    ...secret(12),
    help: 'under which backups keep `jwt.secret`, 12 characters or more; empty: they leave it out. Keep it apart from the backups',
  },
  JWT_SECRET: {
    ...secret(16),
    defaultIs: 'random, kept in `DATA_DIR`',
    help: 'key of the access tokens, 16 characters or more; the same in all processes of one installation',
  },
  JWT_SECRET_PREVIOUS: {
    ...secret(16),
    help: 'the secret before a change of it: sessions, links and waiting mails live on (docs/operations.md)',
  },
  ADMIN_EMAIL: {
    check: checks.text(),
    byDefault: '',
    help: 'e-mail of the administrator to create at the first start; without it a start in production prints a link that makes one',
  },
  ADMIN_PASSWORD: { ...secret(), defaultIs: 'random, printed once', help: 'password of that administrator' },
  SESSION_DAYS: {
    ...whole(1, 3_650, limits.SESSION_DAYS),
    help: 'days after which a session ends however much it is used; one that is not used ends after 30',
  },
  PASSWORD_MIN: {
    ...whole(5, limits.PASSWORD_MAX, 8),
    inPages: 'passwordMin',
    help: 'shortest new password, characters',
  },
  PASSWORD_COMMON: {
    check: checks.oneOf('refuse', 'allow'),
    byDefault: 'refuse',
    help: '`allow` takes new passwords that guessers try first, or that hardly differ from the e-mail or the name of the shop',
  },
  REAUTH_MINUTES: {
    ...whole(0, limits.REAUTH_MINUTES_MAX, limits.REAUTH_MINUTES),
    help: 'how long after a sign-in, or after giving the password again, passwords, second factors and ranks change without another question; `0`: never ask',
  },
  ADDRESS_PLACES: {
    check: addressPlaces,
    byDefault: '',
    help: 'what networks are called in lists of sessions: comma list like `10.1.0.0/16=Склад,203.0.113.7=Офис`',
  },
  SECOND_FACTOR: {
    check: checks.oneOf('off', 'admin', 'all'),
    byDefault: 'off',
    help: "whose accounts need a second factor at sign-in: `off` nobody's (everybody may set one up), `admin` administrators', `all` everybody's",
  },
  REGISTRATION: {
    check: checks.oneOf('open', 'closed'),
    byDefault: 'open',
    inPages: 'registration',
    help: '`closed`: only administrators add accounts',
  },
  VERIFICATION: {
    check: checks.flag,
    byDefault: 'on',
    inPages: 'verification',
    help: '`off`: a new account works without confirming its e-mail',
  },
  REQUESTS_PER_DAY: {
    ...whole(0, 1_000_000, limits.REQUESTS_PER_DAY),
    help: 'how many requests («Заявки») people who are not signed in may send in a day of `TIME_ZONE`, all of them together; `0`: none. As many (with `0` the default) may come from new accounts, of whom the shop has taken up no request yet',
  },
  REQUESTS_PER_ADDRESS: {
    ...whole(0, 1_000_000, limits.REQUESTS_PER_ADDRESS),
    help: 'how many of them may come from one address, and how many one account may send; `0`: none',
  },
  AUDIT_DAYS: {
    ...whole(0, 36_500, limits.AUDIT_DAYS),
    help: 'how many days entries of the journal («Настройки» → «Журнал») are kept; `0`: for ever',
  },
  REQUEST_KEEP_DAYS: {
    ...whole(0, 36_500, limits.REQUEST_KEEP_DAYS),
    help: 'how many days a request («Заявки») with the data of its buyer is kept after its last change; `0`: for ever',
  },
  SMTP_URL: {
    check: checks.mailServer,
    byDefault: '',
    isSecret: true,
    help: '`smtp://user:password@host:587` or `smtps://…`; without one mails are laid into `DATA_DIR/outbox` and, on loopback outside production, shown at `/dev/mail`, never through a proxy that shows itself',
  },
  MAIL_FROM: {
    check: checks.mailAddress,
    byDefault: (textOf) => checks.senderOf(textOf('SMTP_URL'), textOf('SITE_URL')),
    defaultIs: 'user of `SMTP_URL`, else `no-reply@` the site',
    help: 'whom mails come from',
  },
  DEMO: {
    check: checks.onOrOff,
    byDefault: (textOf) => (textOf('NODE_ENV') === 'production' ? 'off' : 'on'),
    defaultIs: '`on` outside production',
    help: 'fill whatever is empty (catalogue, company pages, slides, access settings) with demonstration data',
  },
  PRICE_TTL_DAYS: {
    check: checks.integer(0, 3_650),
    // The prices of a demonstration are not updated: all of them would expire after a month.
    byDefault: (textOf) => (textOf('DEMO') === 'on' ? '0' : '30'),
    defaultIs: '`30`, with demonstration data `0`',
    help: 'a price not confirmed for so long shows as «Уточняйте у менеджера»; `0`: never',
  },
  SEARCH_THREADS: {
    check: checks.integer(1, 64),
    byDefault: () => String(Math.max(1, availableParallelism() - 1)),
    defaultIs: 'one less than the processor has cores, at least `1`',
    help: 'threads that answer searches; each takes about 60 MB of memory for a million positions',
  },
  PORTAL_TEXTS: {
    check: checks.oneOf('spec', 'ru'),
    byDefault: 'spec',
    inPages: 'portalTexts',
    help: 'words of documents and slides for staff: `spec` those of the specification, some English, `ru` Russian throughout; everybody may choose otherwise in the cabinet',
  },
  TIME_ZONE: { check: checks.timeZone, byDefault: 'Asia/Yekaterinburg', inPages: 'timeZone', help: 'days and dates' },
  SITE_URL: {
    check: checks.siteAddress,
    byDefault: '',
    defaultIs: 'where the server listens',
    inPages: 'url',
    help: 'address of the site in links and metadata',
  },
  SITE_NAME: { ...contact('name', checks.line, 'Запчасти'), help: 'name of the shop' },
  SITE_LOGO: {
    check: checks.path,
    byDefault: '',
    defaultIs: 'the sign of the product and the name',
    isPath: true,
    help: 'file of a picture (PNG, JPEG, WebP; no SVG) that stands in the header instead; one that is dark and has no ground of its own gets a light one',
  },
  SITE_HEADLINE: {
    check: checks.line,
    byDefault: 'Запчасти для автомобилей и спецтехники',
    inPages: 'headline',
    help: 'heading of the front page',
  },
  SEARCH_EXAMPLES: {
    check: checks.lines,
    byDefault: (textOf) => (textOf('DEMO') === 'on' ? '740.1003010-20, 04465 33471, фильтр масляный камаз' : ''),
    defaultIs: 'three with demonstration data, else none',
    inPages: 'searchExamples',
    help: 'comma list of searches below the search box: use ones that find something',
  },
  COMPANY_TOWN: {
    check: checks.town,
    byDefault: 'в Челябинске',
    inPages: 'town',
    help: 'town of the warehouse with its preposition, as sentences go on with it',
  },
  COMPANY_PHONE: { ...contact('phone', checks.phone, '+7 (000) 000-00-00'), help: 'phone in footer and cards' },
  COMPANY_EMAIL: { ...contact('email', checks.contactAddress, 'zakaz@example.test'), help: 'e-mail for orders' },
  COMPANY_ADDRESS: {
    ...contact('address', checks.line, 'г. Челябинск, ул. Примерная, д. 0'),
    help: 'address in the footer',
  },
  DELIVERY_COMPANIES: {
    check: checks.lines,
    byDefault: 'Деловые Линии, КИТ, Байкал Сервис, Луч',
    inPages: 'deliveryCompanies',
    help: 'comma list of carriers on the card',
  },
  ROBOTS: {
    check: checks.oneOf('index', 'noindex'),
    byDefault: 'index',
    inPages: 'robots',
    help: '`noindex` keeps search engines away',
  },
  LINK_PREFIX: {
    check: checks.folderOfSite,
    byDefault: '',
    inPages: 'linkPrefix',
    help: 'folder below the root of the site that internal links of page texts lead to',
  },
  SERVICES: {
    check: checks.list(SERVICE_NAMES),
    byDefault: SERVICE_NAMES.join(','),
    help: 'comma list of the services this process runs',
  },
  SERVE_PAGES: {
    check: checks.flag,
    byDefault: 'on',
    help: '`off`: this process answers the API alone and builds no pages; another one has them (docs/operations.md)',
  },
  PUBLIC_MAUTH_URL: serviceElsewhere('the auth service', 'mauthUrl'),
  PUBLIC_BRIDGE_URL: serviceElsewhere('the catalogue', 'bridgeUrl'),
  PUBLIC_INFORMATOR_URL: serviceElsewhere('profiles, company pages and documents', 'informatorUrl'),
  PUBLIC_MNOTE_URL: serviceElsewhere('the slides', 'mnoteUrl'),
  PUBLISH_COMMAND: {
    ...secret(),
    help: 'line for the shell after each new build of the pages, e.g. to copy `$SITE_FOLDER` to a CDN',
  },
  CORS_ORIGINS: { check: checks.sites, byDefault: '', help: 'comma list of other sites that may call the API' },
  TRUST_PROXY: {
    check: proxies,
    byDefault: 'off',
    help: "whose word about the caller's address, host and protocol counts: `on` one proxy with a private address, `1` to `10` as many proxies whatever their address, `127.0.0.1,10.0.0.0/8` those (docs/operations.md)",
  },
  API_DOCS: {
    check: checks.flag,
    byDefault: (textOf) => (textOf('NODE_ENV') === 'production' ? 'off' : 'on'),
    defaultIs: '`on` outside production',
    help: 'show the reference of the API at `/api/docs`, to anybody who can reach the server',
  },
  METRICS_TOKEN: {
    ...secret(16),
    help: 'bearer token for `/metrics`; without one it answers programs on this machine only, never through a proxy that shows itself',
  },
  STOP_DELAY: {
    ...whole(0, 300, 0),
    help: 'seconds for which a server that is to stop (SIGTERM) still answers while `/ready` says 503: longer than balancers take to notice',
  },
  RATE_LIMIT_FACTOR: { check: checks.integer(1, 1_000_000), byDefault: '1', help: 'multiplies every rate limit' },
  IMPORT_DIR: {
    check: checks.path,
    byDefault: '',
    isPath: true,
    help: 'folder whose folders may be sources of price lists (docs/operations.md); empty: none',
  },
  IMPORT_PRIVATE_ADDRESSES: {
    check: checks.flag,
    byDefault: 'off',
    help: '`on`: sources of price lists may lie at private addresses, this machine included',
  },
  EXCHANGE_TOKEN: {
    ...secret(16),
    help: 'secret by which an accounting program may send goods, prices and stock (docs/operations.md), 16 characters or more',
  },
  EXCHANGE_LOGIN: {
    check: checks.line,
    byDefault: '',
    help: 'user of the exchange of catalogues with 1C; with `EXCHANGE_PASSWORD`',
  },
  EXCHANGE_PASSWORD: { ...secret(12), help: 'password of that user, 12 characters or more' },
  EXCHANGE_PROVIDER: {
    check: checks.line,
    byDefault: '1С',
    help: 'provider that the goods of the accounting program belong to; made when missing',
  },
  EXCHANGE_BRAND: { check: checks.line, byDefault: '1С', help: 'brand that they belong to; made when missing' },
  EXCHANGE_PRICE_TYPE: {
    check: checks.line,
    byDefault: '',
    defaultIs: 'the first one that came, or the choice on the page of sources',
    help: 'name or Ид of the kind of prices to take from it',
  },
  SLOW_QUERY_MS: {
    ...whole(0, 3_600_000, 500),
    help: 'statements of the database that take longer have a line in the log, without their values; `0`: none has',
  },
  SLOW_REQUEST_MS: {
    ...whole(0, 3_600_000, 2000),
    help: 'requests of the API that take longer have a line in the log; `0`: none has',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...http,
    help: 'where traces go (OpenTelemetry, OTLP over HTTP): `http://127.0.0.1:4318`; empty: there are none. Other `OTEL_` variables: docs/operations.md',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    check: checks.share,
    byDefault: '1',
    help: 'share of the requests that have a trace, where whoever asks has not decided already',
  },
  LOG_LEVEL: {
    check: checks.oneOf('fatal', 'error', 'warn', 'info', 'debug', 'silent'),
    byDefault: 'info',
    help: '`fatal` … `debug`, `silent`',
  },
} as const satisfies Record<string, Setting>;
