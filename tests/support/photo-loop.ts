import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { replacePhoto } from '../../server/bridge/cards/photo.ts';
import { openBridge } from '../../server/bridge/index.ts';

/** A process to be killed: replaces the photo of position 1 without end and prints a line each time. */
const [file = '', filesFolder = ''] = process.argv.slice(2);
const bridge = await openBridge({
  location: { dialect: 'sqlite', file },
  filesFolder,
  timeZone: 'UTC',
  priceTtlDays: 0,
  log: pino({ level: 'silent' }),
});
const path = join(filesFolder, 'picture.png');
const create = { width: 8, height: 8, channels: 3, background: 'red' } as const;
const picture = await sharp({ create }).png().toBuffer();
await writeFile(path, picture);
const received = {
  field: 'photo',
  originalName: 'a.png',
  declaredType: 'image/png',
  path,
  bytes: picture.length,
};
while (await replacePhoto(bridge.context, 1, received)) process.stdout.write('replaced\n');
