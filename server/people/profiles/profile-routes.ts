// Routes of a user's own profile: name, photo, and whether mails about documents come. Searches for users are in
// search-routes.ts.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Role } from '../../../contract/access/access.ts';
import { MailSwitch } from '../../../contract/documents/documents.ts';
import { bodyWithFile } from '../../../contract/fields/field.ts';
import { IMAGE_FILE_MAX } from '../../../contract/limits.ts';
import { MAIL_SWITCH_FORM, PROFILE_FORM } from '../../../contract/people/forms.ts';
import { Profile } from '../../../contract/people/profiles.ts';
import { sendPicture, withPicturePlace } from '../../platform/http/picture-upload.ts';
import * as http from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, withForm } from '../../platform/http/upload.ts';
import type { UserRow } from '../../portal-database/schema.ts';
import type { Permissions } from '../roles/permissions.ts';
import * as accounts from './accounts.ts';
import { replacePhoto } from './photos.ts';
import * as profileStore from './profile-store.ts';

const TAKEN = 'email: Не уникальное значение email';

export function profileRoutes(context: accounts.PeopleContext): FastifyPluginAsyncTypebox {
  const { database, photos, incomingFolder, clock, permissions, limits } = context;

  const found = async (row: UserRow | null): Promise<Profile> => {
    if (!row) throw http.notFound('user not found');
    return wholeProfile(permissions, row);
  };
  const own = async (request: FastifyRequest) => {
    const { uid, email } = http.requireCaller(request);
    const row = await profileStore.findByUid(database.read, uid);
    return found(row && (await accounts.withPresentEmail(context, row, email)));
  };

  return async (app) => {
    app.get(
      '/',
      {
        config: { permission: 'signed-in' },
        schema: { summary: 'The profile of the caller', response: { 200: Profile } },
      },
      own,
    );

    app.post(
      '/',
      {
        config: { permission: 'signed-in', form: PROFILE_FORM },
        schema: { summary: 'Makes the profile of the caller', response: { 201: Profile } },
      },
      async (request, reply) => {
        const caller = http.requireCaller(request);
        const name = http.readForm(request, PROFILE_FORM).name ?? null;
        const known = await profileStore.findByUid(database.read, caller.uid);
        if (known && !profileStore.isMadeAhead(known)) throw http.badRequest(TAKEN);
        // A failure does not stop the profile: the next change renames the account too.
        if (name !== null)
          await accounts.renameAccount(context, { uid: caller.uid, name }, http.auditActor(request)).catch(() => {});
        const leftBy = await accounts.orphanedProfileUid(context, caller);
        const row = await profileStore.createProfile(database, caller, { name, leftBy, now: clock() });
        if (!row) throw http.badRequest(TAKEN);
        return reply.code(201).send(await wholeProfile(permissions, row));
      },
    );

    app.patch(
      '/',
      {
        config: { permission: 'signed-in', form: PROFILE_FORM },
        schema: { summary: 'Changes the name of the caller; an empty one removes it', response: { 200: Profile } },
      },
      async (request) => {
        const profile = await own(request);
        const { name } = http.readForm(request, PROFILE_FORM);
        if (name === undefined) return profile;
        return found(
          await accounts.renamePerson(context, http.requireCaller(request).uid, name, http.auditActor(request)),
        );
      },
    );

    app.patch(
      '/photo',
      {
        config: { permission: 'signed-in', files: oneFileUpTo(IMAGE_FILE_MAX), bodySchema: bodyWithFile('photo') },
        schema: {
          summary: 'Replaces the photo of the caller: one file in the multipart field `photo`',
          response: { 200: Profile },
        },
      },
      async (request) => {
        await own(request);
        const { uid } = http.requireCaller(request);
        await limits.take('profilePhoto', uid);
        await withPicturePlace(request, (gone) =>
          withForm(request, { folder: incomingFolder }, (form) =>
            replacePhoto(context, uid, oneFile(form, 'photo'), gone),
          ),
        );
        return own(request);
      },
    );

    app.get(
      '/photo/:fileName',
      {
        config: { permission: 'anyone' },
        schema: {
          summary: 'A photo; the one of double width has `@2x` before the extension',
          params: Type.Object({ fileName: Type.String() }),
        },
      },
      (request, reply) => sendPicture(request, reply, photos, request.params.fileName),
    );
  };
}

const response = { 200: MailSwitch };

export function mailsRoutes({ database }: accounts.PeopleContext): FastifyPluginAsyncTypebox {
  const answer = (user: UserRow | null): MailSwitch => {
    if (!user) throw http.notFound('user not found');
    return { documents: user.document_mails === 1 };
  };

  return async (app) => {
    app.get(
      '/mails',
      {
        config: { permission: 'signed-in' },
        schema: { summary: 'Whether mails about documents come to the caller', response },
      },
      async (request) => answer(await profileStore.findByUid(database.read, http.requireCaller(request).uid)),
    );

    app.patch(
      '/mails',
      {
        config: { permission: 'signed-in', form: MAIL_SWITCH_FORM },
        schema: { summary: 'Turns mails about documents on or off for the caller', response },
      },
      async (request) => {
        const { uid } = http.requireCaller(request);
        answer(await profileStore.findByUid(database.read, uid));
        const { documents } = http.readForm(request, MAIL_SWITCH_FORM);
        if (documents !== undefined) await profileStore.setDocumentMails(database, uid, documents);
        return answer(await profileStore.findByUid(database.read, uid));
      },
    );
  };
}

export const profileAnswer = (user: UserRow, roles: Role[]): Profile => ({
  uid: user.uid,
  email: user.email,
  photo: user.photo ?? '',
  name: user.name ?? '',
  position: user.role_title ?? '',
  roles,
});

export async function wholeProfile(permissions: Permissions, user: UserRow): Promise<Profile> {
  const role = user.role_id === null ? null : await permissions.role(user.role_id);
  return profileAnswer(user, role ? [role] : []);
}
