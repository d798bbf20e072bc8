import { afterAll, beforeAll, expect, test } from 'vitest';
import { UPLOAD_RULES } from '../../../contract/limits.ts';
import { UPLOAD_COLUMNS } from '../../../contract/price-lists/columns.ts';
import { startServer, type WholeServer } from '../../support/server.ts';

interface Operation {
  readonly description?: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly required?: string[] } }>>;
  };
  readonly responses?: Readonly<Record<string, { readonly headers?: object }>>;
}

let shop: WholeServer;
let paths: Record<string, Record<string, Operation>>;

beforeAll(async () => {
  shop = await startServer({});
  ({ paths } = (await (await shop.fetch('/api/docs/json')).json()) as { paths: typeof paths });
});
afterAll(() => shop.close());

const operation = (method: string, path: string): Operation => {
  const found = paths[path]?.[method];
  if (!found) throw new Error(`the reference has no ${method} ${path}`);
  return found;
};

test('the reference tells what a form takes, how it may be sent and what must be there', () => {
  const { content = {} } = operation('post', '/api/mauth/signin').requestBody ?? {};
  expect(Object.keys(content).sort()).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ]);
  expect(content['application/json']?.schema.required).toEqual(['email', 'password']);
  const made = operation('post', '/api/informator/docflow').requestBody?.content ?? {};
  expect(Object.keys(made)).toEqual(['multipart/form-data']);
  expect(made['multipart/form-data']?.schema.required).toEqual(['directingId', 'taskId', 'title']);
});

test('the reference shows the fields of a body with a file', () => {
  const bodyOf = (path: string) => operation('post', path).requestBody?.content['multipart/form-data']?.schema;
  const upload = bodyOf('/api/bridge/file/upload') as { properties: Record<string, object> };
  for (const name of ['brandId', 'providerId', 'addNewPositionMode', 'startRow', 'sheets', 'confirm', 'file'])
    expect(upload.properties).toHaveProperty(name);
  for (const name of [...UPLOAD_COLUMNS, ...UPLOAD_RULES]) expect(upload.properties).toHaveProperty(name);
  expect(upload.properties.file).toMatchObject({ type: 'string', format: 'binary' });
  expect(bodyOf('/api/bridge/crosses/upload')).toHaveProperty('properties.crossMaker');
  for (const path of ['/api/bridge/file/guess', '/api/bridge/search/list/file'])
    expect(bodyOf(path)).toMatchObject({ required: ['file'] });
});

test('no field of a body may be anything at all', () => {
  const bare: string[] = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { requestBody }] of Object.entries(methods))
      for (const { schema } of Object.values(requestBody?.content ?? {}))
        for (const [name, field] of Object.entries((schema as { properties?: object }).properties ?? {}))
          if (Object.keys(field as object).length === 0) bare.push(`${method} ${path} ${name}`);
  expect(bare).toEqual([]);
});

test('the reference tells the permission in a direction and a task', () => {
  expect(operation('patch', '/api/informator/docflow/accepting/{id}').description).toContain(
    'must allow the action «Согласовать» in the direction and the task of the document',
  );
  expect(operation('post', '/api/informator/docflow').description).toContain(
    'must allow the action «Создать» in the direction and the task that the form names',
  );
});

test('answers about the catalogue tell that they may be out of date', () => {
  for (const path of ['/api/bridge/search/', '/api/bridge/card/{id}'])
    expect(operation('get', path).responses?.[200]?.headers).toHaveProperty('Catalogue-As-Of');
});
