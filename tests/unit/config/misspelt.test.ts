import { expect, test } from 'vitest';
import { misspeltSettings } from '../../../settings/report.ts';

test.each([
  ['TRUST_PROXI', 'TRUST_PROXY'],
  ['REGISTRATON', 'REGISTRATION'],
  ['trust_proxy', 'TRUST_PROXY'],
  ['DATADIR', 'DATA_DIR'],
  ['TIMEZONE', 'TIME_ZONE'],
  ['PROT', 'PORT'],
  ['PUBLIC_BRIGDE_URL', 'PUBLIC_BRIDGE_URL'],
])('whoever sets %s is asked for %s', (name, meant) => {
  expect(misspeltSettings({ [name]: '1', [meant]: '2' }).map(({ english }) => english)).toEqual([
    `${name} is not a setting and does nothing: did you mean ${meant}?`,
  ]);
});

test('variables of the system and of other programs are nobody’s mistake', () => {
  const environment = [
    ...['PATH', 'HOME', 'HOSTNAME', 'LANG', 'LOGNAME', 'MAIL', 'OLDPWD', 'PWD', 'SHELL', 'SHLVL', 'TERM', 'TZ'],
    ...['USER', 'USERNAME', 'EDITOR', 'DISPLAY', 'TMPDIR', 'COLOR', 'INIT_CWD', 'NODE', 'NODE_EXE', 'NODE_OPTIONS'],
    ...['XDG_DATA_DIRS', 'XDG_DATA_HOME', 'http_proxy', 'HTTPS_PROXY', 'NO_PROXY', 'PGHOST', 'PGPORT', 'PGDATABASE'],
    ...['npm_config_loglevel', 'npm_package_name', 'KUBERNETES_SERVICE_HOST', 'KUBERNETES_PORT', 'INVOCATION_ID'],
    ...[
      'TEST_DATABASE_URL',
      'TEST_DATABASE_READ_URL',
      'SITE_OUT_DIR',
      'SITE_CONTENT',
      'SITE_FOLDER',
      'DEV_API_URL',
      'CHROMIUM_PATH',
      'TEST_NOW',
    ],
  ];
  expect(misspeltSettings(Object.fromEntries(environment.map((name) => [name, '1'])))).toEqual([]);
  expect(misspeltSettings({ PORTS: '', TRUST_PROXI: undefined })).toEqual([]);
});
