import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { BRIDGE } from '../contract/api.ts';
import type { UndoAnswer } from '../contract/catalogue/run-changes.ts';
import type { DryRunAnswer, UploadAnswer } from '../contract/catalogue/runs.ts';
import type { GuessAnswer } from '../contract/price-lists/guess.ts';
import { XLSX_TYPE } from '../contract/price-lists/upload.ts';
import { BENCH_SEED } from './generator/fill.ts';
import { generatePriceRows, type PriceRowOptions } from './generator/positions.ts';
import { writePriceList } from './generator/pricelist.ts';
import type { BenchServer } from './server.ts';

/** Writes a price list of parts from `firstPart` on into the folder; resolves to the file. */
export async function makePriceList(folder: string, options: Omit<PriceRowOptions, 'seed'>): Promise<string> {
  const file = join(folder, `list-${options.firstPart}-${options.count}-${options.week}.xlsx`);
  await writePriceList(file, generatePriceRows({ ...options, seed: BENCH_SEED }), options.count);
  return file;
}

/** A price list that the server keeps since its guess. */
export interface KeptList {
  readonly fileId: string;
}

/** A file, or one that the server has already. */
type PriceList = string | KeptList;

/** Fields of the form that differ from those of every benchmark. */
type UploadFields = Readonly<Record<string, string>>;

const appendFile = async (form: FormData, file: string): Promise<void> =>
  form.append('file', await openAsBlob(file, { type: XLSX_TYPE }), 'list.xlsx');

/** Uploads price lists as an administrator does. */
export class Uploader {
  readonly #server: BenchServer;
  readonly #token: string;

  constructor(server: BenchServer, token: string) {
    this.#server = server;
    this.#token = token;
  }

  static async signedIn(server: BenchServer): Promise<Uploader> {
    return new Uploader(server, (await server.signIn()).access);
  }

  /** Guesses the columns of a price list, which is kept for the next calls. */
  async guess(file: string): Promise<KeptList> {
    const form = new FormData();
    await appendFile(form, file);
    const { fileId } = await this.#post<GuessAnswer>('/file/guess', form);
    return { fileId };
  }

  /** Applies a price list to one brand and provider, named by their ids; throws when it is refused. */
  upload(list: PriceList, provider: number, fields: UploadFields = {}): Promise<UploadAnswer> {
    return this.#send<UploadAnswer>(list, provider, fields);
  }

  /** What that would do. */
  dryRun(list: PriceList, provider: number, fields: UploadFields = {}): Promise<DryRunAnswer> {
    return this.#send<DryRunAnswer>(list, provider, { ...fields, dryRun: '1' });
  }

  /** Takes a run back; throws when it is refused. */
  undo(runId: number): Promise<UndoAnswer> {
    return this.#post<UndoAnswer>(`/import/runs/${runId}/undo`, null);
  }

  async #send<Answer>(list: PriceList, provider: number, more: UploadFields): Promise<Answer> {
    const form = new FormData();
    const fields = {
      brandId: '1',
      providerId: String(provider),
      startRow: '2',
      article: '1',
      title: '2',
      price: '3',
      amount: '4',
      manufacturer: '5',
      addNewPositionMode: 'on',
      ...more,
    };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    if (typeof list === 'string') await appendFile(form, list);
    else form.append('fileId', list.fileId);
    return this.#post<Answer>('/file/upload', form);
  }

  async #post<Answer>(path: string, body: FormData | null): Promise<Answer> {
    const answer = await fetch(`${this.#server.origin}${BRIDGE}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#token}` },
      body,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as Answer;
  }
}
