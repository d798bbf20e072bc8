import { bulkOf, type Job } from '../../platform/database/jobs.ts';

/** Names of all photos that positions show. */
const usedPhotos: Job<null, string[]> = async (connection) => {
  const rows = await bulkOf(connection).query<{ photo: string }>('SELECT photo FROM positions WHERE photo IS NOT NULL');
  return rows.map(({ photo }) => photo);
};
export default usedPhotos;
