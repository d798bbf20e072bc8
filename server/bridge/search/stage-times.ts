/** Milliseconds by stage since they were taken last. A thread answers one question after another. */
const spent = new Map<string, number>();

/** The same work, whose time is added to that of a stage. */
export const timedFor =
  <Values extends unknown[], Result>(stage: string, work: (...values: Values) => Promise<Result>) =>
  async (...values: Values): Promise<Result> => {
    const began = performance.now();
    try {
      return await work(...values);
    } finally {
      spent.set(stage, (spent.get(stage) ?? 0) + performance.now() - began);
    }
  };

/** What the stages took, which is forgotten then. */
export function takeStageTimes(): Record<string, number> {
  const times = Object.fromEntries(spent);
  spent.clear();
  return times;
}
