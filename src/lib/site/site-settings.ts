import { COMPANY_DEFAULTS } from '../../../contract/company.ts';

/** What one installation differs in: names, contacts and hosts, baked into the pages by the build. */
export interface SiteSettings {
  /** Public address without a trailing slash. */
  readonly url: string;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  /** Which of the contacts somebody has set: search engines are told no others. */
  readonly stated: { readonly phone: boolean; readonly email: boolean; readonly address: boolean };
  readonly deliveryCompanies: readonly string[];
  /** Hosts of the services without a trailing slash; empty: the site's own. */
  readonly services: {
    readonly mauth: string;
    readonly bridge: string;
    readonly informator: string;
    readonly mnote: string;
  };
  /** Folder of the pages that internal links of the markup name; empty: the root of the site. */
  readonly linkPrefix: string;
  /** What the sign-in screen offers and demands. */
  readonly accounts: {
    readonly registration: boolean;
    /** A new account waits for the link of a mail. */
    readonly verification: boolean;
    /** Shortest new password, characters. */
    readonly passwordMin: number;
  };
  readonly robots: 'index' | 'noindex';
  readonly timeZone: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Shortest new password where the environment names none, characters. */
const PASSWORD_MIN = 8;

/** Reads the settings from the environment; whatever is unset gets its demonstration value. */
export function readSite(environment: Environment): SiteSettings {
  const text = (name: string, byDefault: string) => environment[name]?.trim() || byDefault;
  const address = (name: string, byDefault = '') => text(name, byDefault).replace(/\/+$/, '');
  return {
    url: address('SITE_URL', 'http://127.0.0.1:8080'),
    name: text('SITE_NAME', COMPANY_DEFAULTS.siteName),
    phone: text('COMPANY_PHONE', COMPANY_DEFAULTS.phone),
    email: text('COMPANY_EMAIL', COMPANY_DEFAULTS.email),
    address: text('COMPANY_ADDRESS', COMPANY_DEFAULTS.address),
    stated: {
      phone: text('COMPANY_PHONE', '') !== '',
      email: text('COMPANY_EMAIL', '') !== '',
      address: text('COMPANY_ADDRESS', '') !== '',
    },
    deliveryCompanies: text('DELIVERY_COMPANIES', COMPANY_DEFAULTS.delivery)
      .split(',')
      .map((company) => company.trim())
      .filter(Boolean),
    services: {
      mauth: address('PUBLIC_MAUTH_URL'),
      bridge: address('PUBLIC_BRIDGE_URL'),
      informator: address('PUBLIC_INFORMATOR_URL'),
      mnote: address('PUBLIC_MNOTE_URL'),
    },
    linkPrefix: text('LINK_PREFIX', ''),
    accounts: {
      registration: text('REGISTRATION', 'open') !== 'closed',
      verification: text('VERIFICATION', 'on') !== 'off',
      passwordMin: Number(text('PASSWORD_MIN', String(PASSWORD_MIN))),
    },
    robots: text('ROBOTS', 'index') === 'noindex' ? 'noindex' : 'index',
    timeZone: text('TIME_ZONE', 'Asia/Yekaterinburg'),
  };
}
