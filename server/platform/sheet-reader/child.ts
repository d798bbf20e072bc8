/** Reads one file in a process of its own and tells its pieces as they come. */
import { sendMessage } from '../child-process/send-message.ts';
import { sendFailure } from './child-answer.ts';
import type { ChildMessage, ReadRequest } from './messages.ts';
import { readFile } from './read-file.ts';

export const work = (request: ReadRequest): Promise<void> =>
  sendFailure(() => readFile(request, (message: ChildMessage) => sendMessage(message)));
