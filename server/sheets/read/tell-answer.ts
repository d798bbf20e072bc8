import { tell } from '../../apart/tell.ts';
import { tellFailure } from './failure.ts';
import { readFile } from './read-file.ts';
import { pieceOf, type ReadPiece, type ReadRequest, type WireMessage } from './wire.ts';

/** What is made of a file while it is read. */
export interface Gatherer<Answer> {
  /** Takes the next piece; true when no more is needed. */
  take(piece: ReadPiece): boolean;
  /** What all pieces come to. */
  answer(): Answer;
}

/**
 * For a child that looks into a file and tells only what it found: rows and whatever is tried on them stay with it. To be
 * called from its `work`.
 */
export const tellAnswer = <Answer>(request: ReadRequest, gatherer: Gatherer<Answer>): Promise<void> =>
  tellFailure(async () => {
    let isUnpacked = false;
    const answer = () => tell({ kind: 'answer', answer: gatherer.answer() } satisfies WireMessage);
    await readFile(request, (message) => {
      if (message.kind === 'unpacked') {
        isUnpacked = true;
        tell(message);
      } else if (message.kind !== 'answer' && message.kind !== 'failed' && gatherer.take(pieceOf(message))) {
        answer();
        process.exit(0);
      }
    });
    if (!isUnpacked) answer();
  });
