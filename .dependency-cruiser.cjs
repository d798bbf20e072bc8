/** The walls of the house: see docs/architecture.md. */
/** What people use. A feature imports no other one, but for what stands above the catalogue. */
const FEATURES = ['accounts', 'catalogue', 'requests', 'price-lists', 'people', 'documents', 'pages', 'slides'];
const ABOVE_CATALOGUE = ['requests', 'price-lists'];
/** Features over the database of the portal. */
const OF_PORTAL = ['people', 'documents', 'pages'];
const server = (...names) => `^server/(${names.join('|')})/`;

/** Floors of a folder, the lowest first: files of one import only from their own and from lower ones. */
const floors = (folder, ...levels) =>
  levels.slice(0, -1).map((level, at) => ({
    name: `floors-of-${folder.replaceAll('/', '-')}-${at + 1}`,
    severity: 'error',
    from: { path: `^${folder}/(${level.join('|')})/` },
    to: {
      path: [
        `^${folder}/(${levels
          .slice(at + 1)
          .flat()
          .join('|')})/`,
        // The files of the folder itself stand on all its floors.
        `^${folder}/[^/]+$`,
      ],
    },
  }));

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
    { name: 'server-never-imports-site', severity: 'error', from: { path: '^server/' }, to: { path: '^src/' } },
    {
      name: 'lib-has-no-react',
      severity: 'error',
      from: { path: '^src/lib/' },
      to: { path: ['^src/(islands|components|layouts|pages)/', 'node_modules/(react|react-dom|@nanostores/react)/'] },
    },
    {
      name: 'islands-stand-on-lib',
      severity: 'error',
      from: { path: '^src/islands/' },
      to: { path: '^src/(pages|layouts|components)/' },
    },
    {
      name: 'platform-of-the-browser-stands-on-nothing',
      severity: 'error',
      from: { path: '^src/lib/platform/' },
      to: { path: '^src/', pathNot: '^src/lib/platform/' },
    },
    {
      name: 'widgets-know-no-feature',
      severity: 'error',
      from: { path: '^src/islands/ui/' },
      to: { path: '^src/islands/', pathNot: '^src/islands/ui/' },
    },
    {
      name: 'catalogue-of-the-browser-knows-nothing-above-it',
      severity: 'error',
      from: { path: '^src/(lib|islands)/catalogue/' },
      to: { path: '^src/(lib|islands)/price-lists/' },
    },
    ...FEATURES.map((name) => ({
      name: `${name}-imports-no-other-feature`,
      comment: 'what one needs of another is a port, and server/operations/services hands it over',
      severity: 'error',
      from: { path: server(name) },
      to: {
        path: server(
          'operations',
          ...FEATURES.filter((other) => other !== name && !(other === 'catalogue' && ABOVE_CATALOGUE.includes(name))),
        ),
      },
    })),
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^server/platform/' },
      to: { path: '^server/', pathNot: '^server/platform/' },
    },
    {
      name: 'portal-database-knows-no-feature',
      severity: 'error',
      from: { path: '^server/portal-database/' },
      to: { path: '^server/', pathNot: '^server/(platform|portal-database)/' },
    },
    {
      name: 'portal-database-serves-the-portal',
      severity: 'error',
      from: { path: server(...FEATURES.filter((name) => !OF_PORTAL.includes(name))) },
      to: { path: '^server/portal-database/' },
    },
    {
      name: 'features-build-no-server',
      severity: 'error',
      from: { path: server(...FEATURES, 'portal-database') },
      to: { path: '^server/platform/http-server/' },
    },
    {
      name: 'product-pages-know-no-catalogue',
      comment: 'they fill built pages with what functions of this process or of another one answer',
      severity: 'error',
      from: { path: '^server/catalogue/product-pages/' },
      to: { path: '^server/', pathNot: '^server/(catalogue/product-pages/|platform/(built-site/|http/|[^/]+$))' },
    },
    {
      name: 'signals-and-clock-stand-on-nothing',
      comment: 'any part may report what happens, and what watches listens',
      severity: 'error',
      from: { path: '^server/platform/[^/]+$' },
      to: { path: '^server/platform/[^/]+/' },
    },
    {
      name: 'text-and-child-processes-stand-on-nothing',
      severity: 'error',
      from: { path: '^server/platform/(text|child-process)/' },
      to: { path: '^server/', pathNot: '^server/platform/(text|child-process)/' },
    },
    ...floors(
      'server/platform',
      ['text', 'child-process'],
      ['database', 'sheets'],
      ['files', 'sheet-reader', 'watch'],
      ['http'],
      ['mail', 'built-site', 'api-reference', 'doctor'],
      ['http-server'],
    ).map((rule) => ({ ...rule, to: { path: rule.to.path.slice(0, 1) } })),
    ...floors('server/accounts', ['store'], ['credentials', 'journal']),
    ...floors('server/people', ['roles'], ['profiles'], ['directory'], ['access']),
    ...floors(
      'server/catalogue',
      ['context'],
      ['search-words', 'parts', 'sheets'],
      ['search-index'],
      ['changes', 'search'],
      ['positions', 'replica', 'demo'],
    ).map((rule) => ({ ...rule, to: { path: rule.to.path } })),
    ...floors(
      'server/price-lists',
      ['rules'],
      ['settings'],
      ['guess', 'apply'],
      ['runs'],
      ['cross-files', 'sources', 'exchange'],
      ['undo', 'history'],
    ),
    {
      name: 'changes-of-documents-are-recorded-in-one-place',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot:
          '^server/documents/(changes/|comments/|notifications/deadlines\\.ts$|reminders\\.ts$|package/routes\\.ts$)',
      },
      to: { path: '^server/documents/changes/record-change\\.ts$' },
    },
    ...floors('server/documents', ['document'], ['changes']),
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^astro:' } },
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
