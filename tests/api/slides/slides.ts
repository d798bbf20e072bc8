import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { MNOTE } from '../../../contract/api.ts';
import type { Note } from '../../../contract/slides/slides.ts';
import { buildServer } from '../../../server/platform/http-server/server.ts';
import { type SlidesService, slidesOver } from '../../../server/slides/index.ts';
import { slidesMigrations } from '../../../server/slides/migrations.ts';
import type { SlidesSchema } from '../../../server/slides/store.ts';
import type { OpenFresh } from '../../support/databases.ts';
import { testIdentity } from '../../support/http-server.ts';
import { EVENING } from '../../support/moment.ts';
import { type Answer, type Call, type Method, requestTo } from '../../support/request.ts';
import { UNHURRIED } from '../../support/unhurried.ts';

/** The notes service over a fresh database, behind a server without a listener. */
export interface Slides {
  readonly mnote: SlidesService;
  readonly filesFolder: string;
  /** A request below the prefix of the service, by default as the administrator. */
  call(method: Method, path: string, options?: Call): Promise<Answer>;
  /** Makes a slide with these fields, its title by default «Слайд». */
  add(fields?: Fields, ...images: SentFile[]): Promise<Note>;
  /** Names of the stored pictures. */
  images(): Promise<string[]>;
  /** How often the service has said that visitors see something else. */
  changes(): number;
}

export type Fields = Readonly<Record<string, string>>;
export type SentFile = readonly [content: Uint8Array | string, name: string, type?: string];

/** Status and body of an answer. */
export const outcome = (answer: Answer): [number, unknown] => [answer.statusCode, answer.json()];

/** A form as a browser sends it. */
export function formOf(fields: Fields, ...images: SentFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [content, name, type = 'image/png'] of images) {
    form.append('images', new Blob([content as BlobPart], { type }), name);
  }
  return form;
}

/** A picture of one colour, as PNG. */
export const picture = (width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** The two files of each stored picture, sorted. */
export const withDoubles = (...names: string[]): string[] =>
  names.flatMap((name) => [name, name.replace('.', '@2x.')]).sort();

/** Runs a test with the service and takes everything away again. */
export async function withSlides(open: OpenFresh, test: (slides: Slides) => Promise<void>): Promise<void> {
  const opened = await open<SlidesSchema>(slidesMigrations);
  // The opener of the database closes it.
  const database = { ...opened, close: async () => {} };
  const filesFolder = await mkdtemp(join(tmpdir(), 'parts-mnote-'));
  let changes = 0;
  const onChange = () => {
    changes++;
  };
  const mnote = await slidesOver(database, {
    filesFolder,
    clock: () => EVENING,
    onChange,
    log: pino({ level: 'silent' }),
  });
  const app = await buildServer({
    limits: UNHURRIED,
    services: [{ name: 'mnote', prefix: MNOTE, routes: mnote.routes }],
    identity: testIdentity,
  });
  const call: Slides['call'] = async (method, path, options = {}) =>
    app.inject(await requestTo(MNOTE + path, method, options));
  try {
    await test({
      mnote,
      filesFolder,
      call,
      add: async (fields = {}, ...images) => {
        const answer = await call('POST', '/', { form: formOf({ title: 'Слайд', ...fields }, ...images) });
        if (answer.statusCode !== 201) throw new Error(`${answer.statusCode}: ${answer.body}`);
        return answer.json<Note>();
      },
      images: async () => (await readdir(join(filesFolder, 'images'))).sort(),
      changes: () => changes,
    });
  } finally {
    await app.close();
    await mnote.close();
    await rm(filesFolder, { recursive: true, force: true });
  }
}
