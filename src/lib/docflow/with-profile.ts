import { failureOf } from '../http/failure.ts';
import { loadProfile } from '../session/own-profile.ts';

const NO_PROFILE = 'user not found';

/** The documents are closed to whoever has no profile yet: then it is made, and the call made again. */
export async function withProfile<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (failureOf(error).code !== NO_PROFILE) throw error;
  }
  await loadProfile();
  return call();
}
