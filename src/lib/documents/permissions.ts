// What the signed-in user may do with documents (decide, change, delete), for the pages; the server checks it again.
import type { Role } from '../../../contract/access/access.ts';
import { ACTIONS } from '../../../contract/access/actions.ts';
import type { Document, Signatory } from '../../../contract/documents/documents.ts';
import { SIGNATORY_KINDS, type SignatoryKind } from '../../../contract/documents/words.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import { actionsOn, type directingsOf } from '../access/role-rights.ts';
import type { Choice } from '../ui/long-lists.ts';

export interface Viewer {
  readonly uid: string;
  readonly roles: readonly Role[];
}

/** An entry that the viewer may decide about. */
export interface Asked {
  readonly entry: Signatory;
  /** Whether the viewer is the signatory; else the viewer substitutes them. */
  readonly isOwn: boolean;
}

/** What the viewer may do with a document; the service checks it again. */
export interface Permitted {
  /** Signatures of the viewer in other places of the document, made or still to come. */
  readonly otherSignatures: readonly Signatory[];
  /** The entries of each list that the viewer may decide about. */
  readonly asked: Readonly<Record<SignatoryKind, readonly Asked[]>>;
  /** Another document of the same direction and type. */
  readonly create: boolean;
  readonly edit: boolean;
  readonly remove: boolean;
  /** The author, and who may edit, may remind those who are asked and have not answered. */
  readonly remind: boolean;
}

/** Whether a decision is expected of a signatory now. */
const isAsked = (entry: Signatory): boolean => isPending(entry) && !entry.isWaiting && !entry.isSpared;

/** The signatories of a document whose decision is expected now; one who is in both lists stands twice. */
export const expectedSignatories = ({ acceptor, recipient }: Pick<Document, SignatoryKind>): Signatory[] =>
  [...acceptor, ...recipient].filter(isAsked);

/** The entries of a list that the viewer may decide about, as the service says; the own one is first. */
function decidableOf(document: Document, kind: SignatoryKind, { uid }: Viewer): Asked[] {
  return (document.decides ?? []).flatMap((one): Asked[] => {
    const entry = one.kind === kind && document[kind].find((listed) => listed.uid === one.uid);
    return entry && isAsked(entry) ? [{ entry, isOwn: entry.uid === uid }] : [];
  });
}

/** The entries that wait for the viewer in each list, as the counters count them: only who may decide is counted. */
export const expectedOf = (document: Document, viewer: Viewer) => ({
  signature: decidableOf(document, 'acceptor', viewer),
  acknowledgement: decidableOf(document, 'recipient', viewer),
});

/** Whether the viewer may still decide something about a document. */
export const isDecisionOf = (document: Document, viewer: Viewer): boolean =>
  SIGNATORY_KINDS.some((kind) => decidableOf(document, kind, viewer).length > 0);

/**
 * The other signatures of a document that the viewer has made, or may make now besides the first one: one person in
 * several places of a route, or a substitute of someone who signs too. The page warns of them.
 */
function otherSignatures(document: Document, viewer: Viewer): Signatory[] {
  const [first, ...more] = decidableOf(document, 'acceptor', viewer);
  if (!first) return [];
  // Where one signature is enough, the first spares the others.
  const enough = document.route?.steps.find(({ mode, people }) => mode === 'any' && people.includes(first.entry.uid));
  const isNeeded = (one: Signatory) => isPending(one) && !one.isSpared && !enough?.people.includes(one.uid);
  const made = document.acceptor.filter(({ acceptedBy }) => acceptedBy?.uid === viewer.uid);
  const later = first.isOwn ? [] : document.acceptor.filter((one) => one.uid === viewer.uid);
  return [...new Set([...made, ...[...more.map(({ entry }) => entry), ...later].filter(isNeeded)])];
}

export function permittedOn(document: Document, viewer: Viewer): Permitted {
  const actions = actionsOn(viewer.roles, document);
  const isOpen = document.cancelled === null;
  return {
    asked: {
      acceptor: decidableOf(document, 'acceptor', viewer),
      recipient: decidableOf(document, 'recipient', viewer),
    },
    otherSignatures: otherSignatures(document, viewer),
    create: actions.has(ACTIONS.create),
    edit: isOpen && actions.has(ACTIONS.edit),
    remove: isOpen && actions.has(ACTIONS.remove),
    remind:
      (document.author.uid === viewer.uid || actions.has(ACTIONS.edit)) && expectedSignatories(document).length > 0,
  };
}

type Directings = ReturnType<typeof directingsOf>;

/** Types of the chosen direction, or of all of them, each once. */
export function tasksOf(directings: Directings, directing: string | undefined): Choice[] {
  const chosen = directings.filter(({ id }) => !directing || String(id) === directing);
  return [...new Map(chosen.flatMap(({ tasks }) => tasks.map((task) => [task.id, task]))).values()];
}

/** The chosen type if the direction has it, else ''. */
export const keptTask = (directings: Directings, directing: string, task: string | undefined): string =>
  tasksOf(directings, directing).some(({ id }) => String(id) === task) ? (task ?? '') : '';
