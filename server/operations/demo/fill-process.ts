import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { DatabaseLocation } from '../../platform/database/types.ts';
import type { FilesLocation } from '../../platform/files/stores.ts';

const CHILD = fileURLToPath(new URL('./fill-child.ts', import.meta.url));
const NOTHING = { catalogue: false, slides: false };

/**
 * Fills the catalogue and the slides, each where it is empty, in a process that ends then: the memory that drawing and
 * filling take goes with it. Throws what was in the way there, with its code and path.
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

/** Where a service keeps its things. */
export interface ServicePlace {
  readonly location: DatabaseLocation;
  /** Of this machine. */
  readonly filesFolder: string;
  readonly files: FilesLocation;
}

/** What a process that fills is to fill, as JSON on its standard input. */
export interface FillRequest {
  /** Null: not the catalogue. */
  readonly bridge: ServicePlace | null;
  /** Null: not the slides. */
  readonly mnote: ServicePlace | null;
  readonly timeZone: string;
  /** Now, milliseconds since the epoch. */
  readonly moment: number;
}

/** What it filled, or what was in the way: the last line of its standard output. */
export type FillAnswer =
  | { readonly catalogue: boolean; readonly slides: boolean }
  | { readonly message: string; readonly facts: Readonly<Record<string, unknown>> };
