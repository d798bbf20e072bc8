import { otherLayouts } from '../text/layout.ts';
import { withoutUnseen } from '../text/unseen.ts';

/**
 * The passwords that guessers try first, in lower case, from many published leaks
 * (https://github.com/zxcvbn-ts/zxcvbn, packages/languages/common). Loaded when the first new password is looked at.
 */
async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set<string>(dictionary['passwords-common']);
}

let list: Promise<ReadonlySet<string>> | null = null;

/** Whether a password is on the list, whatever its case, the layout of the keyboard and characters that nobody sees. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= loadList();
  const known = await list;
  const folded = withoutUnseen(password).trim().toLowerCase();
  return [folded, ...otherLayouts(folded)].some((reading) => known.has(reading));
}
