import { localAddress } from './networks.ts';
import { isSet, isStated, readSettings, type SettingName, type SettingValues } from './read.ts';
import type { SETTINGS } from './table.ts';
import { type Environment, HANDED_ON } from './variables.ts';

/** The settings that the table declares as baked into the pages. */
export type BakedName = {
  [Name in SettingName]: (typeof SETTINGS)[Name] extends { readonly isBaked: true } ? Name : never;
}[SettingName];

/** The picture in the header, in place of sign and name. */
export interface SiteLogo {
  /** A file of the site. */
  readonly src: string;
  /** As it is shown, px. */
  readonly width: number;
  readonly height: number;
  /** It is dark and lets the dark header through. */
  readonly needsPlate: boolean;
}

/** What one installation differs in: names, contacts and hosts, baked into the pages by the build. */
export interface SiteSettings {
  /** Public address without a trailing slash. */
  readonly url: string;
  readonly name: string;
  /** Null: the sign of the product and the name. Whoever builds the pages has to read the picture first. */
  readonly logo: SiteLogo | null;
  /** With its preposition: «в Челябинске». */
  readonly town: string;
  readonly phone: string;
  readonly email: string;
  readonly address: string;
  /**
   * What is the shop's own and not the default: search engines are told no other contacts, and a new
   * administrator is reminded of the rest.
   */
  readonly stated: {
    readonly name: boolean;
    readonly phone: boolean;
    readonly email: boolean;
    readonly address: boolean;
    /** Mails have a way out. */
    readonly mail: boolean;
    readonly portalTexts: boolean;
  };
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
  /** Which words staff see until they choose. */
  readonly portalTexts: 'spec' | 'ru';
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
    logo: null,
    town: baked.COMPANY_TOWN,
    phone: baked.COMPANY_PHONE,
    email: baked.COMPANY_EMAIL,
    address: baked.COMPANY_ADDRESS,
    stated: {
      name: isStated('SITE_NAME', environment),
      phone: isStated('COMPANY_PHONE', environment),
      email: isStated('COMPANY_EMAIL', environment),
      address: isStated('COMPANY_ADDRESS', environment),
      mail: isSet('SMTP_URL', environment),
      portalTexts: isSet('PORTAL_TEXTS', environment),
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
    portalTexts: baked.PORTAL_TEXTS,
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
