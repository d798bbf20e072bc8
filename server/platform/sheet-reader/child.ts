/** Reads one file in a child process and sends its pieces as they are read. */
import { sendMessage } from '../child-process/send-message.ts';
import type { ChildMessage, ReadRequest } from './messages.ts';
import { readFile, sendFailure } from './read-file.ts';

export const work = (request: ReadRequest): Promise<void> =>
  sendFailure(() => readFile(request, (message: ChildMessage) => sendMessage(message)));
