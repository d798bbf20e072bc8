import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../contract/identity.ts';
import type { Editor } from '../../contract/versions.ts';
import { unauthorized } from './errors.ts';

/** The signed-in caller; the guard has seen to it that there is one. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (!caller) throw unauthorized();
  return caller;
}

/** The caller as the author of a change. */
export function editorOf(request: FastifyRequest): Editor {
  const { uid, name, email } = callerOf(request);
  return { uid, name: name ?? '', email };
}
