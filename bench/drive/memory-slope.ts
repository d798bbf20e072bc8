/** Memory of a server at a moment: seconds since the first look, bytes. */
export interface Sample {
  readonly seconds: number;
  readonly bytes: number;
}

const MB = 1024 * 1024;
/** Share of the time in which caches fill: growth then is no leak. */
const WARM_UP = 0.25;

/** How memory went: the first and the last megabytes, and the slope of the straight line through what follows the warm-up. */
export function memoryOf(samples: readonly Sample[]) {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last) return null;
  const settled = samples.filter(({ seconds }) => seconds >= last.seconds * WARM_UP);
  return {
    firstMb: Math.round(first.bytes / MB),
    lastMb: Math.round(last.bytes / MB),
    mbPerMinute: Math.round(slopeOf(settled) * 60 * 10) / 10,
  };
}

/** Megabytes a second of the line with the least squares; 0 where there is nothing to draw it through. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [atSeconds, atMb] = [mean(samples.map(({ seconds }) => seconds)), mean(samples.map(({ bytes }) => bytes / MB))];
  let [above, below] = [0, 0];
  for (const { seconds, bytes } of samples) {
    above += (seconds - atSeconds) * (bytes / MB - atMb);
    below += (seconds - atSeconds) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
