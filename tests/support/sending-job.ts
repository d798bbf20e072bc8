import type { Job } from '../../server/platform/database/jobs.ts';

/** Sends each text to the table `texts` without waiting; resolves to how many a question after them sees. */
const sendTexts: Job<{ readonly texts: readonly string[]; readonly asks: boolean }, number | null> = async (
  connection,
  { texts, asks },
) => {
  if (connection.dialect !== 'postgres') throw new Error('only a server is sent to');
  for (const text of texts) connection.send('INSERT INTO texts (text) VALUES ($1)', [text]);
  if (!asks) return null;
  const rows = await connection.query('SELECT text FROM texts');
  return rows.length;
};
export default sendTexts;
