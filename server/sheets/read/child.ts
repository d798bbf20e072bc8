/** Reads one file in a process of its own and tells its pieces as they come. */
import { tell } from '../../apart/tell.ts';
import { tellFailure } from './failure.ts';
import { readFile } from './read-file.ts';
import type { ReadRequest, WireMessage } from './wire.ts';

export const work = (request: ReadRequest): Promise<void> =>
  tellFailure(() => readFile(request, (message: WireMessage) => tell(message)));
