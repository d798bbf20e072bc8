import type { Role } from '../../../contract/access/access.ts';
import { ACTIONS } from '../../../contract/access/actions.ts';
import type { Document, Signatory } from '../../../contract/documents/documents.ts';
import { SIGNATORY_KINDS, type SignatoryKind } from '../../../contract/documents/words.ts';
import { isPending } from '../../../rules/documents/signing.ts';
import { actionsOn, type directingsOf } from '../access/role-rights.ts';
import type { Choice } from '../ui/long-lists.ts';

/** Who looks at documents. */
export interface Viewer {
  readonly uid: string;
  readonly roles: readonly Role[];
}

/** An entry that waits for the viewer. */
export interface Asked {
  readonly entry: Signatory;
  /** Whether the viewer is the signatory; else the viewer substitutes them. */
  readonly isOwn: boolean;
}

/** What the viewer may do with a document; the service decides again. */
export interface Permitted {
  /** The entries of each list that the viewer may decide about. */
  readonly asked: Readonly<Record<SignatoryKind, readonly Asked[]>>;
  /** Another document of the same direction and type. */
  readonly create: boolean;
  readonly edit: boolean;
  readonly remove: boolean;
  /** The author may remind those who are asked and have not answered. */
  readonly remind: boolean;
}

const isAsked = (entry: Signatory): boolean => isPending(entry) && !entry.isWaiting;

/** The entries of a list that the viewer may decide about, the own one first: the service has said which. */
function decidableOf(document: Document, kind: SignatoryKind, { uid }: Viewer): Asked[] {
  return (document.decides ?? []).flatMap((one): Asked[] => {
    const entry = one.kind === kind && document[kind].find((listed) => listed.uid === one.uid);
    return entry && isAsked(entry) ? [{ entry, isOwn: entry.uid === uid }] : [];
  });
}

/** What is expected of the viewer: the own entry whatever the role allows, those of others as far as it does. */
function expectedIn(document: Document, kind: SignatoryKind, viewer: Viewer): Asked[] {
  const others = decidableOf(document, kind, viewer).filter(({ isOwn }) => !isOwn);
  const own = document[kind].find((entry) => entry.uid === viewer.uid && isAsked(entry));
  return own ? [{ entry: own, isOwn: true }, ...others] : others;
}

/** What is expected of the viewer in each list; what the counters count. */
export const expectedOf = (document: Document, viewer: Viewer) => ({
  signature: expectedIn(document, 'acceptor', viewer),
  acknowledgement: expectedIn(document, 'recipient', viewer),
});

/** Whether the viewer may still decide something about a document. */
export const isDecisionOf = (document: Document, viewer: Viewer): boolean =>
  SIGNATORY_KINDS.some((kind) => decidableOf(document, kind, viewer).length > 0);

/** What the viewer may press on the page of a document. */
export function permittedOn(document: Document, viewer: Viewer): Permitted {
  const actions = actionsOn(viewer.roles, document);
  return {
    asked: {
      acceptor: decidableOf(document, 'acceptor', viewer),
      recipient: decidableOf(document, 'recipient', viewer),
    },
    create: actions.has(ACTIONS.create),
    edit: actions.has(ACTIONS.edit),
    remove: actions.has(ACTIONS.remove),
    remind: document.author.uid === viewer.uid && [...document.acceptor, ...document.recipient].some(isAsked),
  };
}

type Directings = ReturnType<typeof directingsOf>;

/** Types of the chosen direction, or of all of them, each once. */
export function tasksOf(directings: Directings, directing: string | undefined): Choice[] {
  const chosen = directings.filter(({ id }) => !directing || String(id) === directing);
  return [...new Map(chosen.flatMap(({ tasks }) => tasks.map((task) => [task.id, task]))).values()];
}

/** The chosen type, as far as the direction has it. */
export const keptTask = (directings: Directings, directing: string, task: string | undefined): string =>
  tasksOf(directings, directing).some(({ id }) => String(id) === task) ? (task ?? '') : '';
