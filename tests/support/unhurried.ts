import type { ConnectionLimits } from '../../server/platform/http-server/server-options.ts';

/** For calls within the process, which all come in one turn of its loop: a busy machine must not shed them. */
export const UNHURRIED: Partial<ConnectionLimits> = { turnWork: Number.POSITIVE_INFINITY };
