import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Static } from 'typebox';
import { onTestFinished } from 'vitest';
import type { RunPage, UploadAnswer } from '../../../contract/catalogue/runs.ts';
import type { DatabaseLocation } from '../../../server/platform/database/types.ts';

const SHOP = fileURLToPath(new URL('./killable-shop.ts', import.meta.url));
const TOKEN = { authorization: 'Bearer admin-token' };

export type Fields = Readonly<Record<string, string>>;

export interface List {
  readonly name: string;
  readonly content: Buffer<ArrayBuffer>;
  readonly fields: Fields;
}

/** A catalogue service in a process of its own, to be killed. */
export class KillableShop {
  readonly #child: ChildProcess;
  readonly #origin: string;

  private constructor(child: ChildProcess, origin: string) {
    this.#child = child;
    this.#origin = origin;
  }

  static async start(location: DatabaseLocation, filesFolder: string): Promise<KillableShop> {
    const child = spawn(process.execPath, [SHOP, JSON.stringify(location), filesFolder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    return new KillableShop(child, String(line).trim());
  }

  /** As a power cut would end it. */
  async kill(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }

  /** As an update ends it. */
  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }

  /** Uploads a list and waits for the end of its run. */
  async apply(list: List): Promise<UploadAnswer> {
    const body = formOf(list);
    const answer = await fetch(`${this.#origin}/file/upload`, { method: 'POST', headers: TOKEN, body });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as UploadAnswer;
  }

  /** Its history, the newest run first. */
  async runs(): Promise<Static<typeof RunPage>['runs']> {
    const answer = await fetch(`${this.#origin}/import/runs`, { headers: TOKEN });
    return ((await answer.json()) as Static<typeof RunPage>).runs;
  }

  /** Cancels a run; the answer's status. */
  async cancel(runId: number): Promise<number> {
    const url = `${this.#origin}/import/runs/${runId}`;
    return (await fetch(url, { method: 'DELETE', headers: TOKEN })).status;
  }

  /** Begins an upload and resolves when half of it was sent. */
  async sendHalf(list: List): Promise<void> {
    const { type, bytes } = await encoded(list);
    const sent = this.#post(type, bytes.length);
    await new Promise((resolve) => sent.write(bytes.subarray(0, bytes.length / 2), resolve));
  }

  /** Begins an upload and resolves when its run is in this phase. */
  async begin(list: List, phase: string): Promise<void> {
    const uploadId = randomUUID();
    const events = await fetch(`${this.#origin}/file/upload/${uploadId}/progress`, { headers: TOKEN });
    const { type, bytes } = await encoded({ ...list, fields: { ...list.fields, uploadId } });
    this.#post(type, bytes.length).end(bytes);
    const decoder = new TextDecoder();
    let told = '';
    for await (const chunk of events.body ?? []) {
      told += decoder.decode(chunk, { stream: true });
      if (told.includes(`"phase":"${phase}"`)) return;
    }
    throw new Error(`the upload was never ${phase}: ${told}`);
  }

  /** Begins to take a run back. */
  beginUndo(runId: number): void {
    void fetch(`${this.#origin}/import/runs/${runId}/undo`, { method: 'POST', headers: TOKEN }).catch(() => {});
  }

  #post(type: string, length: number): ClientRequest {
    const headers = { ...TOKEN, 'content-type': type, 'content-length': length };
    const sent = request(`${this.#origin}/file/upload`, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.on('response', (answer) => answer.resume().on('error', () => {}));
    return sent;
  }
}

function formOf({ name: fileName, content, fields }: List): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([content]), fileName);
  return form;
}

async function encoded(list: List) {
  const answer = new Response(formOf(list));
  return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.from(await answer.arrayBuffer()) };
}
