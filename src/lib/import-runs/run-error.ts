import { uploadFailureText } from '../price-lists/upload-texts.ts';

/** Why a run failed, for a person: the service keeps a code where it has no words of its own. */
export const runErrorText = (error: string): string =>
  uploadFailureText({ kind: 'server', code: error, facts: {} });
