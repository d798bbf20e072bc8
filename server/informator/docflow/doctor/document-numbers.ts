import type { Check } from '../../../doctor/check.ts';

const PAST = `SELECT 'document ' || d.id || ' has the number ' || d.num || ' of a pair whose last is ' || coalesce(n.latest, 0) AS what
  FROM documents d LEFT JOIN document_numbers n ON n.directing_id = d.directing_id AND n.task_id = d.task_id
  WHERE n.latest IS NULL OR d.num > n.latest`;
const GIVEN = 'SELECT coalesce(sum(latest), 0) AS count FROM document_numbers';
const THERE = 'SELECT count(*) AS count FROM documents';
const DELETED = `SELECT count(DISTINCT document_id) AS count FROM document_history h
  WHERE h.after IS NULL AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = h.document_id)`;

/**
 * Every number that was given is that of a document, or of one whose deletion stands in the history; none is given
 * twice. Lists that were deleted take their numbers along, so more may have been deleted than numbers are missing.
 */
export const documentNumbers: Check = {
  name: 'numbers of documents',
  run: async ({ rows }) => {
    const count = async (sql: string) => Number((await rows<{ count: number }>(sql))[0]?.count);
    const past = (await rows<{ what: string }>(PAST)).map(({ what }) => what);
    const missing = (await count(GIVEN)) - (await count(THERE));
    const deleted = await count(DELETED);
    const lost = missing - deleted;
    return {
      faults: lost > 0 ? [...past, `${lost} numbers were given to documents that nothing tells of`] : past,
    };
  },
};
