import Type, { type Static } from 'typebox';
import { AUDIT_HEAPS_MAX } from './limits.ts';

const Short = Type.String({ maxLength: 500 });

/** POST /audit, by services only: what happened in their process. Fields that say nothing are left out. */
export const AuditHeapsBody = Type.Object({
  heaps: Type.Array(
    Type.Object({
      event: Short,
      /** Of the first and the last of so many equal ones, milliseconds since the epoch. */
      at: Type.Integer(),
      lastAt: Type.Integer(),
      count: Type.Integer({ minimum: 1 }),
      /** What equal ones share. */
      key: Type.Optional(Type.String({ maxLength: 2_000 })),
      actor: Type.Optional(Short),
      actorUid: Type.Optional(Short),
      address: Short,
      agent: Short,
      target: Type.Optional(Short),
      targetUid: Type.Optional(Short),
      details: Type.String({ maxLength: 5_000, description: 'AuditDetails as JSON' }),
    }),
    { maxItems: AUDIT_HEAPS_MAX },
  ),
});
export type AuditHeapsBody = Static<typeof AuditHeapsBody>;
