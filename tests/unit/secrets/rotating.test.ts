import { describe, expect, test } from 'vitest';
import { createSeal, createServiceTokens, createSigner, type Secrets } from '../../../server/platform/secrets.ts';

const BEFORE: Secrets = ['the secret before'];
const DURING: Secrets = ['the secret after', 'the secret before'];
const AFTER: Secrets = ['the secret after'];

describe('after a rotation of the secret', () => {
  test('security 71: a text sealed before is opened while the former secret is given, and no longer', () => {
    const sealed = createSeal(BEFORE, 'outbox').seal('письмо');
    expect(createSeal(DURING, 'outbox').open(sealed)).toBe('письмо');
    expect(() => createSeal(AFTER, 'outbox').open(sealed)).toThrow();
    expect(() => createSeal(DURING, 'something else').open(sealed)).toThrow();
  });

  test('security 71: what is sealed meanwhile needs the new secret only', () => {
    const sealed = createSeal(DURING, 'outbox').seal('письмо');
    expect(createSeal(AFTER, 'outbox').open(sealed)).toBe('письмо');
    expect(() => createSeal(BEFORE, 'outbox').open(sealed)).toThrow();
  });

  test('security 71: a signature made before is known while the former secret is given, and no longer', () => {
    const signature = createSigner(BEFORE, 'links').sign('text');
    expect(createSigner(DURING, 'links').knows('text', signature)).toBe(true);
    expect(createSigner(DURING, 'links').knows('test', signature)).toBe(false);
    expect(createSigner(AFTER, 'links').knows('text', signature)).toBe(false);
    expect(createSigner(DURING, 'links').knows('text', '')).toBe(false);
  });

  test('security 71: a service that has rotated knows one that has not', () => {
    const clock = () => 1_000_000;
    const token = createServiceTokens(BEFORE, clock).issue();
    expect(createServiceTokens(DURING, clock).knows(token)).toBe(true);
    expect(createServiceTokens(AFTER, clock).knows(token)).toBe(false);
  });
});
