import type { FastifyReply } from 'fastify';

/** The client has gone, with its answer or without. */
class ClientGone extends Error {}

/** Happens when the connection of a call closes: at once where it has closed before. */
export function clientGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(new ClientGone());
  if (raw.destroyed || raw.closed) leave();
  else raw.once('close', leave);
  return gone.signal;
}
