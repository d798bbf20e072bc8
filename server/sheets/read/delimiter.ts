const DELIMITERS = [';', '\t', '|', ','] as const;
const SAMPLE_LINES = 50;

/** What separates the fields of a text, and how often it stands in a row. */
export interface Delimiter {
  readonly delimiter: string;
  /** 0 when no row tells. */
  readonly width: number;
}

/** The delimiter that stands equally often in the most lines of the sample; `;` when none does. */
export function guessDelimiter(sample: string): Delimiter {
  const lines = sampleLines(sample);
  let best: Delimiter = { delimiter: ';', width: 0 };
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const { width, score } = usualWidth(lines, delimiter);
    if (score <= bestScore) continue;
    best = { delimiter, width };
    bestScore = score;
  }
  return best;
}

/** A delimiter that the text itself names, with how often it usually stands in a line of the sample. */
export const namedDelimiter = (delimiter: string, sample: string): Delimiter => ({
  delimiter,
  width: usualWidth(sampleLines(sample), delimiter).width,
});

const sampleLines = (sample: string): string[] =>
  sample
    .split(/\r\n|\n|\r/u)
    .filter((line) => line.trim() !== '')
    .slice(0, SAMPLE_LINES);

function usualWidth(lines: readonly string[], delimiter: string): { width: number; score: number } {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const count = line.replace(/"[^"]*"/gu, '').split(delimiter).length - 1;
    if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  let [width, score] = [0, 0];
  for (const [count, times] of counts) if (times > score) [width, score] = [count, times];
  return { width, score };
}
