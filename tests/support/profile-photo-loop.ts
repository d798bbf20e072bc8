import { pino } from 'pino';
import { openPortal } from '../../server/operations/services/databases.ts';
import { replacePhoto } from '../../server/people/profiles/photos.ts';
import { informatorSettings } from './informator.ts';
import { EVENING } from './moment.ts';
import { receivedPhoto } from './received-photo.ts';

/** A process to be killed: replaces the photo of one profile without end and prints a line each time. */
const [file = '', filesFolder = '', uid = ''] = process.argv.slice(2);
const informator = await openPortal({
  location: { dialect: 'sqlite', file },
  filesFolder,
  ...informatorSettings(),
  clock: () => EVENING,
  log: pino({ level: 'silent' }),
});
const received = await receivedPhoto(filesFolder);
while (await replacePhoto(informator.context, uid, received)) process.stdout.write('replaced\n');
