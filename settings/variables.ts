import type { Check } from './checks.ts';

/** An environment variable that whoever runs the product may set. */
export interface Setting<T = unknown> {
  readonly check: Check<T>;
  /** What an unset variable stands for, as it would be written; a function where the texts of other settings decide. */
  readonly byDefault: string | ((textOf: (name: string) => string) => string);
  /** The default in words, where the text does not tell. */
  readonly defaultIs?: string;
  /** Its name in `site`, where the pages are built with it: another value is another build. */
  readonly inPages?: string;
  /** Whether its default is a contact that is made up: a shop for customers has to state its own. */
  readonly isInvented?: boolean;
  /** Whether it is a path: in a file of settings it begins at the folder of that file. */
  readonly isPath?: boolean;
  /** Whether nothing may print it. */
  readonly isSecret?: boolean;
  /** One line of Markdown for whoever sets it. */
  readonly help: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables by which the programs of the product tell each other something; nobody sets them by hand. */
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
