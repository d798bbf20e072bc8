import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import type { Document, Unable } from '../../../contract/docflow.ts';
import { ChangedMeanwhile } from '../../../contract/versions.ts';
import { changedMeanwhile, stateTag } from '../../http/edits.ts';
import { actorAsFarAsKnown } from './access.ts';
import type { DocflowContext } from './context.ts';
import { documentAnswer } from './document/answers.ts';
import { selectAsked, selectDecidable } from './document/decidable.ts';
import type { StoredDocument } from './document/document.ts';
import { savedStateOf } from './document/saved-state.ts';
import type { Actor } from './document/viewer.ts';

export const tags = ['documents'];
export const DocumentPath = Type.Object({ id: Type.String() });
/** Failures of the calls about one document. */
export const failures = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer };
export const changeFailures = {
  ...failures,
  409: Type.Union([ChangedMeanwhile, ErrorAnswer]),
  413: ErrorAnswer,
};

/**
 * The answer with a document and its entity tag, and with what it asks of the caller. It is never a 304: links of its files
 * are good for a short while only. `known`: the caller with those whom he substitutes, where the route has asked for them.
 */
export async function answerWith(
  request: FastifyRequest,
  reply: FastifyReply,
  document: StoredDocument,
  context: DocflowContext,
  known: Actor | null = null,
): Promise<Document> {
  const { database, links } = context;
  const actor = known ?? (await actorAsFarAsKnown(context, request));
  const decides = await selectDecidable(database.read, [document.id], actor);
  reply.header('ETag', stateTag(savedStateOf(document)));
  return {
    ...documentAnswer(document, links.of(actor.uid)),
    decides: [...(decides.get(document.id) ?? [])],
    unable: await unableIn(context, document),
  };
}

/** Those asked who cannot answer; whose accounts are disabled is left out while the auth service does not tell. */
async function unableIn({ database, people }: DocflowContext, { id }: StoredDocument): Promise<Unable[]> {
  const asked = await selectAsked(database.read, id);
  const disabled = await people.disabledAmong(asked.map(({ uid }) => uid)).catch(() => new Set<string>());
  return asked.flatMap(({ uid, kind, may }): Unable[] => {
    if (disabled.has(uid)) return [{ uid, kind, why: 'disabled' }];
    return may ? [] : [{ uid, kind, why: 'no right' }];
  });
}

/** 409: somebody changed the document after the caller had read it. */
export const documentChanged = (document: StoredDocument) => changedMeanwhile(savedStateOf(document));
