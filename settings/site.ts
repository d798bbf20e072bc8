// The settings that the build writes into the pages (name of the shop, phone …), out of those of table.ts.
import { localAddress } from './networks.ts';
import { ALL_SETTINGS, camelCase, isOwnContact, isSet, readSettings, type SettingName, type ValueOf } from './read.ts';
import type { SETTINGS } from './table.ts';
import { BUILD_VARIABLES, type Environment } from './variables.ts';

type Entry<Name extends SettingName> = (typeof SETTINGS)[Name];
type NameInPages<Name extends SettingName> =
  Entry<Name> extends { readonly inPages: infer InPages extends string } ? InPages : never;

type Contact = {
  [Name in SettingName]: Entry<Name> extends { readonly isInvented: true } ? NameInPages<Name> : never;
}[SettingName];

/** The picture in the header: a file of the site, and its size as shown, px. */
export interface SiteLogo {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  /** It is dark and transparent, so that it needs a light plate on the dark header. */
  readonly needsPlate: boolean;
}

/** The settings that the table has in the pages, checked, under their names there. */
type PageSettings = { readonly [Name in SettingName as NameInPages<Name>]: ValueOf<Name> };

export interface SiteSettings extends PageSettings {
  /** Null: the sign of the product and the name. The build has to read the picture first. */
  readonly logo: SiteLogo | null;
  /** Which contacts are the shop's own: search engines get no other ones. `mail`: mails can be sent. */
  readonly stated: Readonly<Record<Contact | 'mail' | 'portalTexts', boolean>>;
}

/** The settings of the pages; without SITE_URL the address at which the server listens. Throws SettingsProblem. */
export function readSite(environment: Environment, listensAt?: string): SiteSettings {
  const values = readSettings(environment);
  const inPages = ALL_SETTINGS.flatMap(([name, entry]) =>
    entry.inPages ? [{ ...entry, name, inPages: entry.inPages }] : [],
  );
  const site = Object.fromEntries(
    inPages.map((entry) => [entry.inPages, values[camelCase(entry.name)]]),
  ) as PageSettings;
  const contacts = inPages.flatMap((entry) =>
    entry.isInvented ? [[entry.inPages, isOwnContact(entry.name, environment)]] : [],
  );
  return {
    ...site,
    url: site.url || (listensAt ?? localAddress(values.host, values.port)),
    logo: null,
    stated: {
      ...(Object.fromEntries(contacts) as Record<Contact, boolean>),
      mail: isSet('SMTP_URL', environment),
      portalTexts: isSet('PORTAL_TEXTS', environment),
    },
  };
}

/** The settings passed to a build of the pages, or those of its environment. */
export function siteOfBuild(environment: Environment): SiteSettings {
  const handed = environment[BUILD_VARIABLES.siteSettings];
  return handed ? (JSON.parse(handed) as SiteSettings) : readSite(environment);
}
