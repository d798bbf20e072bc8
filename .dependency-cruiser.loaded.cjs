const { options } = require('./.dependency-cruiser.cjs');

/** What a browser must not be sent and the server must not run itself, however indirectly. Types load nothing, so this run leaves them out. */
module.exports = {
  forbidden: [
    {
      name: 'browser-loads-no-table-of-settings',
      comment: 'the build puts their values into the pages; build-time code knows the variables of the build',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^settings/', pathNot: '^settings/variables\\.ts$', reachable: true },
    },
    {
      name: 'browser-loads-no-schemas',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/typebox/', reachable: true },
    },
    {
      name: 'server-looks-into-no-file-itself',
      comment: 'what is tried on the cells of a list or the parts of an archive runs in a process that can be killed',
      severity: 'error',
      from: { path: '^server/main\\.ts$' },
      to: {
        path: [
          '^server/catalogue/sheets/(guess-sheet|header)\\.ts$',
          '^server/catalogue/search/list-file-child\\.ts$',
          '^server/price-lists/guess/(guess|headings|look)-child\\.ts$',
          '^server/platform/files/(heic|zipped-office)-child\\.ts$',
          '^server/platform/sheet-reader/(read-file|csv|csv-records|docx-child|legacy|html-tables|parse-book|xlsx)\\.ts$',
        ],
        reachable: true,
      },
    },
  ],
  options: { ...options, tsPreCompilationDeps: false },
};
