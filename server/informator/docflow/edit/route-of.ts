import type { FastifyRequest } from 'fastify';
import { editorOf } from '../../../http/caller.ts';
import { badRequest } from '../../../http/errors.ts';
import type { Pair } from '../../pair.ts';
import type { NewDocument } from '../changes/save.ts';
import type { DocflowContext } from '../context.ts';
import { fillPlaceholders } from '../templates/fill.ts';
import { resolveTemplate, selectCast } from '../templates/resolve.ts';
import { findTemplate } from '../templates/store.ts';
import type { Listed } from './check-signatories.ts';
import type { SentDocument } from './save-form.ts';

/** What the template of its pair makes of a new document. */
export type Routed = Pick<NewDocument, 'listed' | 'route' | 'fill'>;

/**
 * Whom a new document asks, and how its texts are filled. Without a template, or with one of no steps, the lists are those of
 * the form; so they are where the author names acceptors and the template lets him. Throws 400 where it does not, and where
 * a step comes to nobody.
 */
export async function routeOf(
  context: DocflowContext,
  request: FastifyRequest,
  pair: Pair,
  { listed }: Pick<SentDocument, 'listed'>,
  counterparty: string,
): Promise<Routed> {
  const { database, people, clock, timeZone } = context;
  const place = await findTemplate(database.read, pair);
  if (!place) return { listed, route: null, fill: (text) => text };
  const { name, email } = editorOf(request);
  const known = { at: clock(), timeZone, author: name || email, counterparty };
  const fill: Routed['fill'] = (text, num) => fillPlaceholders(text, { ...known, num });
  const { template } = place;
  if (template.steps.length === 0) return { listed, route: null, fill };
  const sent = { acceptor: ofKind(listed, 'acceptor'), recipient: ofKind(listed, 'recipient') };
  if (sent.acceptor.length > 0) {
    if (template.isFixed) throw badRequest('acceptors are set by the route');
    return { listed, route: null, fill };
  }
  const cast = await selectCast(database.read, template);
  const disabled = await people.disabledAmong(cast.people.map(({ uid }) => uid));
  const { route, acceptors, recipients } = await resolveTemplate(database.read, place, cast, disabled);
  const asked = template.isFixed ? [...recipients, ...sent.recipient] : sent.recipient;
  return { listed: [...acceptors, ...asked], route, fill };
}

const ofKind = (listed: readonly Listed[], kind: Listed['kind']): Listed[] =>
  listed.filter((person) => person.kind === kind);
