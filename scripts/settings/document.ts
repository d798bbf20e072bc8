import { readFileSync } from 'node:fs';
import { ALL_SETTINGS } from '../../settings/read.ts';
import { defaultInWords } from '../../settings/report.ts';
import { cell, withTable } from '../marked-table.ts';

export const DOCUMENT = 'README.md';

/** The document with the table of settings as it should be. */
export const wantedDocument = (): string =>
  withTable(readFileSync(DOCUMENT, 'utf8'), 'npm run docs:settings', tableOfSettings());

/** Every setting as a row of Markdown. */
function tableOfSettings(): string {
  const rows = ALL_SETTINGS.map(
    ([name, setting]) =>
      `| \`${name}\` | ${cell(defaultInWords(setting))} | ${setting.inPages ? 'yes' : ''} | ${cell(setting.help)} |`,
  );
  return ['| Variable | Default | In the pages | Meaning |', '|---|---|---|---|', ...rows].join('\n');
}
