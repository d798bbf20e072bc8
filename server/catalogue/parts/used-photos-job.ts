// The job that lists all photos shown by positions, and those that a run of photos can still bring or bring back, so that
// the sweep removes only unused files.
import { bulkOf, type Job } from '../../platform/database/jobs.ts';

const USED = `SELECT photo FROM positions WHERE photo IS NOT NULL
  UNION SELECT photo FROM photo_run_files WHERE photo IS NOT NULL
  UNION SELECT photo FROM photo_links WHERE photo IS NOT NULL
  UNION SELECT before_photo FROM photo_run_changes WHERE before_photo IS NOT NULL`;

const usedPhotos: Job<null, string[]> = async (connection) => {
  const rows = await bulkOf(connection).query<{ photo: string }>(USED);
  return rows.map(({ photo }) => photo);
};
export default usedPhotos;
