import { localAddress } from './address.ts';
import { HANDED_ON } from './handed-on.ts';
import { isSet, readSettings, type SettingName, type SettingValues } from './read.ts';
import type { Environment } from './setting.ts';
import type { SETTINGS } from './table.ts';

/** The settings that the table declares as baked into the pages. */
export type BakedName = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { readonly isBaked: true } ? Name : never;
}[SettingName];

/** What one installation differs in: names, contacts and hosts, baked into the pages by the build. */
export interface SiteSettings {
  /** Public address without a trailing slash. */
  readonly url: string;
  readonly name: string;
  /** With its preposition: «в Челябинске». */
  readonly town: string;
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
  /** What the front page is built with; no script needs it. */
  readonly front: { readonly headline: string; readonly searchExamples: readonly string[] };
}

/**
 * The settings of the pages; without SITE_URL their address is the one at which the server listens. Throws
 * SettingsProblem.
 */
export function readSite(environment: Environment, listensAt?: string): SiteSettings {
  const values = readSettings(environment);
  const ownAddress = listensAt ?? localAddress(values.HOST, values.PORT);
  const baked: Pick<SettingValues, BakedName> = values;
  return {
    url: baked.SITE_URL || ownAddress,
    name: baked.SITE_NAME,
    town: baked.COMPANY_TOWN,
    phone: baked.COMPANY_PHONE,
    email: baked.COMPANY_EMAIL,
    address: baked.COMPANY_ADDRESS,
    stated: {
      phone: isSet('COMPANY_PHONE', environment),
      email: isSet('COMPANY_EMAIL', environment),
      address: isSet('COMPANY_ADDRESS', environment),
    },
    deliveryCompanies: baked.DELIVERY_COMPANIES,
    services: {
      mauth: baked.PUBLIC_MAUTH_URL,
      bridge: baked.PUBLIC_BRIDGE_URL,
      informator: baked.PUBLIC_INFORMATOR_URL,
      mnote: baked.PUBLIC_MNOTE_URL,
    },
    linkPrefix: baked.LINK_PREFIX,
    accounts: {
      registration: baked.REGISTRATION === 'open',
      verification: baked.VERIFICATION,
      passwordMin: baked.PASSWORD_MIN,
    },
    robots: baked.ROBOTS,
    timeZone: baked.TIME_ZONE,
    front: { headline: baked.SITE_HEADLINE, searchExamples: baked.SEARCH_EXAMPLES },
  };
}

/** The settings that a build of the pages was handed, or those of its environment. */
export function siteOfBuild(environment: Environment): SiteSettings {
  const handed = environment[HANDED_ON.siteSettings];
  return handed ? (JSON.parse(handed) as SiteSettings) : readSite(environment);
}
