import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ErrorAnswer } from '../../../../contract/common.ts';
import { PROFILE_FORM } from '../../../../contract/forms/people.ts';
import { Profile } from '../../../../contract/informator.ts';
import { IMAGE_FILE_MAX } from '../../../../contract/limits.ts';
import { callerOf } from '../../../http/caller.ts';
import { doerOf } from '../../../http/doer.ts';
import { badRequest, notFound } from '../../../http/errors.ts';
import { oneFileUpTo } from '../../../http/file-limits.ts';
import { sendPicture } from '../../../http/picture.ts';
import { withPicturePlace } from '../../../http/picture-place.ts';
import { readForm } from '../../../http/read-form.ts';
import { oneFile, receiveForm } from '../../../http/upload.ts';
import type { PeopleContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import { replacePhoto } from './photo.ts';
import { leftUnderEmailOf, withPresentEmail } from './present-email.ts';
import { wholeProfile } from './profile.ts';
import { renameAccount, renamePerson } from './rename.ts';
import { createProfile, findByUid, isAhead } from './store.ts';

const answers = { 400: ErrorAnswer, 401: ErrorAnswer, 403: ErrorAnswer, 404: ErrorAnswer };
const TAKEN = 'email: Не уникальное значение email';

/** The caller's own profile, and the photos of all. */
export function profileRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, photos, incomingFolder, clock, permissions, limits } = context;
  const tags = ['users'];

  const found = async (row: UserRow | null): Promise<Profile> => {
    if (!row) throw notFound('user not found');
    return wholeProfile(permissions, row);
  };
  const own = async (request: FastifyRequest) => {
    const { uid, email } = callerOf(request);
    const row = await findByUid(database.read, uid);
    return found(row && (await withPresentEmail(context, row, email)));
  };

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'signed-in' },
        schema: { tags, summary: 'The profile of the caller', response: { 200: Profile, ...answers } },
      },
      own,
    );

    app.post(
      '/',
      {
        config: { permission: 'signed-in', form: PROFILE_FORM },
        schema: {
          tags,
          summary: 'Makes the profile of the caller',
          response: { 201: Profile, ...answers },
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const name = readForm(request, PROFILE_FORM).name ?? null;
        const known = await findByUid(database.read, caller.uid);
        if (known && !isAhead(known)) throw badRequest(TAKEN);
        // Nobody waits for a profile because the other name cannot be told now: the next change tells it.
        if (name !== null)
          await renameAccount(context, { uid: caller.uid, name }, doerOf(request)).catch(() => {});
        const leftBy = await leftUnderEmailOf(context, caller);
        const row = await createProfile(database, caller, { name, leftBy, now: clock() });
        if (!row) throw badRequest(TAKEN);
        return reply.code(201).send(await wholeProfile(permissions, row));
      },
    );

    app.patch(
      '/',
      {
        config: { permission: 'signed-in', form: PROFILE_FORM },
        schema: {
          tags,
          summary: 'Changes the name of the caller; an empty one removes it',
          response: { 200: Profile, ...answers },
        },
      },
      async (request) => {
        const profile = await own(request);
        const { name } = readForm(request, PROFILE_FORM);
        if (name === undefined) return profile;
        return found(await renamePerson(context, callerOf(request).uid, name, doerOf(request)));
      },
    );

    app.patch(
      '/photo',
      {
        config: { permission: 'signed-in', files: oneFileUpTo(IMAGE_FILE_MAX) },
        schema: {
          tags,
          summary: 'Replaces the photo of the caller: one file in the multipart field `photo`',
          response: { 200: Profile, '4xx': ErrorAnswer, '5xx': ErrorAnswer },
        },
      },
      async (request) => {
        await own(request);
        const { uid } = callerOf(request);
        await limits.take('profilePhoto', uid);
        await withPicturePlace(request, async (gone) => {
          const form = await receiveForm(request, { folder: incomingFolder });
          try {
            await replacePhoto(context, uid, oneFile(form, 'photo'), gone);
          } finally {
            await form.remove();
          }
        });
        return own(request);
      },
    );

    app.get(
      '/photo/:fileName',
      {
        config: { permission: 'anyone' },
        schema: {
          tags,
          summary: 'A photo; the one of double width has `@2x` before the extension',
          params: Type.Object({ fileName: Type.String() }),
        },
      },
      (request, reply) => sendPicture(request, reply, photos, request.params.fileName),
    );
  };
}
