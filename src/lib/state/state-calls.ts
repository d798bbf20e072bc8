import { STATE } from '../../../contract/paths.ts';
import type { StateAnswer } from '../../../contract/state.ts';
import { openClient } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';

const state = guarded(openClient(STATE), session.tokens);

/** How the process that answers is; for administrators. Throws what ky throws, or SessionEnded. */
export const askState = (signal: AbortSignal): Promise<StateAnswer> =>
  state.get('', { signal }).json<StateAnswer>();
