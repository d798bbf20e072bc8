import { expect } from 'vitest';
import type { Document, DocumentChange, DocumentComment } from '../../../contract/documents/documents.ts';
import type { SignatoryKind } from '../../../contract/documents/words.ts';
import type { Paperwork } from './paperwork.ts';

/** An attempted remark; remarks are named by their place among those of the document. */
export interface Talk {
  readonly do: 'comment' | 'ask' | 'answer' | 'take back';
  readonly by: string;
  readonly remark: number;
}

/** What the speaker may do, known from the roles, the absences and the days that have passed. */
interface Speaker {
  /** Whether his role allows anything in the pair. */
  readonly acts: boolean;
  /** Whether he may decide for a listed signatory, as far as those go. */
  decidesFor(document: Document, uid: string, kind: SignatoryKind): boolean;
}

interface Remark {
  readonly id: number;
  readonly by: string;
  readonly kind: DocumentComment['kind'];
  state: 'open' | 'answered' | 'taken back' | 'said';
}

const EVENTS = ['commented', 'question asked', 'question answered', 'comment withdrawn'] as const;

/** Holds the service to what may be said about documents, known from what was asked and answered. */
export function openTalks(docflow: Paperwork['docflow']) {
  const remarks = new Map<number, Remark[]>();
  const events = new Map<number, string[]>();

  const note = (id: number, event: (typeof EVENTS)[number]) => events.set(id, [...(events.get(id) ?? []), event]);

  async function say(talk: Talk, id: number, speaker: Speaker): Promise<void> {
    const seen = await docflow('GET', `/${id}`, { as: talk.by });
    const known = remarks.get(id) ?? [];
    remarks.set(id, known);
    if (talk.do === 'take back') return takeBack(talk, id, known);
    const questions = known.filter(({ kind }) => kind === 'question');
    const question = questions.at(-1 - (talk.remark % Math.max(1, questions.length)));
    const kind = { comment: 'comment', ask: 'question', answer: 'answer' } as const;
    const json = {
      text: 'Слово',
      kind: kind[talk.do],
      ...(talk.do === 'answer' ? { answers: question?.id ?? 999_999 } : {}),
    };
    const answer = await docflow('POST', `/${id}/comment`, { as: talk.by, json });
    expect(answer.statusCode).toBeLessThan(500);
    if (seen.statusCode !== 200) {
      expect(answer.statusCode).not.toBe(201);
      return;
    }
    const document = seen.json<Document>();
    const isAuthor = document.author.uid === talk.by;
    const asked = (['acceptor', 'recipient'] as const).flatMap((list) =>
      document[list]
        .filter(({ accept, declinedAt, isWaiting }) => !accept && declinedAt === null && !isWaiting)
        .filter(({ uid }) => speaker.decidesFor(document, uid, list)),
    );
    const isListed = [...document.acceptor, ...document.recipient].some(({ uid }) => uid === talk.by);
    if (talk.do === 'comment') expect(answer.statusCode).toBe(isAuthor || isListed || speaker.acts ? 201 : 403);
    if (answer.statusCode !== 201) return;
    const { id: remark } = answer.json<DocumentComment>();
    if (talk.do === 'ask') expect([isAuthor, asked.length > 0]).toEqual([false, true]);
    if (talk.do === 'answer') {
      expect([isAuthor, question?.state]).toEqual([true, 'open']);
      if (question) question.state = 'answered';
    }
    known.push({ id: remark, by: talk.by, kind: kind[talk.do], state: talk.do === 'ask' ? 'open' : 'said' });
    note(id, EVENTS[['comment', 'ask', 'answer'].indexOf(talk.do)] ?? 'commented');
  }

  async function takeBack(talk: Talk, id: number, known: readonly Remark[]): Promise<void> {
    const remark = known.at(-1 - (talk.remark % Math.max(1, known.length)));
    const answer = await docflow('DELETE', `/${id}/comment/${remark?.id ?? 999_999}`, { as: talk.by });
    expect(answer.statusCode).toBeLessThan(500);
    if (answer.statusCode !== 200 || !remark) return;
    expect(remark.by).toBe(talk.by);
    if (remark.state === 'taken back') return;
    expect([remark.kind === 'answer', remark.state === 'answered']).toEqual([false, false]);
    remark.state = 'taken back';
    note(id, 'comment withdrawn');
  }

  return {
    say,
    /** Questions of a document that were neither answered nor taken back. */
    openQuestions: (id: number): number =>
      (remarks.get(id) ?? []).filter(({ kind, state }) => kind === 'question' && state === 'open').length,
    /** What was said stands in the history, nothing else does, and none of it has touched the document. */
    checkHistory(id: number, changes: readonly DocumentChange[]): void {
      const talked = changes.filter(({ event }) => EVENTS.some((known) => known === event));
      expect(talked.map(({ event }) => event)).toEqual(events.get(id) ?? []);
      for (const { before, after } of talked) {
        expect([after?.version, after?.hash]).toEqual([before?.version, before?.hash]);
        expect(after?.acceptor.map(({ accept }) => accept)).toEqual(before?.acceptor.map(({ accept }) => accept));
      }
    },
  };
}
