import type { Check } from '../../../doctor/check.ts';
import { type AttachedFile, hashOf } from '../document/version.ts';

const FILES = `SELECT document_id, file_name AS "fileName", original_name AS "originalName", sha256
  FROM document_files WHERE place IS NOT NULL ORDER BY document_id, place`;
const BATCH = 500;

interface DocumentRow {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly hash: string;
}

/** What every document holds now has the hash that its signatures stand for. */
export const documentHashes: Check = {
  name: 'hashes of documents',
  run: async ({ rows }) => {
    const attached = Map.groupBy(
      await rows<AttachedFile & { document_id: number }>(FILES),
      (file) => file.document_id,
    );
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
