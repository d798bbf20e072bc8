import { INFORMATOR } from '../contract/api.ts';
import type { BenchServer } from './server.ts';

/** An administrator's call of the info service that must succeed; the time is that of the whole answer, milliseconds. */
export type Send = (path: string, init?: RequestInit) => Promise<{ readonly ms: number; readonly text: string }>;

/** Signs in and gives the calls. They throw what the service says when it refuses. */
export async function infoCalls(server: BenchServer): Promise<Send> {
  const { access } = await server.signIn();
  return async (path, init = {}) => {
    const began = performance.now();
    const headers = { ...(init.headers as object), authorization: `Bearer ${access}` };
    const answer = await fetch(server.origin + INFORMATOR + path, { ...init, headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return { ms: performance.now() - began, text };
  };
}
