const OFF = ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'];

/**
 * Makes the rest of a transaction look up rows through indexes. For jobs that look up a thousand rows at a time: the
 * planner, which counts a jump as dear as on a turning disk and does not know of the batches to come, would rather
 * read whole tables, once for every batch.
 */
export const BY_INDEXES = `SELECT ${OFF.map((name) => `set_config('${name}', 'off', true)`).join(', ')}`;
