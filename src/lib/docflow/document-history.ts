import type { DocumentChange, DocumentSnapshot, Signatory } from '../../../contract/docflow.ts';

/** What a document was in one version, last of all. */
export type Versions = ReadonlyMap<number, DocumentSnapshot>;

/** The last state of every version that a history knows, by number. The history is newest first. */
export function versionsOf(changes: readonly DocumentChange[]): Versions {
  const versions = new Map<number, DocumentSnapshot>();
  for (const { before, after } of changes) {
    for (const state of [after, before]) {
      if (state && !versions.has(state.version)) versions.set(state.version, state);
    }
  }
  return versions;
}

/** Whether a change started a version, so that the marks of the one before were taken off. */
export const startedVersion = ({ before, after }: DocumentChange): boolean =>
  before !== null && after !== null && after.version > before.version;

/** Whether a change has a text of its own to compare. */
export const hasDifference = ({ event, before, after }: DocumentChange): boolean =>
  (event === 'edited' || event === 'file removed') && before !== null && after !== null;

/** Entries with a mark. */
export const signatoriesDecided = (entries: readonly Signatory[]): Signatory[] =>
  entries.filter(({ accept, declinedAt }) => accept || declinedAt !== null);

/** A state as one text, to compare two of them. */
export const stateText = (
  { title, description, files }: DocumentSnapshot,
  filesLine: (names: readonly string[]) => string,
): string => [title, description, filesLine(files.map(({ originalName }) => originalName))].join('\n\n');
