import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { FillAnswer, FillRequest } from './fill-request.ts';

const CHILD = fileURLToPath(new URL('./fill-child.ts', import.meta.url));
const NOTHING = { catalogue: false, slides: false };

/**
 * Fills the catalogue and the slides, each where it is empty, in a process that ends then: the memory that drawing and
 * filling take goes with it. Throws what was in the way there, with its code and path.
 */
export async function fillApart(request: FillRequest): Promise<{ catalogue: boolean; slides: boolean }> {
  if (request.bridge === null && request.mnote === null) return NOTHING;
  const child = spawn(process.execPath, [CHILD], { stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true });
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify(request));
  const [said, [code, signal]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (said === '') throw new Error(`filling with demonstration data ended with ${code ?? signal}`);
  const answer = JSON.parse(said) as FillAnswer;
  if ('message' in answer) throw Object.assign(new Error(answer.message), answer.facts);
  return answer;
}
