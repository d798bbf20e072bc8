/** One line of the report: a figure and, where there is one, the goal it stands beside. */
export interface Figure {
  readonly name: string;
  readonly figure: string;
  readonly goal?: string;
}

/** The figure of something that this machine cannot measure. */
export const leftOut = (name: string, reason: string): Figure => ({ name, figure: `left out: ${reason}` });

/** The figure of something that failed; the whole run is then a failure. */
export function notCarriedOut(name: string, error: unknown): Figure {
  process.exitCode = 1;
  return { name, figure: `not carried out: ${(error as Error).message}` };
}

const LINE = '-';

/** The figures as a table of Markdown, columns aligned. */
export function tableOf(title: string, figures: readonly Figure[]): string {
  const rows = [
    [title, 'Figure', 'Goal'],
    [LINE, LINE, LINE],
    ...figures.map(({ name, figure, goal = '' }) => [name, figure, goal]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0), 3));
  return rows
    .map((row) => {
      const cells = row.map((cell, column) =>
        cell === LINE ? LINE.repeat(widths[column] ?? 3) : cell.padEnd(widths[column] ?? 0),
      );
      return `| ${cells.join(' | ')} |`;
    })
    .join('\n');
}

/** A whole number with blanks between thousands. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en').replaceAll(',', ' ');

/** Bytes in megabytes. */
export const megabytes = (bytes: number): string => `${whole(bytes / 1024 / 1024)} MB`;

/** Bytes in kilobytes of 1024, one decimal. */
export const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;

/** Milliseconds with the decimals that mean something. */
export const milliseconds = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
