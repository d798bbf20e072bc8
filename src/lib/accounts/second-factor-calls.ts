import type { FactorAnswer, NewKeyAnswer, RecoveryCodesAnswer } from '../../../contract/mauth.ts';
import { openMauth } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';
import { withPassword } from './confirmation-store.ts';

const mauth = guarded(openMauth, session.tokens);

/** The calls about one's own second factor. All throw what ky throws, or SessionEnded; changes ask for the password first. */
export const factorCalls = {
  state: () => mauth.get('factor/').json<FactorAnswer>(),
  /** A new key; it is of use once a code of it was given. */
  begin: () => withPassword(() => mauth.post('factor/').json<NewKeyAnswer>()),
  /** Puts the new key into use; resolves to the recovery codes. */
  async enable(code: string): Promise<readonly string[]> {
    const call = () => mauth.post('factor/on', { json: { code } }).json<RecoveryCodesAnswer>();
    return (await withPassword(call)).codes;
  },
  async renewCodes(): Promise<readonly string[]> {
    return (await withPassword(() => mauth.post('factor/codes').json<RecoveryCodesAnswer>())).codes;
  },
  async remove(): Promise<void> {
    await withPassword(() => mauth.delete('factor/'));
  },
};
