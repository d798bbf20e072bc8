// Reads titles for title-readings.ts, batch after batch.
import { parentPort } from 'node:worker_threads';
import { type OwnReadings, ownReadings } from '../part-reader/own-readings.ts';
import { type PostedBatch, readAll } from './title-readings.ts';

const port = parentPort;
if (!port) throw new Error('runs as a worker thread only');

let own: OwnReadings | null = null;
port.on('message', (batch: PostedBatch) => {
  if (batch.own) own = ownReadings(batch.own);
  port.postMessage(readAll(batch.titles, own));
});
