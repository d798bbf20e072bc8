import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../contract/common.ts';
import type { Document } from '../../../contract/docflow.ts';
import { ChangedMeanwhile } from '../../../contract/versions.ts';
import { changedMeanwhile, stateTag } from '../../http/edits.ts';
import type { DocflowContext } from './context.ts';
import { documentAnswer } from './document/answers.ts';
import type { StoredDocument } from './document/document.ts';
import { savedStateOf } from './document/saved-state.ts';

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
 * The answer with a document and its entity tag. It is never a 304: links of its files are good for a short while only.
 */
export function answerWith(
  reply: FastifyReply,
  document: StoredDocument,
  { links }: DocflowContext,
): Document {
  reply.header('ETag', stateTag(savedStateOf(document)));
  return documentAnswer(document, links);
}

/** 409: somebody changed the document after the caller had read it. */
export const documentChanged = (document: StoredDocument) => changedMeanwhile(savedStateOf(document));
