import { stat } from 'node:fs/promises';
import type { UploadAnswer } from '../../../contract/bridge.ts';
import type { ExchangeContext, OnProgress } from './context.ts';
import { ownerFields } from './owners.ts';
import { fieldsOfList, type ListColumn } from './price-file.ts';

export interface WrittenList {
  readonly path: string;
  /** Under which the history shows it. */
  readonly name: string;
  readonly columns: ReadonlySet<ListColumn>;
  /** Whether goods that the catalogue does not have become positions. */
  readonly addsPositions: boolean;
}

/** Imports a written price list like any other; rows of one position add up their stock. */
export async function submitList(
  { desk, database, settings, clock }: ExchangeContext,
  list: WrittenList,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<UploadAnswer> {
  const { size } = await stat(list.path);
  const fields = {
    ...fieldsOfList(list.columns),
    ...(await ownerFields(database, settings, clock())),
    addNewPositionMode: list.addsPositions ? 'on' : '',
    repeated: list.columns.has('amount') ? 'sum' : 'last',
  };
  const file = { path: list.path, originalName: list.name, bytes: size };
  const from = { uid: '', who: '1С', source: 'exchange', confirm: 'plain' } as const;
  return desk.submit({ file, fields, ...from }, onProgress, signal);
}
