import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { DeclineBody, Document, MarkBody } from '../../../../contract/docflow.ts';
import { DECLINE_REASON_MAX } from '../../../../contract/limits.ts';
import type { Editor } from '../../../../contract/versions.ts';
import { callerOf } from '../../../http/caller.ts';
import { maySign } from '../../../http/edits.ts';
import { badRequest, conflict } from '../../../http/errors.ts';
import type { InformatorContext } from '../../context.ts';
import { pathId } from '../../path-id.ts';
import {
  actorOf,
  currentDay,
  documentNotFound,
  findVisibleDocument,
  pairOf,
  requirePermission,
  saveOf,
} from '../access.ts';
import { answerWith, changeFailures, DocumentPath, documentChanged, tags } from '../answering.ts';
import { asEditor, type StoredDocument } from '../document.ts';
import { lockedDocument, saveDecision } from '../edit/store.ts';
import { savedStateOf } from '../saved-state.ts';
import { ACTION_OF, type Signatory, type SignatoryKind } from '../signatory-rules.ts';
import { type Act, decide } from './decide.ts';
import { selectSubstitutedInPair } from './substituted.ts';

const NOT_LISTED = 'user do not have to sign this document';
const DENIED: Readonly<Record<SignatoryKind, string>> = {
  acceptor: 'accept to the document type is denied',
  recipient: 'agreed to the document type is denied',
};

/** Signing, acknowledging and declining. */
export function decisionRoutes(context: InformatorContext): FastifyPluginAsyncTypebox {
  const { database } = context;

  /** Puts the caller's mark, or that in whose stead he acts, into a document; a repeated one changes nothing. */
  async function put(
    request: FastifyRequest,
    path: string,
    kind: SignatoryKind,
    act: () => Act,
    insteadOf: unknown,
  ): Promise<StoredDocument> {
    const id = pathId(path, 'doc');
    const actor = await actorOf(context, request);
    const pair = pairOf(await findVisibleDocument(context, id, actor));
    await requirePermission(context, request, pair, ACTION_OF[kind], DENIED[kind]);
    const marking = { kind, caller: callerOf(request).uid, insteadOf: personNamed(insteadOf), act: act() };
    const may = maySign(request);
    const save = saveOf(request, context);
    return database.write(async (transaction) => {
      const before = await lockedDocument(database, transaction, id, actor);
      if (!before) throw documentNotFound();
      if (!may(savedStateOf(before))) throw documentChanged(before);
      // Asked again: in whose stead somebody may act is settled in the same moment as the mark.
      const among = { uid: actor.uid, among: actor.substituted, day: currentDay(context) };
      const substituted = await selectSubstitutedInPair(transaction, among, kind, pair);
      const { ordered } = before.task;
      const marked = decide(before.entries, { ...marking, substituted, ordered, now: save.at });
      switch (marked.outcome) {
        case 'not listed':
          throw badRequest(NOT_LISTED);
        case 'waiting':
          throw badRequest('acceptors are not done');
        case 'settled':
          throw conflict(marking.act.kind === 'accept' ? 'already declined' : 'already signed');
        case 'unchanged':
          return before;
        case 'marked': {
          const change = {
            event: eventOf(kind, marking.act),
            insteadOf: inStead(before, marked.entry, save.by),
          };
          return saveDecision(transaction, before, marked.entries, change, save);
        }
      }
    });
  }

  return async (app) => {
    for (const [path, kind, summary] of [
      ['/accepting/:id', 'acceptor', 'Signs a document'],
      ['/recipienting/:id', 'recipient', 'Notes that the caller has read a document'],
    ] as const) {
      app.patch(
        path,
        {
          config: { permission: 'signed-in' },
          schema: {
            tags,
            summary: `${summary}, for himself or for somebody whom he substitutes`,
            params: DocumentPath,
            body: MarkBody,
            response: { 200: Document, ...changeFailures },
          },
        },
        async (request, reply) => {
          const { params, body } = request;
          const accept = () => ({ kind: 'accept' as const });
          return answerWith(reply, await put(request, params.id, kind, accept, body.insteadOf), context);
        },
      );
    }

    app.patch(
      '/declining/:id',
      {
        config: { permission: 'signed-in' },
        schema: {
          tags,
          summary: 'Refuses to sign a document, with a reason',
          params: DocumentPath,
          body: DeclineBody,
          response: { 200: Document, ...changeFailures },
        },
      },
      async (request, reply) => {
        const { params, body } = request;
        const decline = () => ({ kind: 'decline' as const, reason: reasonOf(body.reason) });
        return answerWith(reply, await put(request, params.id, 'acceptor', decline, body.insteadOf), context);
      },
    );
  };
}

const eventOf = (kind: SignatoryKind, act: Act): 'signed' | 'acknowledged' | 'declined' => {
  if (act.kind === 'decline') return 'declined';
  return kind === 'acceptor' ? 'signed' : 'acknowledged';
};

/** The listed person, when somebody else has acted in his stead. */
function inStead({ people }: StoredDocument, { uid }: Signatory, by: Editor): Editor | null {
  const listed = people.get(uid);
  return listed && uid !== by.uid ? asEditor(listed) : null;
}

/** Throws 400 `invalid reason` for none, and for one that is too long. */
function reasonOf(value: unknown): string {
  const reason = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '';
  const isSaid = /[^\s\p{C}]/u.test(reason) && [...reason].length <= DECLINE_REASON_MAX;
  if (!isSaid) throw badRequest('invalid reason');
  return reason;
}

/** Somebody whom the caller acts for by his own words; null: he names nobody. */
function personNamed(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw badRequest(NOT_LISTED);
  return value;
}
