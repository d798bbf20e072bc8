// Calls of the API about the substitute who signs documents while a user is absent; of another user they are in
// people/people-calls.ts.
import type {
  Colleague,
  MailSwitch,
  SubstituteAnswer,
  SubstituteRights,
} from '../../../contract/documents/documents.ts';
import { informator } from '../platform/session.ts';

/** The first and the last day of an absence, YYYY-MM-DD. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** The calls about a substitute, one's own or another user's. */
export interface SubstituteCalls {
  /** Who acts, and for whom that person acts today. */
  substitute(): Promise<SubstituteAnswer>;
  name(uid: string, days: Days): Promise<SubstituteAnswer>;
  /** What a colleague could decide, and what not. */
  rights(uid: string): Promise<SubstituteRights>;
  cancel(): Promise<SubstituteAnswer>;
  colleagues(search: string, signal?: AbortSignal): Promise<readonly Colleague[]>;
}

/** The caller's substitute, and whether the caller gets mails about documents. All throw what ky throws, or SessionEnded. */
export const substituteCalls = {
  substitute: () => informator.get('user/substitute').json<SubstituteAnswer>(),
  name: (uid: string, days: Days) =>
    informator.put('user/substitute', { json: { uid, ...days } }).json<SubstituteAnswer>(),
  rights: (uid: string) => informator.get('user/substitute/rights', { searchParams: { uid } }).json<SubstituteRights>(),
  cancel: () => informator.delete('user/substitute').json<SubstituteAnswer>(),
  colleagues: (search: string, signal?: AbortSignal) =>
    informator.get('user/colleagues', { searchParams: { search }, signal }).json<Colleague[]>(),
  mails: () => informator.get('user/mails').json<MailSwitch>(),
  setMails: (documents: boolean) => informator.patch('user/mails', { json: { documents } }).json<MailSwitch>(),
};
