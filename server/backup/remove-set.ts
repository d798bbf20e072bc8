import { limitTo } from '../files/limit-to.ts';
import type { ObjectClient } from '../files/s3/client.ts';
import { listObjects, removeObject } from '../files/s3/objects.ts';
import { MANIFEST } from './sets.ts';

const AT_ONCE = 8;

/** Removes the objects of a backup, the manifest first: from then on it is none. */
export async function removeSet(client: ObjectClient, name: string): Promise<void> {
  await removeObject(client, `${name}/${MANIFEST}`);
  const keys = await Array.fromAsync(listObjects(client, `${name}/`), ({ key }) => key);
  const turn = limitTo(AT_ONCE);
  await Promise.all(keys.map((key) => turn(() => removeObject(client, key))));
}
