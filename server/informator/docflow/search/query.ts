import {
  DOCUMENT_STATES,
  type DocumentSearchQuery,
  type DocumentState,
} from '../../../../contract/docflow.ts';
import { DOCUMENT_PAGE_MAX } from '../../../../contract/limits.ts';
import { badRequest } from '../../../http/errors.ts';
import { type WordRange, wordRanges } from '../../../text/word-ranges.ts';
import { readId } from '../../ids.ts';

/** Documents of one page when no number is asked for. */
const PAGE_DEFAULT = 25;

/** The part of a person in a document: asked now, has accepted, is listed. */
export type Part = 'asked' | 'accepted' | 'listed';

/** What documents are wanted; null: any. */
export interface Wanted {
  /** Ranges of words, each of which the document holds. */
  readonly words: readonly WordRange[] | null;
  /** Only documents older than this one. */
  readonly before: number | null;
  readonly directing: number | null;
  readonly task: number | null;
  readonly state: DocumentState | null;
  readonly acceptor: Part | null;
  readonly recipient: Part | null;
  /** Only the viewer's own. */
  readonly authored: boolean;
}

const PARTS: Readonly<Record<string, Part>> = { '0': 'asked', '1': 'accepted', '2': 'listed' };

/** Reads a query; values that mean nothing are ignored, but an id that is none is a 400. */
export function readWanted(query: DocumentSearchQuery): Wanted {
  return {
    words: query.search?.trim() ? wordRanges(query.search) : null,
    before: idOf(query.last, 'last'),
    directing: idOf(query.directing, 'directing'),
    task: idOf(query.task, 'task'),
    state: DOCUMENT_STATES.find((state) => state === query.state) ?? null,
    acceptor: partOf(query.acceptor),
    recipient: partOf(query.recipient),
    authored: query.author === '1',
  };
}

const partOf = (text = ''): Part | null => (Object.hasOwn(PARTS, text) ? (PARTS[text] ?? null) : null);

function idOf(text: string | undefined, name: 'last' | 'directing' | 'task'): number | null {
  const id = readId(text);
  if (id === null) throw badRequest(`invalid ${name} id`);
  return id ?? null;
}

/** How many documents a page holds: a wish out of range is clamped. */
export function readPageSize(text: string | undefined): number {
  const wish = text ? Math.trunc(Number(text)) : Number.NaN;
  return wish >= 1 ? Math.min(wish, DOCUMENT_PAGE_MAX) : PAGE_DEFAULT;
}
