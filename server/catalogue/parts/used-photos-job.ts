// The job that lists all photos shown by positions, so that the sweep removes only unused files.
import { bulkOf, type Job } from '../../platform/database/jobs.ts';

const usedPhotos: Job<null, string[]> = async (connection) => {
  const rows = await bulkOf(connection).query<{ photo: string }>('SELECT photo FROM positions WHERE photo IS NOT NULL');
  return rows.map(({ photo }) => photo);
};
export default usedPhotos;
