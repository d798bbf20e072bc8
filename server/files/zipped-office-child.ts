/** Looks into an archive in a process of its own: names of parts are whatever its maker wrote. */
import { tell } from '../apart/tell.ts';
import { zippedOfficeType } from './zipped-office.ts';

/** Throws on a broken archive, which ends the process. */
export async function work(path: string): Promise<void> {
  tell(await zippedOfficeType(path));
}
