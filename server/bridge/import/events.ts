import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Upload } from './uploads.ts';

const HEARTBEAT_MS = 15_000;

/** Answers with the states of an upload as server-sent events until it is over. */
export function sendEvents(reply: FastifyReply, upload: Upload, heartbeatMs = HEARTBEAT_MS): FastifyReply {
  const stream = new Readable({ read() {} });
  const heartbeat = setInterval(() => stream.push(': still here\n\n'), heartbeatMs);
  let unwatch: () => void = () => {};
  stream.once('close', () => {
    clearInterval(heartbeat);
    unwatch();
  });
  unwatch = upload.watch((progress) => {
    stream.push(`data: ${JSON.stringify(progress)}\n\n`);
    if (progress.phase === 'done' || progress.phase === 'failed') stream.push(null);
  });
  return reply
    .headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Otherwise nginx keeps the events back until there is a buffer full of them.
      'x-accel-buffering': 'no',
    })
    .send(stream);
}
