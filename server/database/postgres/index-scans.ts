const SETTINGS = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  join_collapse_limit: '1',
  jit: 'off',
};

/**
 * Makes the rest of a transaction join tables in the order in which they are written, each through an index. For jobs
 * that look up a thousand rows at a time: the planner, which counts a jump as dear as on a turning disk and knows nothing
 * of the rows that the job itself has added, would rather read whole tables, once for every batch.
 */
export const BY_INDEXES = `SELECT ${Object.entries(SETTINGS)
  .map(([name, value]) => `set_config('${name}', '${value}', true)`)
  .join(', ')}`;
