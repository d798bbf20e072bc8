/** The walls of the house: see docs/architecture.md. */
const service = (name) => `^server/${name}/`;
const SERVICES = ['mauth', 'bridge', 'informator', 'mnote'];
/** The parts of the info service: one database, and no import of each other. */
const PARTS = ['content', 'people', 'docflow'];
const part = (name) => `^server/informator/${name}/`;

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'contract-stands-on-nothing',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(src|server|rules|settings|tests|bench)/' },
    },
    {
      name: 'rules-stand-on-the-contract',
      comment: 'plain TypeScript that both sides run: no packages, no node, no schemas',
      severity: 'error',
      from: { path: '^rules/' },
      to: { pathNot: '^(rules|contract)/' },
    },
    {
      name: 'settings-stand-on-the-contract',
      severity: 'error',
      from: { path: '^settings/' },
      to: { path: '^(src|server|rules|tests|bench)/' },
    },
    {
      name: 'site-never-imports-server',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(server|tests|bench)/' },
    },
    {
      name: 'server-never-imports-site',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^src/' },
    },
    {
      name: 'lib-has-no-react',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: {
        path: [
          '^src/(islands|components|layouts|pages)/',
          'node_modules/(react|react-dom|@nanostores/react)/',
        ],
      },
    },
    {
      name: 'islands-stand-on-lib',
      severity: 'error',
      from: { path: '^src/islands/' },
      to: { path: '^src/(pages|layouts|components)/' },
    },
    ...SERVICES.map((name) => ({
      name: `${name}-stands-alone`,
      severity: 'error',
      from: { path: service(name) },
      to: { path: SERVICES.filter((other) => other !== name).map(service) },
    })),
    ...PARTS.map((name) => ({
      name: `${name}-stands-alone-in-the-info-service`,
      comment: 'what one part needs of another is a port, and server/informator/index.ts hands it over',
      severity: 'error',
      from: { path: part(name) },
      to: { path: [...PARTS.filter((other) => other !== name).map(part), '^server/informator/index\\.ts$'] },
    })),
    {
      name: 'changes-of-documents-are-recorded-in-one-place',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/informator/docflow/changes/record-change\\.ts$' },
      to: { path: '^server/informator/docflow/search/words\\.ts$' },
    },
    {
      name: 'ground-never-imports-services',
      severity: 'error',
      from: {
        path: '^server/(audit|database|demonstration|doctor|files|mail|sheets|text|http|signals|watch)/',
      },
      to: { path: SERVICES.map(service) },
    },
    {
      name: 'product-pages-stand-between-site-and-services',
      comment: 'the ground serves what is built; who fills it, and with what, it does not know',
      severity: 'error',
      from: { path: '^server/(audit|database|doctor|files|mail|sheets|text|http|signals|watch)/' },
      to: { path: '^server/product-pages/' },
    },
    {
      name: 'product-pages-know-no-service',
      severity: 'error',
      from: { path: '^server/product-pages/' },
      to: { path: '^server/', pathNot: '^server/(product-pages/|http/)' },
    },
    {
      name: 'text-and-database-stand-alone',
      severity: 'error',
      from: { path: '^server/(text|database|files|sheets)/' },
      to: { path: '^server/', pathNot: '^server/(text|database|files|sheets|signals|clock|apart)/' },
    },
    {
      name: 'signals-and-clock-stand-on-nothing',
      comment: 'everybody may tell what happens; whoever watches listens',
      severity: 'error',
      from: { path: '^server/(signals|clock)/' },
      to: { path: '^(server|contract|rules|settings|src)/', pathNot: '^server/(signals|clock)/' },
    },
    {
      name: 'processes-apart-stand-on-nothing',
      comment: 'whoever has something dangerous to look at hands over the module that does',
      severity: 'error',
      from: { path: '^server/apart/' },
      to: { path: '^(server|contract|rules|settings|src)/', pathNot: '^server/apart/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^astro:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.astro', '.css', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
