import type { UploadProgress } from '../../../contract/bridge.ts';

const WIDTH = 30;
/** Where nobody watches, a line is due after so many per cent. */
const STEP = 10;

type Progress = Partial<UploadProgress>;

/** Shows how far an import is. */
export interface ProgressView {
  show(progress: Progress): void;
  /** A line of its own, above the bar where there is one. */
  say(line: string): void;
  end(): void;
}

type Output = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** A bar that is drawn anew on a terminal, a line now and then anywhere else. */
export const progressOn = (output: Output): ProgressView => (output.isTTY ? bar(output) : lines(output));

/** `[######----]  60 % 12,000 rows, 6,000 a second`; while the last of it is written down it says so. */
export function progressLine({ rows = 0, percent, rowsPerSecond = 0, phase }: Progress): string {
  const done = Math.min(100, Math.max(0, percent ?? 0));
  const filled = Math.round((done / 100) * WIDTH);
  const speed = phase === 'committing' ? 'committing' : `${rowsPerSecond.toLocaleString('en')} a second`;
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${String(done).padStart(3)} % ${rows.toLocaleString('en')} rows, ${speed}`;
}

function bar(output: Output): ProgressView {
  let isDrawn = false;
  let told: Progress = {};
  const clear = () => {
    if (isDrawn) output.write('\r\u001b[K');
    isDrawn = false;
  };
  return {
    show: (change) => {
      told = { ...told, ...change };
      output.write(`\r${progressLine(told)}\u001b[K`);
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
