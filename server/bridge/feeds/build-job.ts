import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Job, JobConnection } from '../../database/types.ts';
import { selectRows } from '../pricelist/rows.ts';
import { FEED_VERSION } from '../version.ts';
import { sitemapIndex, sitemapProducts } from './sitemap.ts';
import { type YmlArgs, yml } from './yml.ts';

/** `index` and `products-<n>` are sitemaps, `yml` is the feed of priced positions. */
export type FeedKind = 'index' | 'yml' | `products-${number}`;

export interface FeedArgs extends YmlArgs {
  readonly kind: FeedKind;
  /** Where the file is written, packed by gzip; its folder exists. */
  readonly path: string;
}

/** `version` is that of what the file shows, as in version.ts. */
export interface BuiltFeed {
  readonly version: number;
}

/** Writes one feed from one snapshot, a page of rows at a time. */
const build: Job<FeedArgs, BuiltFeed> = async (connection, args, _emit, signal) => {
  const [state] = await selectRows<{ version: number }>(connection, FEED_VERSION);
  const text = Readable.from(encoded(textOf(connection, args, signal)), { objectMode: false });
  await pipeline(text, createGzip(), createWriteStream(args.path), { signal });
  return { version: Number(state?.version ?? 0) };
};
export default build;

function textOf(connection: JobConnection, args: FeedArgs, signal: AbortSignal): AsyncGenerator<string> {
  if (args.kind === 'index') return sitemapIndex(connection, args.shop);
  if (args.kind === 'yml') return yml(connection, args, signal);
  return sitemapProducts(connection, args.shop, Number(args.kind.slice('products-'.length)), signal);
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text);
}
