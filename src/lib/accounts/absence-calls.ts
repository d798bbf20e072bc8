import type { Colleague, MailSwitch, SubstituteAnswer } from '../../../contract/docflow.ts';
import { openInformator } from '../http/client.ts';
import { guarded } from '../session/guarded.ts';
import { session } from '../session/session.ts';

const informator = guarded(openInformator, session.tokens);

/** The first and the last day of an absence, YYYY-MM-DD. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Who signs for the caller while he is away, and whether mails of documents come to him. All throw what ky throws, or SessionEnded. */
export const absenceCalls = {
  /** Who acts for the caller, and for whom he acts. */
  substitute: (): Promise<SubstituteAnswer> => informator.get('user/substitute').json<SubstituteAnswer>(),
  name: (uid: string, days: Days): Promise<SubstituteAnswer> =>
    informator.put('user/substitute', { json: { uid, ...days } }).json<SubstituteAnswer>(),
  cancel: (): Promise<SubstituteAnswer> => informator.delete('user/substitute').json<SubstituteAnswer>(),
  colleagues: (search: string, signal?: AbortSignal): Promise<Colleague[]> =>
    informator.get('user/colleagues', { searchParams: { search }, signal }).json<Colleague[]>(),
  mails: (): Promise<MailSwitch> => informator.get('user/mails').json<MailSwitch>(),
  setMails: (documents: boolean): Promise<MailSwitch> =>
    informator.patch('user/mails', { json: { documents } }).json<MailSwitch>(),
};
