import type { FastifyReply } from 'fastify';

/**
 * Sends JSON that is a text already: the engine hands it over so, and Fastify sends it as it is; the schema of the answer
 * is for the reference.
 */
export const jsonText = (reply: FastifyReply, text: string) =>
  reply.type('application/json; charset=utf-8').send(text);
