/** Fills the catalogue and the slides in a process of its own: a request comes on standard input, an answer goes out. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { fillDemo } from '../bridge/demo/fill.ts';
import { migrations } from '../bridge/migrations/index.ts';
import type { BridgeSchema } from '../bridge/schema.ts';
import { openDatabase } from '../database/open.ts';
import { storesAt } from '../files/stores.ts';
import { fillDemoSlides } from '../mnote/demo/fill.ts';
import { openMnote } from '../mnote/index.ts';
import type { FillAnswer, FillRequest, ServicePlace } from './fill-request.ts';

async function fillCatalogue(place: ServicePlace, { moment, timeZone }: FillRequest): Promise<boolean> {
  const database = await openDatabase<BridgeSchema>(place.location, migrations);
  try {
    const clock = () => moment;
    const options = { clock, timeZone, stores: storesOf(place, clock) };
    return (await fillDemo(database, place.filesFolder, options)) > 0;
  } finally {
    await database.close();
  }
}

async function fillSlides(place: ServicePlace, { moment }: FillRequest): Promise<boolean> {
  const clock = () => moment;
  const stores = storesOf(place, clock);
  const mnote = await openMnote({ ...place, stores, clock, log: pino({ level: 'silent' }) });
  try {
    return await fillDemoSlides(mnote.context);
  } finally {
    await mnote.close();
  }
}

const storesOf = ({ files, filesFolder }: ServicePlace, clock: () => number) =>
  storesAt(files, { temporary: join(filesFolder, 'incoming'), clock });

async function fill(request: FillRequest): Promise<FillAnswer> {
  try {
    return {
      catalogue: request.bridge !== null && (await fillCatalogue(request.bridge, request)),
      slides: request.mnote !== null && (await fillSlides(request.mnote, request)),
    };
  } catch (error) {
    return { message: (error as Error).message, facts: { ...(error as Error) } };
  }
}

process.stdout.write(JSON.stringify(await fill(JSON.parse(await text(process.stdin)) as FillRequest)));
