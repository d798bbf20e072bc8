import type { FastifyRequest } from 'fastify';
import { type FieldSchema, type Form, type FormValues, Refusal, readFields } from '../../../contract/fields/field.ts';
import { badRequest, tooLarge } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of the body, which the reference shows and `readForm` reads. */
    form?: Form;
    /** A body that is no table of fields, for the reference; the route reads it in its own way. */
    bodySchema?: FieldSchema;
  }
}

/**
 * Fields of a request, all of them declared by its route. They are read where the route is ready for them: who may not
 * call, or calls too often, is told that first. Throws 400 with the error of the first field that is not taken, 413 for
 * a text that is too long.
 */
export function readForm<Of extends Form>(
  request: FastifyRequest,
  form: Of,
  body: unknown = request.body,
): FormValues<Of> {
  const declared = request.routeOptions.config.form ?? {};
  const stray = Object.keys(form).find((name) => declared[name] !== form[name]);
  if (stray) throw new Error(`the route of ${request.url} does not declare the field ${stray}`);
  const values = readFields(form, body, { asMultipart: request.isMultipart() });
  if (!(values instanceof Refusal)) return values;
  throw values.error === 'request entity too large' ? tooLarge() : badRequest(values.error);
}
