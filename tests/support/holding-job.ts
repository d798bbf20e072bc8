import { once } from 'node:events';
import type { Job } from '../../server/platform/database/jobs.ts';

/** Holds the writer of the database until it is aborted, as a long import does; says when it has it. */
const hold: Job<null, never, 'held'> = async (_connection, _args, emit, signal) => {
  emit('held');
  await once(signal, 'abort');
  throw signal.reason;
};
export default hold;
