import type { Editor } from '../../../contract/answers.ts';

/** Code of the refusal of a save that names an older state than there is. */
export const CHANGED = 'changed meanwhile';

/** Who saved the newer state, and when. */
export interface SavedBy {
  readonly who: Editor | null;
  /** ISO 8601, UTC; '' when the server does not say. */
  readonly when: string;
}

const isEditor = (who: unknown): who is Editor => typeof who === 'object' && who !== null && 'email' in who;

/** Who was faster, as the facts of the refusal say. */
export const savedBy = ({ who, when }: Readonly<Record<string, unknown>>): SavedBy => ({
  who: isEditor(who) ? who : null,
  when: typeof when === 'string' ? when : '',
});
