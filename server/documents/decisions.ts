// Decisions of signatories: sign, acknowledge, decline, and to take one of these back.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Editor } from '../../contract/answers.ts';
import { Document } from '../../contract/documents/documents.ts';
import { ACCEPT_FORM, DECLINE_FORM, WITHDRAW_FORM } from '../../contract/documents/forms.ts';
import * as words from '../../contract/documents/words.ts';
import type { DocumentError } from '../../contract/errors.ts';
import {
  badRequest,
  conflict,
  IdPath,
  matchesContent,
  pathId,
  readForm,
  requireCaller,
} from '../platform/http/request.ts';
import type { PortalChange } from '../portal-database/schema.ts';
import { requireOpen, saveDecision } from './changes/save.ts';
import { currentDay, lockVisibleDocument, permittedOf, saveOf, viewerOf } from './document/access.ts';
import { answerWith, changeFailures, documentChanged, withdrawableBy } from './document/answers.ts';
import { DECISION_TEXTS } from './document/decision-texts.ts';
import {
  asEditor,
  type DocumentsContext,
  namesIn,
  orderOf,
  type StoredDocument,
  savedStateOf,
  selectPeople,
} from './document/document.ts';
import { type DecisionMade, decide, decidedBy, type Signatory, withoutDecision } from './document/signatory-rules.ts';
import { selectEscalated, selectSubstitutedInPair } from './document/who-may-decide.ts';

const NOT_LISTED = 'user do not have to sign this document';

const REFUSALS: Readonly<Record<words.SignatoryKind, DocumentError>> = {
  acceptor: 'accept to the document type is denied',
  recipient: 'agreed to the document type is denied',
};

export function decisionRoutes(context: DocumentsContext): FastifyPluginAsyncTypebox {
  const { database } = context;

  /** Saves a decision of the caller, also for a signatory whom they substitute; a repeated one changes nothing. */
  async function put(request: FastifyRequest, name: words.DecisionName): Promise<StoredDocument> {
    const { kind, event } = words.DECISIONS[name];
    const { id, pair, viewer: actor } = permittedOf(request);
    const { insteadOf, act } = readDecision(request, name);
    const decision = { kind, caller: requireCaller(request).uid, insteadOf, act };
    const may = matchesContent(request);
    const save = saveOf(request, context);
    return database.write(async (transaction) => {
      const before = await lockVisibleDocument(database, transaction, id, actor);
      requireOpen(before);
      if (!may(savedStateOf(before))) throw documentChanged(before);
      // Checked again: substitutions are settled in the same transaction as the decision.
      const among = { uid: actor.uid, among: actor.substituted, day: currentDay(context) };
      const standsIn = await selectSubstitutedInPair(transaction, among, kind, pair);
      const escalated = kind === 'acceptor' ? await selectEscalated(transaction, [id], actor.uid) : [];
      const substituted = new Set([...standsIn, ...escalated.map(({ uid }) => uid)]);
      const order = orderOf(before);
      const as = await namesFor(transaction, before, save.by);
      const decided = decide(before.entries, { ...decision, substituted, ...order, now: save.at, as });
      if (decided.outcome === 'unchanged') return before;
      if (decided.outcome === 'marked') {
        const change = { event, insteadOf: inStead(before, decided.entry, save.by), of: decided.entry };
        return saveDecision(transaction, before, decided.entries, change, save);
      }
      if (decided.outcome === 'not listed') throw badRequest(NOT_LISTED);
      if (decided.outcome === 'waiting') throw badRequest('acceptors are not done');
      if (decided.outcome === 'closed') throw conflict('already decided');
      throw conflict(decision.act.kind === 'accept' ? 'already declined' : 'already signed');
    });
  }

  /** Takes back the caller's own decision, else the latest that they made, or that for `insteadOf`. Throws 400 for none, 409 for one that is final. */
  async function withdraw(request: FastifyRequest): Promise<StoredDocument> {
    const id = pathId((request.params as { id: string }).id, 'doc');
    const { insteadOf } = readForm(request, WITHDRAW_FORM);
    const save = saveOf(request, context);
    const caller = save.by.uid;
    return database.write(async (transaction) => {
      const before = await lockVisibleDocument(database, transaction, id, viewerOf(request));
      requireOpen(before);
      const meant = decisionsMeant(before.entries, caller, insteadOf);
      if (meant.length === 0) throw badRequest('no decision to withdraw');
      const withdrawn = withdrawableBy(before, caller, save.at).find((entry) => meant.includes(entry));
      if (!withdrawn) throw conflict('decision is final');
      const change = { insteadOf: inStead(before, withdrawn, save.by), of: withdrawn };
      const entries = withoutDecision(before.entries, withdrawn);
      return saveDecision(transaction, before, entries, { event: 'decision withdrawn', ...change }, save);
    });
  }

  return async (app) => {
    app.patch(
      '/withdrawing/:id',
      {
        config: { permission: 'signed-in', form: WITHDRAW_FORM },
        schema: {
          summary:
            'Takes a decision of the caller back, while no later step has decided and the document is not complete',
          params: IdPath,
          response: { 200: Document, ...changeFailures },
        },
      },
      async (request, reply) => answerWith(request, reply, await withdraw(request), context),
    );

    for (const name of words.DECISION_NAMES) {
      const { path, kind, needsReason } = words.DECISIONS[name];
      app.patch(
        `/${path}/:id`,
        {
          config: {
            permission: 'signed-in',
            pairPermission: { action: words.ACTION_OF[kind], of: 'represented document', refusal: REFUSALS[kind] },
            form: needsReason ? DECLINE_FORM : ACCEPT_FORM,
          },
          schema: {
            summary: DECISION_TEXTS[name].summary,
            params: IdPath,
            response: { 200: Document, ...changeFailures },
          },
        },
        async (request, reply) => {
          const document = await put(request, name);
          return answerWith(request, reply, document, context, permittedOf(request).viewer);
        },
      );
    }
  };
}

/** The decision in a request, and for whom. Throws 400 `invalid reason` where one is needed. */
function readDecision(
  request: FastifyRequest,
  name: words.DecisionName,
): { insteadOf: string | null; act: DecisionMade } {
  const { accepts, needsReason } = words.DECISIONS[name];
  if (needsReason) {
    const { insteadOf, reason } = readForm(request, DECLINE_FORM);
    return { insteadOf, act: { kind: 'decline', reason } };
  }
  const { insteadOf } = readForm(request, ACCEPT_FORM);
  return { insteadOf, act: accepts ? { kind: 'accept' } : { kind: 'decline', reason: '' } };
}

/** The decisions that a withdrawal may be about: without `insteadOf` own ones, as of a decision, else those made for others. */
function decisionsMeant(entries: readonly Signatory[], caller: string, insteadOf: string | null): Signatory[] {
  const decided = entries.filter((entry) => decidedBy(entry) === caller || (decidedBy(entry) && entry.uid === caller));
  const named = decided.filter(({ uid }) => uid === (insteadOf ?? caller));
  return insteadOf === null && named.length === 0 ? decided : named;
}

/** The names that a decision keeps: of its signatory, and of who makes it. */
async function namesFor(transaction: PortalChange, document: StoredDocument, { uid, name }: Editor) {
  const [person] = await selectPeople(transaction, [uid]);
  const by = { name: person?.name ?? name, position: person?.position ?? '' };
  return (signatory: string) => ({ ...namesIn(document, signatory), by });
}

/** The signatory, when a substitute has decided for them; else null. */
function inStead({ people }: StoredDocument, { uid }: Signatory, by: Editor): Editor | null {
  const listed = people.get(uid);
  return listed && uid !== by.uid ? asEditor(listed) : null;
}
