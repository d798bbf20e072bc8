import { SettingsProblem } from '../../../settings/problem.ts';
import { uploadError } from '../../bridge/import/check-form.ts';
import { HttpError } from '../../http/errors.ts';
import { Refused } from '../refused.ts';

interface Facts {
  readonly message?: string;
  readonly suspicions?: readonly { readonly text: string }[];
}

/** The exit code of a command that failed, and why, in words. */
export function explain(thrown: unknown): { readonly code: number; readonly text: unknown } {
  if (thrown instanceof Refused) return { code: thrown.code, text: thrown.message };
  if (thrown instanceof SettingsProblem) return { code: 2, text: thrown.message };
  const problem = uploadError(thrown);
  if (!(problem instanceof HttpError)) return { code: 1, text: problem };
  const { suspicions = [], message } = problem.facts as Facts;
  if (problem.message !== 'import looks wrong') return { code: 1, text: message ?? problem.message };
  const why = suspicions.map(({ text }) => `  ${text}`).join('\n');
  return {
    code: 3,
    text: `the file looks wrong, nothing was written:\n${why}\n--confirm imports it all the same`,
  };
}
