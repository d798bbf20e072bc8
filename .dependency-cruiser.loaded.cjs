const { options } = require('./.dependency-cruiser.cjs');

/** What a browser must not be sent, however indirectly. Types load nothing, so this run leaves them out. */
module.exports = {
  forbidden: [
    {
      name: 'browser-loads-no-table-of-settings',
      comment: 'the build puts their values into the pages; build-time code knows the variables of the build',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^settings/', pathNot: '^settings/handed-on\\.ts$', reachable: true },
    },
    {
      name: 'browser-loads-no-schemas',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/typebox/', reachable: true },
    },
  ],
  options: { ...options, tsPreCompilationDeps: false },
};
