/** What a change of a database goes through. */
interface Writing {
  write(work: never): Promise<unknown>;
}

/**
 * Breaks the line to a database at each commit from here on: the change stands, and its author gets an error.
 * The answer mends the line.
 */
export function loseAnswers(database: Writing): () => void {
  const { write } = database;
  Object.assign(database, {
    write: async (work: never) => {
      await write(work);
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
    },
  });
  return () => void Object.assign(database, { write });
}
