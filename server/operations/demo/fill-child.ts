/** Fills the catalogue and the slides in a process of its own: a request comes on standard input, an answer goes out. */
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { migrations } from '../../catalogue/context/migrations.ts';
import type { CatalogueSchema } from '../../catalogue/context/schema.ts';
import { fillDemo } from '../../catalogue/demo/fill.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { storesAt } from '../../platform/files/stores.ts';
import { fillDemoSlides } from '../../slides/fill-demo.ts';
import { slidesOver } from '../../slides/index.ts';
import { slidesMigrations } from '../../slides/migrations.ts';
import type { FillAnswer, FillRequest, ServicePlace } from './fill-process.ts';

async function fillCatalogue(place: ServicePlace, { moment, timeZone }: FillRequest): Promise<boolean> {
  const database = await openDatabase<CatalogueSchema>(place.location, migrations);
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
  const mnote = await slidesOver(await openDatabase(place.location, slidesMigrations), {
    ...place,
    ...{ stores, clock, log: pino({ level: 'silent' }) },
  });
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
