import { ACTIONS } from '../../../contract/actions.ts';
import { ACTION_OF, type SignatoryKind } from '../../../contract/decisions.ts';
import type { Document, Signatory } from '../../../contract/docflow.ts';
import type { Role } from '../../../contract/informator.ts';
import { isPending } from '../../../rules/signatories.ts';
import { actionsOn } from './rights.ts';

/** Who looks at documents. */
export interface Viewer {
  readonly uid: string;
  readonly roles: readonly Role[];
  /** Uids of the people whom the viewer substitutes today. */
  readonly represents: ReadonlySet<string>;
}

/** An entry that waits for the viewer. */
export interface Asked {
  readonly entry: Signatory;
  /** Whether the viewer is the signatory; else the viewer substitutes them. */
  readonly isOwn: boolean;
}

/** What the viewer may do with a document; the service decides again. */
export interface Acts {
  /** The entries of each list that the viewer may decide about. */
  readonly asked: Readonly<Record<SignatoryKind, readonly Asked[]>>;
  readonly edit: boolean;
  readonly remove: boolean;
  /** The author may remind those who are asked and have not answered. */
  readonly remind: boolean;
}

const isAsked = (entry: Signatory): boolean => isPending(entry) && !entry.isWaiting;

/** The signatories of a list whose decision the viewer may take, the viewer first. */
function askedOf(entries: readonly Signatory[], { uid, represents }: Viewer): Asked[] {
  const asked = entries.filter((entry) => isAsked(entry) && (entry.uid === uid || represents.has(entry.uid)));
  return asked
    .map((entry) => ({ entry, isOwn: entry.uid === uid }))
    .sort((one, other) => Number(other.isOwn) - Number(one.isOwn));
}

/** What is expected of the viewer, whatever their role allows. */
export const expectedOf = ({ acceptor, recipient }: Document, viewer: Viewer) => ({
  signature: askedOf(acceptor, viewer),
  acknowledgement: askedOf(recipient, viewer),
});

/** What the viewer may press on the page of a document. */
export function actsOn(document: Document, viewer: Viewer): Acts {
  const actions = actionsOn(viewer.roles, document);
  const { signature, acknowledgement } = expectedOf(document, viewer);
  return {
    asked: {
      acceptor: actions.has(ACTION_OF.acceptor) ? signature : [],
      recipient: actions.has(ACTION_OF.recipient) ? acknowledgement : [],
    },
    edit: actions.has(ACTIONS.edit),
    remove: actions.has(ACTIONS.remove),
    remind: document.author.uid === viewer.uid && [...document.acceptor, ...document.recipient].some(isAsked),
  };
}
