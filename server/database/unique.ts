/** PostgreSQL, appendix A: unique_violation. */
const UNIQUE_VIOLATION = '23505';

/**
 * Whether a change failed because another transaction made an equal row at the same moment. Only PostgreSQL lets two look
 * before either writes: in SQLite whoever looks first finds out.
 */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === UNIQUE_VIOLATION;
