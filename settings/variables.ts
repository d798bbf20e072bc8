// What an entry of the table of settings may say (the settings are in table.ts), and variables that programs of the
// product hand to each other.
import type { Check } from './checks.ts';

export interface Setting<T = unknown> {
  readonly check: Check<T>;
  /** The text of the default; a function where it depends on the texts of other settings. */
  readonly byDefault: string | ((textOf: (name: string) => string) => string);
  /** The default in words, where the text does not explain it. */
  readonly defaultIs?: string;
  /** Its name in `site`, where the pages are built with it: another value needs another build. */
  readonly inPages?: string;
  /** Whether its default is a made-up contact: a shop for customers has to set its own. */
  readonly isInvented?: boolean;
  /** Whether it is a path: in a file of settings it is relative to the folder of that file. */
  readonly isPath?: boolean;
  /** Whether it must never be printed. */
  readonly isSecret?: boolean;
  /** One line of Markdown for the operator. */
  readonly help: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables by which the programs of the product pass data to each other; not set by hand. */
export const BUILD_VARIABLES = {
  /** The settings of the pages as JSON, from the server to the build. */
  siteSettings: 'SITE_SETTINGS',
  /** Where the build puts the pages. */
  outFolder: 'SITE_OUT_DIR',
  /** A file with the texts and slides of the pages. */
  content: 'SITE_CONTENT',
  /** Where `npm run dev` runs the services. */
  devServices: 'DEV_API_URL',
  /** The finished build, for PUBLISH_COMMAND. */
  siteFolder: 'SITE_FOLDER',
} as const;
