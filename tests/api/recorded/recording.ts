import { readFile, writeFile } from 'node:fs/promises';
import type { FuzzedCall } from '../fuzz/call.ts';

/** A call and its answer, with signs in the place of what differs from run to run. */
export interface Recorded {
  readonly call: string;
  readonly as: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly status: number;
  readonly type: string;
  readonly answer: string;
}

const FILE = new URL('answers.json', import.meta.url);

export const readRecording = async (): Promise<readonly Recorded[]> =>
  JSON.parse(await readFile(FILE, 'utf8')) as Recorded[];

/** A line for each call, so that a change of an answer is a change of a line. */
export const writeRecording = (recorded: readonly Recorded[]): Promise<void> =>
  writeFile(FILE, `[\n${recorded.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`);

const BASE64 = 'base64:';
const bytesOf = (text: string) =>
  text.startsWith(BASE64) ? Buffer.from(text.slice(BASE64.length), 'base64') : Buffer.from(text);

/** Bytes as text that JSON keeps: as they are where they are UTF-8. */
export function textOf(bytes: Buffer): string {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : BASE64 + bytes.toString('base64');
}

/** A kept call as it is sent; `show` puts back what this run has in the place of the signs. */
export function callOf({ call, as, headers, body }: Recorded, show: (text: string) => string): FuzzedCall {
  const [method = '', target = ''] = show(call).split(' ');
  const bytes = body === null ? null : bytesOf(show(body));
  return {
    operation: { method, path: target, query: [], fields: [], changes: method !== 'GET' },
    method,
    target,
    as,
    headers: { ...headers, ...(bytes ? { 'content-length': String(bytes.length) } : {}) },
    body: bytes ? { type: headers['content-type'] ?? null, bytes } : null,
  };
}
