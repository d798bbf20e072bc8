/** Variables by which the programs of the product tell each other something; nobody sets them by hand. */
export const HANDED_ON = {
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
