// Checks of the stored documents for the doctor command.
import type { Check } from '../platform/doctor/checks.ts';
import { type AttachedFile, hashOf } from './document/document.ts';

const FILES = `SELECT document_id, file_name AS "fileName", original_name AS "originalName", sha256
  FROM document_files WHERE place IS NOT NULL ORDER BY document_id, place`;
const BATCH = 500;

interface DocumentRow {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly hash: string;
}

/** Checks that the content of every document has the hash that its signatures stand for. */
export const documentHashes: Check = {
  name: 'hashes of documents',
  run: async ({ rows }) => {
    const attached = Map.groupBy(await rows<AttachedFile & { document_id: number }>(FILES), (file) => file.document_id);
    const faults: string[] = [];
    for (let last = 0; ; ) {
      const documents = await rows<DocumentRow>(
        `SELECT d.id, d.title, t.text AS description, d.hash FROM documents d
         JOIN document_texts t ON t.id = d.text_id WHERE d.id > ${last} ORDER BY d.id LIMIT ${BATCH}`,
      );
      for (const { id, title, description, hash } of documents) {
        if (hashOf({ title, description, files: attached.get(id) ?? [] }) !== hash)
          faults.push(`document ${id} holds something else than was signed`);
      }
      last = documents.at(-1)?.id ?? last;
      if (documents.length < BATCH) return { faults };
    }
  },
};

const PAST = `SELECT 'document ' || d.id || ' has the number ' || d.num || ' of a pair whose last is ' || coalesce(n.latest, 0) AS what
  FROM documents d LEFT JOIN document_numbers n ON n.directing_id = d.directing_id AND n.task_id = d.task_id
  WHERE n.latest IS NULL OR d.num > n.latest`;
const GIVEN = 'SELECT coalesce(sum(latest), 0) AS count FROM document_numbers';
const THERE = 'SELECT count(*) AS count FROM documents';
const DELETED = `SELECT count(DISTINCT document_id) AS count FROM document_history h
  WHERE h.after IS NULL AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.id = h.document_id)`;

/** Checks that every number is once of a document or of a recorded deletion; deleted lists take theirs along. */
export const documentNumbers: Check = {
  name: 'numbers of documents',
  run: async ({ rows }) => {
    const count = async (sql: string) => Number((await rows<{ count: number }>(sql))[0]?.count);
    const past = (await rows<{ what: string }>(PAST)).map(({ what }) => what);
    const missing = (await count(GIVEN)) - (await count(THERE));
    const deleted = await count(DELETED);
    const lost = missing - deleted;
    return { faults: lost > 0 ? [...past, `${lost} numbers were given to documents that nothing tells of`] : past };
  },
};
