// What is done with the objects of a storage: sending, copying, fetching, listing, removing.
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import sax from 'sax';
import { type ObjectClient, type SentContent, StorageAway } from './object-client.ts';

/** An object is visible whole or not at all. */
export async function sendObject(client: ObjectClient, name: string, content: SentContent): Promise<void> {
  // A missing bucket answers the same as a missing object.
  const answer = await client.ask({ method: 'PUT', name, content });
  if (!answer) throw new StorageAway('has no such bucket');
  await answer.body?.cancel();
}

/** Lets the storage copy one of its objects below the same prefix; false when there is none, or it did not do it. */
export async function copyObject(
  client: ObjectClient,
  from: { readonly bucket: string; readonly name: string; readonly bytes: number },
  name: string,
): Promise<boolean> {
  const source = [from.bucket, ...`${client.prefix}${from.name}`.split('/')].map(encodeURIComponent).join('/');
  const headers = { 'x-amz-copy-source': `/${source}` };
  const answer = await client.ask({ method: 'PUT', name, headers, copied: from.bytes });
  // After the answer has begun the storage can report a failure only in the text.
  return answer !== null && !(await answer.text()).includes('<Error>');
}

/** Writes an object to a path of this machine, or appends it to a file there; false when there is none. */
export async function fetchObject(client: ObjectClient, name: string, path: string, isAppended = false) {
  const answer = await client.ask({ method: 'GET', name });
  if (!answer) return false;
  try {
    const file = createWriteStream(path, { mode: 0o600, flags: isAppended ? 'a' : 'w' });
    await pipeline(contentIn(answer), file);
    return true;
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof StorageAway || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
    throw new StorageAway('broke off', { cause: error });
  }
}

/** Removing a missing object is no error. */
export async function removeObject(client: ObjectClient, name: string): Promise<void> {
  const answer = await client.ask({ method: 'DELETE', name });
  await answer?.body?.cancel();
}

/** Objects whose names begin with `folder`, after a given name, named below the client's prefix. */
export async function listPage(client: ObjectClient, folder: string, after: string): Promise<ListPage> {
  const query: Record<string, string> = { 'list-type': '2', prefix: client.prefix + folder };
  if (after !== '') query['start-after'] = client.prefix + after;
  const answer = await client.ask({ method: 'GET', query });
  if (!answer) throw new StorageAway('has no such bucket');
  const { objects, next } = readListPage(await answer.text());
  const named = (key: string) => key.slice(client.prefix.length);
  return { objects: objects.map((object) => ({ ...object, key: named(object.key) })), next: next && named(next) };
}

export async function* listObjects(client: ObjectClient, folder: string): AsyncGenerator<ListedObject> {
  for (let after: string | null = ''; after !== null; ) {
    const page: ListPage = await listPage(client, folder, after);
    yield* page.objects;
    after = page.next;
  }
}

export const contentIn = ({ body }: Response): Readable =>
  body ? Readable.fromWeb(body as WebStream) : Readable.from([]);

interface ListedObject {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch, by the storage's clock. */
  readonly modified: number;
}

interface ListPage {
  readonly objects: readonly ListedObject[];
  /** The key after which the next page begins; null: this is the last page. */
  readonly next: string | null;
}

/** Reads an answer of ListObjectsV2. Throws when it is no XML. */
function readListPage(text: string): ListPage {
  const objects: ListedObject[] = [];
  const parser = sax.parser(true);
  let words = '';
  let object: Record<string, string> = {};
  const page: Record<string, string> = {};
  let isInside = false;
  parser.onerror = (error) => {
    throw error;
  };
  parser.onopentag = ({ name }) => {
    words = '';
    if (name !== 'Contents') return;
    isInside = true;
    object = {};
  };
  parser.ontext = (piece) => {
    words += piece;
  };
  parser.onclosetag = (name) => {
    if (name === 'Contents') {
      isInside = false;
      const { Key: key = '', Size = '0', LastModified = '' } = object;
      objects.push({ key, size: Number(Size), modified: Date.parse(LastModified) });
    } else (isInside ? object : page)[name] = words;
  };
  parser.write(text).close();
  return { objects, next: page.IsTruncated === 'true' ? (objects.at(-1)?.key ?? null) : null };
}
