import { sendMessage } from '../child-process/send-message.ts';
import { type ChildMessage, DISK_CODES, pieceOf, type ReadPiece, type ReadRequest } from './messages.ts';
import { ReadError } from './read-error.ts';
import { readFile } from './read-file.ts';

/** What is made of a file while it is read. */
interface AnswerBuilder<Answer> {
  /** Takes the next piece; true when no more is needed. */
  take(piece: ReadPiece): boolean;
  /** What all pieces come to. */
  answer(): Answer;
}

/**
 * For a child that looks into a file and tells only what it found: rows and whatever is tried on them stay with it. To be
 * called from its `work`.
 */
export const sendAnswer = <Answer>(request: ReadRequest, gatherer: AnswerBuilder<Answer>): Promise<void> =>
  sendFailure(async () => {
    let isUnpacked = false;
    const answer = () => sendMessage({ kind: 'answer', answer: gatherer.answer() } satisfies ChildMessage);
    await readFile(request, (message) => {
      if (message.kind === 'unpacked') {
        isUnpacked = true;
        sendMessage(message);
      } else if (message.kind !== 'answer' && message.kind !== 'failed' && gatherer.take(pieceOf(message))) {
        answer();
        process.exit(0);
      }
    });
    if (!isUnpacked) answer();
  });

/** Reads in the child, and tells what was in the way. */
export async function sendFailure(reading: () => Promise<void>): Promise<void> {
  try {
    await reading();
  } catch (error) {
    sendMessage({ kind: 'failed', ...failureOf(error) } satisfies ChildMessage);
  }
}

/** A disk that takes nothing is told as the system tells it; anything else that is no ReadError is a broken file. */
function failureOf(error: unknown): { code: string; detail: string } {
  if (error instanceof ReadError) return { code: error.code, detail: error.detail };
  const { code = '' } = error as NodeJS.ErrnoException;
  return { code: DISK_CODES.has(code) ? code : 'BROKEN', detail: '' };
}
