// Starts fill-child.ts, the process that fills catalogue and slides with demonstration data; what both say to each other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { DatabaseLocation } from '../../platform/database/types.ts';
import type { FilesLocation } from '../../platform/files/stores.ts';

const CHILD = fileURLToPath(new URL('./fill-child.ts', import.meta.url));
const NOTHING = { catalogue: false, slides: false };

/**
 * Fills each where it is empty, in a process of its own, which frees the memory afterwards. Throws its error with code.
 */
export async function fillInProcess(request: FillRequest): Promise<{ catalogue: boolean; slides: boolean }> {
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

export interface ServicePlace {
  readonly location: DatabaseLocation;
  /** Of this machine. */
  readonly filesFolder: string;
  readonly files: FilesLocation;
}

/** What a process is to fill, as JSON on its standard input; null: not that. */
export interface FillRequest {
  readonly bridge: ServicePlace | null;
  readonly mnote: ServicePlace | null;
  readonly timeZone: string;
  /** Now, milliseconds since the epoch. */
  readonly moment: number;
}

/** What it filled, or its error: the last line of its standard output. */
export type FillAnswer =
  | { readonly catalogue: boolean; readonly slides: boolean }
  | { readonly message: string; readonly facts: Readonly<Record<string, unknown>> };
