import { rm } from 'node:fs/promises';
import { parseFile } from './commerce-ml/parse.ts';
import type { ExchangeContext, OnProgress } from './context.ts';
import { EntryRows } from './list-rows.ts';
import { writePriceFile } from './price-file.ts';
import { ExchangeProblem } from './problem.ts';
import { submitList } from './submit.ts';

/**
 * Takes a received file of CommerceML 2: goods are remembered, prices and stock are imported. Resolves to what came of it, in
 * words. Throws ExchangeProblem for a file that is at fault, and what an import throws.
 */
export async function importFile(
  context: ExchangeContext,
  file: { readonly path: string; readonly name: string },
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<string> {
  const lines = `${file.path}.entries`;
  const list = `${file.path}.csv`;
  try {
    const parsed = await parseFile({ file: file.path, target: lines, priceType: context.settings.priceType });
    signal.throwIfAborted();
    const entries = new EntryRows(context.database, context.clock());
    const rows = await writePriceFile(list, entries.read(lines));
    const { columns } = entries;
    const goods = `товаров\u00a0— ${parsed.goods}, предложений\u00a0— ${parsed.offers}`;
    if (rows === 0 || !(columns.has('price') || columns.has('amount'))) return `Принято: ${goods}`;
    const name = `${file.name.replace(/\.xml$/iu, '')}.csv`;
    const written = { path: list, name, columns, addsPositions: parsed.offers > 0 };
    const { message, failed, created, updated, unchanged } = await submitList(
      context,
      written,
      onProgress,
      signal,
    );
    if (failed > 0 && created + updated + unchanged === 0)
      throw new ExchangeProblem(`ни\u00a0одна строка не\u00a0прочитана: ${message}`);
    return `${message} (${goods})`;
  } finally {
    await rm(lines, { force: true });
    await rm(list, { force: true });
  }
}
