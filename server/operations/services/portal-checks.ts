import { HOUR_MS } from '../../../contract/limits.ts';
import { documentHashes, documentNumbers } from '../../documents/doctor.ts';
import type { DialectName } from '../../platform/database/types.ts';
import { type Check, faultsBySql, inProgressBySql, lateMailsCheck } from '../../platform/doctor/check.ts';
import { databaseChecks } from '../../platform/doctor/database-checks.ts';
import { filesCheck } from '../../platform/doctor/files-check.ts';

const PHOTOS = filesCheck({
  folder: 'photos',
  young: HOUR_MS,
  named: ({ rows }) => rows(`SELECT photo AS name, 'user ' || email AS owner FROM users WHERE photo IS NOT NULL`),
});

/** Attachments of every version, each with the hash under which it was signed, files that wait with a draft, and files of comments. */
const ATTACHMENTS = filesCheck({
  folder: 'scans',
  young: HOUR_MS,
  named: ({ rows }) =>
    rows(
      `SELECT file_name AS name, 'document ' || document_id AS owner, size AS bytes, sha256 FROM document_files
       UNION ALL
       SELECT file_name, 'a draft of user ' || user_id, size, sha256 FROM document_waiting_files
       UNION ALL
       SELECT file_name, 'comment ' || comment_id, size, NULL FROM document_comment_files`,
    ),
});

const WORDS = faultsBySql(
  'words of documents',
  `SELECT 'document ' || d.id || ' is found by no word' AS what FROM documents d
   WHERE NOT EXISTS (SELECT 1 FROM document_words w WHERE w.document_id = d.id)`,
);

const PEOPLE = faultsBySql(
  'people of documents',
  `SELECT 'document ' || e.document_id || ' is not listed for user ' || e.user_id AS what FROM document_entries e
   WHERE NOT EXISTS (SELECT 1 FROM document_people p
     WHERE p.document_id = e.document_id AND p.user_id = e.user_id AND p.is_listed = 1)
   UNION ALL
   SELECT 'document ' || d.id || ' is listed with another state for user ' || p.user_id
   FROM documents d JOIN document_people p ON p.document_id = d.id
   WHERE p.state <> d.state OR p.directing_id <> d.directing_id OR p.task_id <> d.task_id`,
);

const KEYS = faultsBySql(
  'keys of creation',
  `SELECT 'a key of user ' || author_id || ' has made no document' AS what FROM document_keys WHERE document_id IS NULL`,
);

const NOTICES = inProgressBySql(
  'notifications',
  `SELECT 'notification ' || id || ' is not written as mails yet' AS what FROM document_notices`,
);

/** Everything that the info service can tell whether it is sound. */
export const portalChecks = (dialect: DialectName): readonly Check[] => [
  ...databaseChecks(dialect),
  documentNumbers,
  documentHashes,
  WORDS,
  PEOPLE,
  KEYS,
  PHOTOS,
  ATTACHMENTS,
  NOTICES,
  lateMailsCheck,
];
