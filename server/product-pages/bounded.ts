type Source<Asked extends unknown[], Answer> = (...asked: Asked) => Promise<Answer>;

/**
 * Lets so many questions wait for their answers at once, whoever asks them; one more is refused at once. A page that is sent
 * unfilled after a while leaves its question behind it, so only this keeps a crowd from queueing up behind the search.
 */
export function boundTo(max: number) {
  let waiting = 0;
  return <Asked extends unknown[], Answer>(source: Source<Asked, Answer>): Source<Asked, Answer> =>
    async (...asked) => {
      if (waiting >= max) throw new Error('too many pages are being filled');
      waiting += 1;
      try {
        return await source(...asked);
      } finally {
        waiting -= 1;
      }
    };
}
