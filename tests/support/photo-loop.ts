import { pino } from 'pino';
import { replacePhoto } from '../../server/catalogue/parts/photo.ts';
import { openShopService } from '../../server/operations/services/databases.ts';
import { EVENING } from './moment.ts';
import { receivedPhoto } from './received-photo.ts';

/** A process to be killed: replaces the photo of position 1 without end and prints a line each time. */
const [file = '', filesFolder = ''] = process.argv.slice(2);
const bridge = await openShopService({
  location: { dialect: 'sqlite', file },
  filesFolder,
  timeZone: 'UTC',
  priceTtlDays: 0,
  clock: () => EVENING,
  log: pino({ level: 'silent' }),
});
const received = await receivedPhoto(filesFolder);
while (await replacePhoto(bridge.context, 1, received)) process.stdout.write('replaced\n');
