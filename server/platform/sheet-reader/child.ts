/** Reads one file in a process of its own and tells its pieces as they come. */
import { tell } from '../child-process/tell.ts';
import { tellFailure } from './child-answer.ts';
import type { ReadRequest, WireMessage } from './messages.ts';
import { readFile } from './read-file.ts';

export const work = (request: ReadRequest): Promise<void> =>
  tellFailure(() => readFile(request, (message: WireMessage) => tell(message)));
