import type { DocumentFile } from '../../../../contract/docflow.ts';
import type { KeptDraft } from '../../../../contract/document-drafts.ts';
import type { OwnLinks } from '../attachments/links.ts';
import type { DocflowContext } from '../context.ts';
import type { StoredFile } from '../document/document.ts';
import { type Person, selectPeople } from '../document/person.ts';
import { selectDrafts } from './draft-store.ts';
import { selectWaitingFiles } from './waiting-files.ts';

/** A waiting file as the API shows it. */
export const waitingFileAnswer = (
  { originalName, fileName, type, size }: StoredFile,
  links: OwnLinks,
): DocumentFile => ({ originalName, fileName, url: links.to(fileName), type, size });

/** The drafts of somebody with their files; of the people in them those who are still there, under their present names. */
export async function draftAnswers(
  { database, links }: Pick<DocflowContext, 'database' | 'links'>,
  uid: string,
  document: number | null,
): Promise<KeptDraft[]> {
  const { read } = database;
  const drafts = await selectDrafts(read, uid, document);
  if (drafts.length === 0) return [];
  const files = await selectWaitingFiles(read, uid);
  const named = new Set(drafts.flatMap(({ content }) => [...content.acceptor, ...content.recipient]));
  const people = new Map((await selectPeople(read, [...named])).map((person) => [person.uid, person]));
  return drafts.map(({ content, savedAt, ...draft }) => ({
    ...draft,
    savedAt: new Date(savedAt).toISOString(),
    title: content.title,
    description: content.description,
    acceptor: peopleAnswer(content.acceptor, people),
    recipient: peopleAnswer(content.recipient, people),
    files: (files.get(draft.id) ?? []).map((file) => waitingFileAnswer(file, links.of(uid))),
  }));
}

const peopleAnswer = (uids: readonly string[], people: ReadonlyMap<string, Person>) =>
  uids.flatMap((uid) => {
    const person = people.get(uid);
    return person ? [{ uid, email: person.email, name: person.name, position: person.position }] : [];
  });
