import type { Check } from '../../doctor/check.ts';

/** Import runs that have not ended: the server that is at them does that, or another one in its place. */
export const runningRuns: Check = {
  name: 'import runs',
  run: async (subject) => {
    const running = await subject.rows<{ id: number }>("SELECT id FROM import_runs WHERE state = 'running'");
    const word = 'a server works on it, or has died and another one ends it';
    return { faults: [], moving: running.map(({ id }) => `run ${id} is under way: ${word}`) };
  },
};
