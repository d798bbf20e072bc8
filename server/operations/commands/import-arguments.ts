/** Arguments and output of the import command. */
import { parseArgs } from 'node:util';
import type { UploadProgress } from '../../../contract/catalogue/runs.ts';
import type { SheetGuess } from '../../../contract/price-lists/guess.ts';
import type { FormFields } from '../../price-lists/rules/form-fields.ts';
import { wrongUsage } from '../console/problems.ts';

export const USAGE = `Imports a price list from the command line; the server may be running.

  parts import FILE --provider TITLE --brand TITLE [options]

  --preset NAME       reads the file as a saved preset of the provider says; without one the columns are guessed
  --sheet TITLE       the sheet to guess instead of the first one
  --field NAME=VALUE  a field of the upload form over guess and preset, as often as needed: --field price=7
  --dry-run           tells what the file would do and writes nothing
  --create            adds a provider or a brand that is not there yet
  --yes               takes a guess that is not certain
  --confirm           imports a file that looks wrong

Progress goes to standard error, the last line of standard output is JSON with the counts.
It ends with 0: done, 1: failed, 2: wrongly asked, 3: looks wrong and was not confirmed (nothing is written).`;

export interface ImportArguments {
  readonly file: string;
  readonly provider: string;
  readonly brand: string;
  readonly preset: string | undefined;
  readonly sheet: string | undefined;
  readonly fields: FormFields;
  readonly isDryRun: boolean;
  readonly creates: boolean;
  readonly takesGuess: boolean;
  readonly isConfirmed: boolean;
}

const OPTIONS = {
  provider: { type: 'string' },
  brand: { type: 'string' },
  preset: { type: 'string' },
  sheet: { type: 'string' },
  field: { type: 'string', multiple: true },
  'dry-run': { type: 'boolean' },
  create: { type: 'boolean' },
  yes: { type: 'boolean' },
  confirm: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Reads the command line; null when only the usage is asked for. Throws Refused with code 2 for what cannot be meant. */
export function readArguments(words: readonly string[]): ImportArguments | null {
  const { positionals, values } = parsed(words);
  if (values.help) return null;
  const [file, ...others] = positionals;
  if (file === undefined) throw wrongUsage(`which file?\n\n${USAGE}`);
  if (others.length > 0) throw wrongUsage(`one file at a time, not also: ${others.join(' ')}`);
  return {
    file,
    provider: titleOf('provider', values.provider),
    brand: titleOf('brand', values.brand),
    preset: values.preset,
    sheet: values.sheet,
    fields: Object.fromEntries((values.field ?? []).map(fieldOf)),
    isDryRun: values['dry-run'] ?? false,
    creates: values.create ?? false,
    takesGuess: values.yes ?? false,
    isConfirmed: values.confirm ?? false,
  };
}

function parsed(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw wrongUsage((error as Error).message);
  }
}

function titleOf(name: 'provider' | 'brand', title: string | undefined): string {
  if (!title?.trim()) throw wrongUsage(`whose price list? --${name} TITLE is missing`);
  return title.trim();
}

function fieldOf(text: string): [string, string] {
  const [, name, value] = /^([A-Za-z]+)=(.*)$/su.exec(text) ?? [];
  if (name === undefined || value === undefined) throw wrongUsage(`--field takes NAME=VALUE, not ${text}`);
  return [name, value];
}

const WIDTH = 30;
/** Where the output is no terminal, a line is due after so many per cent. */
const STEP = 10;

type Progress = Partial<UploadProgress>;

export interface ProgressView {
  show(progress: Progress): void;
  /** A line of its own, above the bar where there is one. */
  say(line: string): void;
  end(): void;
}

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

export const progressOn = (output: Output): ProgressView => (output.isTTY ? bar(output) : lines(output));

/** `[######----]  60 % 12,000 rows, 6,000 a second`; while the last of it is written down it says so. */
function progressLine({ rows = 0, percent, rowsPerSecond = 0, phase }: Progress): string {
  const done = Math.min(100, Math.max(0, percent ?? 0));
  const filled = Math.round((done / 100) * WIDTH);
  const speed = phase === 'committing' ? 'committing' : `${rowsPerSecond.toLocaleString('en')} a second`;
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${String(done).padStart(3)} % ${rows.toLocaleString('en')} rows, ${speed}`;
}

function bar(output: Output): ProgressView {
  let isDrawn = false;
  let shown: Progress = {};
  const clear = () => {
    if (isDrawn) output.write('\r\u001b[K');
    isDrawn = false;
  };
  return {
    show: (change) => {
      shown = { ...shown, ...change };
      output.write(`\r${progressLine(shown)}\u001b[K`);
      isDrawn = true;
    },
    say: (line) => {
      clear();
      output.write(`${line}\n`);
    },
    end: clear,
  };
}

function lines(output: Output): ProgressView {
  let next = STEP;
  return {
    show: ({ percent, rows }) => {
      if (percent === undefined || percent === null || percent < next) return;
      next = percent - (percent % STEP) + STEP;
      output.write(`${percent} %, ${rows} rows\n`);
    },
    say: (line) => output.write(`${line}\n`),
    end: () => {},
  };
}

/** One line about a guess: where the data begins, the columns, how sure it is, what to look at. */
export function guessLine({ startRow, columns, certainty, notes }: SheetGuess): string {
  const found = Object.entries(columns).flatMap(([name, column]) => (column === null ? [] : `${name} ${column}`));
  return [`from row ${startRow}`, ...found, `certainty ${certainty}`, ...notes].join(', ');
}
