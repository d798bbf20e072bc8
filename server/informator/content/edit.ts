import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AboutPage } from '../../../contract/about.ts';
import { editorOf } from '../../http/caller.ts';
import { answersNotModified, changedMeanwhile, mayReplace } from '../../http/edits.ts';
import { notFound } from '../../http/errors.ts';
import { pageAnswer } from './answers.ts';
import type { ContentContext } from './context.ts';
import type { Save, Saving } from './store.ts';

export const missingPage = () => notFound('alias page not found');

/** Who saves, when, and over which state. */
export const saveOf = (request: FastifyRequest, { clock }: ContentContext): Save => ({
  editor: editorOf(request),
  now: clock(),
  mayReplace: mayReplace(request),
});

/** The answer to a save, visitors' pages told of it; throws 404 and 409 where there was none. */
export function answerSaved(
  saving: Saving,
  { onChange }: ContentContext,
  request: FastifyRequest,
  reply: FastifyReply,
): AboutPage {
  if (saving.outcome === 'missing') throw missingPage();
  if (saving.outcome === 'changed meanwhile') throw changedMeanwhile(saving.page);
  if (saving.changed) onChange();
  answersNotModified(request, reply, saving.page);
  return pageAnswer(saving.page);
}
