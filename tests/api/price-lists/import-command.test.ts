// @module-tag deep
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openShopService } from '../../../server/operations/services/databases.ts';
import type { ShopService } from '../../../server/operations/services/shop.ts';
import { machineEnvironment } from '../../support/machine-environment.ts';
import { EVENING } from '../../support/moment.ts';
import { environmentAt } from '../../support/real-time/test-now.ts';

vi.setConfig({ testTimeout: 60_000 });

const COMMAND = join(import.meta.dirname, '../../../server/operations/commands/import.ts');
const OWNERS = ['--provider', 'Поставщик', '--brand', 'КАМАЗ'];

const list = (count: number, price: number): string =>
  `Артикул;Наименование;Цена;Остаток\r\n${Array.from({ length: count }, (_, at) => `Ф-${at}01;Фильтр масляный ${at};${price + at},50;${at % 5}\r\n`).join('')}`;

describe('the import command beside a running service', () => {
  let folder: string;
  let bridge: ShopService;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parts-command-'));
    bridge = await openShopService({
      location: { dialect: 'sqlite', file: join(folder, 'bridge.db') },
      filesFolder: join(folder, 'files', 'bridge'),
      timeZone: 'Asia/Yekaterinburg',
      priceTtlDays: 0,
      clock: () => EVENING,
      log: pino({ level: 'silent' }),
    });
  });
  afterEach(async () => {
    await bridge.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs the command; its exit code, the last line of its output as JSON, and what it printed meanwhile. */
  async function command(...args: string[]) {
    const env = { ...environmentAt(EVENING), ...machineEnvironment(), DATA_DIR: folder };
    const child = spawn(process.execPath, [COMMAND, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let told = '';
    child.stdout.on('data', (text) => {
      out += text;
    });
    child.stderr.on('data', (text) => {
      told += text;
    });
    const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
    const last = out.trim().split('\n').at(-1) ?? '';
    return { code, out, told, counts: last.startsWith('{') ? JSON.parse(last) : null };
  }
  async function file(name: string, content: string): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }
  const positions = () =>
    bridge.database.read.selectFrom('positions').select(['article', 'price']).orderBy('id').execute();

  test('guesses the layout, adds what is missing when told to, and the service shows it at once', async () => {
    const path = await file('price.csv', list(20, 100));
    const unknown = await command(path, ...OWNERS);
    expect(unknown).toMatchObject({ code: 1, counts: null });
    expect(unknown.told).toContain('no brand is called «КАМАЗ»; there is none yet: --create adds it');

    const first = await command(path, ...OWNERS, '--create');
    expect(first, first.told).toMatchObject({
      code: 0,
      counts: { runId: 1, created: 20, priceUp: 0, failed: 0, unchanged: 0, suspicions: [] },
    });
    expect(first.told).toContain('guessed: from row 2, article 1, title 2, price 3');
    expect(first.told).toContain('100 %, 20 rows');
    expect((await positions())[0]).toEqual({ article: 'Ф-001', price: 10_050 });
    expect(await bridge.search.suggest('Ф-001')).toContain('Фильтр масляный 0');
    const run = await bridge.database.read
      .selectFrom('import_runs')
      .select(['source', 'state', 'file_name'])
      .executeTakeFirstOrThrow();
    expect(run).toEqual({ source: 'command', state: 'done', file_name: 'price.csv' });

    const dear = await file('dear.csv', list(20, 101));
    const dry = await command(dear, ...OWNERS, '--dry-run');
    expect(dry).toMatchObject({ code: 0, counts: { dryRun: true, priceUp: 20, created: 0, suspicions: [] } });
    expect((await positions())[0]).toMatchObject({ price: 10_050 });
    expect(await command(path, ...OWNERS)).toMatchObject({ code: 0, counts: { unchanged: 20, created: 0 } });
    expect(await readdir(join(folder, 'files', 'bridge', 'incoming'))).toEqual([]);
  });

  test('writes nothing of a file that looks wrong until that is confirmed', async () => {
    await command(await file('price.csv', list(20, 100)), ...OWNERS, '--create');
    const wrong = await file('wrong.csv', list(20, 90_000));
    const refused = await command(wrong, ...OWNERS);
    expect(refused).toMatchObject({ code: 3, counts: null });
    expect(refused.told).toContain('--confirm');
    expect((await positions())[0]).toMatchObject({ price: 10_050 });
    const confirmed = await command(wrong, ...OWNERS, '--confirm');
    expect(confirmed).toMatchObject({ code: 0, counts: { priceUp: 20, suspicions: [{ kind: 'prices-moved' }] } });
  });

  test('reads by a preset, and by fields of the form', async () => {
    const bare = await file('bare.csv', list(20, 100).replace(/^[^\n]*\n/, ''));
    await command(bare, ...OWNERS, '--create', '--yes', '--field', 'title=2', '--field', 'amount=');
    await bridge.database.write((transaction) =>
      transaction
        .insertInto('import_presets')
        .values({
          provider_id: 1,
          name: 'Основной',
          fields: JSON.stringify({ article: '1', title: '2', price: '3', amount: '', profit: '10' }),
          headers: '[]',
          created_at: 1,
          updated_at: 1,
        })
        .execute(),
    );
    const asked = await command(bare, ...OWNERS, '--preset', 'основной');
    expect(asked).toMatchObject({ code: 3, told: expect.stringContaining('×1,1') });
    const byPreset = await command(bare, ...OWNERS, '--preset', 'основной', '--confirm');
    expect(byPreset).toMatchObject({ code: 0, counts: { priceUp: 20 } });
    expect((await positions())[0]).toMatchObject({ price: 11_055 });
    const unknown = await command(bare, ...OWNERS, '--preset', 'Другой');
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.told).toContain('no preset «Другой»; there are «Основной»');
  });

  test('says what was asked wrongly, or what the file is', async () => {
    const pdf = await file('price.pdf', '%PDF-1.4');
    const cases: [string[], number, string][] = [
      [[], 2, 'which file?'],
      [[pdf], 2, '--provider TITLE is missing'],
      [[pdf, '--provider', 'А'], 2, '--brand TITLE is missing'],
      [[pdf, ...OWNERS, '--all'], 2, 'Unknown option'],
      [[pdf, ...OWNERS, '--field', 'price'], 2, 'NAME=VALUE'],
      [[pdf, pdf, ...OWNERS], 2, 'one file at a time'],
      [[join(folder, 'none.csv'), ...OWNERS], 1, 'there is no file'],
      [[pdf, ...OWNERS, '--create'], 1, 'не похож на прайс'],
    ];
    for (const [args, code, text] of cases) {
      const told = await command(...args);
      expect({ args, code: told.code, counts: told.counts }).toEqual({ args, code, counts: null });
      expect(told.told.replaceAll('\u00a0', ' ')).toContain(text);
      expect(told.told).not.toContain('    at ');
    }
    expect((await command('--help')).out).toContain('parts import');
  });

  test('waits while another process writes into the catalogue', async () => {
    const path = await file('price.csv', list(5, 100));
    let release = () => {};
    const isHeld = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = bridge.database.write(async (transaction) => {
      await transaction.insertInto('brands').values({ title: 'КАМАЗ', created_at: 1, updated_at: 1 }).execute();
      await transaction.insertInto('providers').values({ title: 'Поставщик', created_at: 1, updated_at: 1 }).execute();
    });
    await held;
    const busy = bridge.database.write(async (transaction) => {
      await transaction.updateTable('brands').set({ updated_at: 2 }).execute();
      await isHeld;
    });
    const waiting = command(path, ...OWNERS);
    setTimeout(release, 8_000);
    await busy;
    expect(await waiting).toMatchObject({ code: 0, counts: { created: 5 } });
  });
});
