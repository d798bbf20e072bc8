import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { expect, test } from 'vitest';
import { serve } from '../../support/http-server.ts';

/** Routes that answer with the number they are asked for, which may be so large. */
const numbersUpTo =
  (maximum: number): FastifyPluginAsyncTypebox =>
  async (app) => {
    const schema = {
      querystring: Type.Object({ n: Type.Integer({ maximum }) }),
      response: { 200: Type.Object({ n: Type.Integer() }) },
    };
    for (const path of ['/one', '/other'])
      app.get(path, { config: { permission: 'anyone' }, schema }, async ({ query }) => ({
        n: query.n,
        hidden: 'not in the schema',
      }));
  };

const answerOf = async (answer: Promise<Response>) => {
  const response = await answer;
  return [response.status, await response.text()];
};

test('servers of one process with different schemas each keep to their own', async () => {
  const [small, large] = [await serve(numbersUpTo(5)), await serve(numbersUpTo(50))];
  const told = async (n: number) => [
    (await answerOf(small.fetch(`/api/test/one?n=${n}`)))[0],
    (await answerOf(large.fetch(`/api/test/one?n=${n}`)))[0],
  ];
  expect(await told(3)).toEqual([200, 200]);
  expect(await told(30)).toEqual([400, 200]);
  expect(await told(300)).toEqual([400, 400]);
});

test('routes that share a schema answer and refuse each by its own request', async () => {
  const server = await serve(numbersUpTo(5));
  const paths = ['/one?n=3', '/other?n=30', '/one?n=x', '/other?n=4'];
  const answers = await Promise.all(paths.map((path) => answerOf(server.fetch(`/api/test${path}`))));
  const refused = [400, '{"error":"invalid query"}'];
  expect(answers).toEqual([[200, '{"n":3}'], refused, refused, [200, '{"n":4}']]);
});
