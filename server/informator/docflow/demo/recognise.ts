import type { Kysely } from 'kysely';
import { fingerprintOf, type KindOf } from '../../../demonstration/records.ts';
import type { InformatorSchema } from '../../schema.ts';
import { DEMO_DOCUMENTS, type DemoDocument } from './documents.ts';

const standing = (source: Kysely<InformatorSchema>) =>
  source
    .selectFrom('documents')
    .innerJoin('document_texts', 'document_texts.id', 'documents.text_id')
    .select(['documents.id', 'title', 'text', 'version', 'hash', 'revision'])
    .select(({ selectFrom, fn }) =>
      selectFrom('document_comments')
        .select(fn.countAll<number>().as('count'))
        .whereRef('document_comments.document_id', '=', 'documents.id')
        .as('comments'),
    );

/** What a document says after all its steps. */
const finalText = ({ description, steps }: DemoDocument): string =>
  steps.reduce((text, step) => ('adds' in step ? `${text} ${step.adds}` : text), description);

/** Documents; every change, decision and comment counts. */
export const DOCUMENTS: KindOf<InformatorSchema> = {
  kind: 'document',
  read: async (source, ids) =>
    (
      await standing(source).where('documents.id', 'in', ids.map(Number)).orderBy('documents.id').execute()
    ).map(({ id, title, version, hash, revision, comments }) => ({
      kind: 'document',
      id: String(id),
      name: title,
      fingerprint: fingerprintOf([title, version, hash, revision, Number(comments)]),
    })),
  recognise: async (source) => {
    const rows = await standing(source)
      .where(
        'title',
        'in',
        DEMO_DOCUMENTS.map(({ title }) => title),
      )
      .execute();
    return rows
      .filter((row) =>
        DEMO_DOCUMENTS.some(
          (made) =>
            made.title === row.title &&
            finalText(made) === row.text &&
            row.revision === made.steps.length + 1 &&
            Number(row.comments) === 0,
        ),
      )
      .map(({ id }) => String(id));
  },
};
