import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { Role } from '../../../contract/access/access.ts';
import { MailSwitch } from '../../../contract/documents/documents.ts';
import { IMAGE_FILE_MAX, PROFILE_PHOTO_SIDE } from '../../../contract/limits.ts';
import { MAIL_SWITCH_FORM, PROFILE_FORM } from '../../../contract/people/forms.ts';
import { Profile } from '../../../contract/people/profiles.ts';
import { sweepUnused } from '../../platform/files/stored-files.ts';
import { encodeReceivedPicture, sendPicture, withPicturePlace } from '../../platform/http/picture-upload.ts';
import { auditActor, badRequest, notFound, readForm, requireCaller } from '../../platform/http/request.ts';
import { oneFile, oneFileUpTo, type ReceivedFile, withForm, withPlacedFiles } from '../../platform/http/upload.ts';
import type { UserRow } from '../../portal-database/schema.ts';
import type { Permissions } from '../roles/permissions.ts';
import { orphanedProfileUid, renameAccount, renamePerson, withPresentEmail } from './account-of-profile.ts';
import type { PeopleContext } from './context.ts';
import { createProfile, findByUid, isMadeAhead, setDocumentMails, setPhoto } from './profile-store.ts';

const TAKEN = 'email: Не уникальное значение email';

/** The caller's own profile, and the photos of all. */
export function profileRoutes(context: PeopleContext): FastifyPluginAsyncTypebox {
  const { database, photos, incomingFolder, clock, permissions, limits } = context;

  const found = async (row: UserRow | null): Promise<Profile> => {
    if (!row) throw notFound('user not found');
    return wholeProfile(permissions, row);
  };
  const own = async (request: FastifyRequest) => {
    const { uid, email } = requireCaller(request);
    const row = await findByUid(database.read, uid);
    return found(row && (await withPresentEmail(context, row, email)));
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
        schema: {
          summary: 'Makes the profile of the caller',
          response: { 201: Profile },
        },
      },
      async (request, reply) => {
        const caller = requireCaller(request);
        const name = readForm(request, PROFILE_FORM).name ?? null;
        const known = await findByUid(database.read, caller.uid);
        if (known && !isMadeAhead(known)) throw badRequest(TAKEN);
        // Nobody waits for a profile because the other name cannot be told now: the next change tells it.
        if (name !== null) await renameAccount(context, { uid: caller.uid, name }, auditActor(request)).catch(() => {});
        const leftBy = await orphanedProfileUid(context, caller);
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
          summary: 'Changes the name of the caller; an empty one removes it',
          response: { 200: Profile },
        },
      },
      async (request) => {
        const profile = await own(request);
        const { name } = readForm(request, PROFILE_FORM);
        if (name === undefined) return profile;
        return found(await renamePerson(context, requireCaller(request).uid, name, auditActor(request)));
      },
    );

    app.patch(
      '/photo',
      {
        config: { permission: 'signed-in', files: oneFileUpTo(IMAGE_FILE_MAX) },
        schema: {
          summary: 'Replaces the photo of the caller: one file in the multipart field `photo`',
          response: { 200: Profile },
        },
      },
      async (request) => {
        await own(request);
        const { uid } = requireCaller(request);
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

/** Which mails the caller wants. */
export function mailsRoutes({ database }: PeopleContext): FastifyPluginAsyncTypebox {
  const answer = (user: UserRow | null): MailSwitch => {
    if (!user) throw notFound('user not found');
    return { documents: user.document_mails === 1 };
  };

  return async (app) => {
    app.get(
      '/mails',
      {
        config: { permission: 'signed-in' },
        schema: {
          summary: 'Whether mails about documents come to the caller',
          response,
        },
      },
      async (request) => answer(await findByUid(database.read, requireCaller(request).uid)),
    );

    app.patch(
      '/mails',
      {
        config: { permission: 'signed-in', form: MAIL_SWITCH_FORM },
        schema: {
          summary: 'Turns mails about documents on or off for the caller',
          response,
        },
      },
      async (request) => {
        const { uid } = requireCaller(request);
        answer(await findByUid(database.read, uid));
        const { documents } = readForm(request, MAIL_SWITCH_FORM);
        if (documents !== undefined) await setDocumentMails(database, uid, documents);
        return answer(await findByUid(database.read, uid));
      },
    );
  };
}

/** A profile as the API shows it. */
const profileAnswer = (user: UserRow, roles: Role[]): Profile => ({
  uid: user.uid,
  email: user.email,
  photo: user.photo ?? '',
  name: user.name ?? '',
  position: user.role_title ?? '',
  roles,
});

/** A profile with everything that its role allows. */
export async function wholeProfile(permissions: Permissions, user: UserRow): Promise<Profile> {
  const role = user.role_id === null ? null : await permissions.role(user.role_id);
  return profileAnswer(user, role ? [role] : []);
}

/** A profile in a list: its role by name only, because a hundred of them would be megabytes of rights. */
export const listedProfile = (user: UserRow): Profile =>
  profileAnswer(
    user,
    user.role_id === null ? [] : [{ id: user.role_id, title: user.role_title ?? '', directings: [] }],
  );

/** What a colleague sees of a user: the person, and no permissions. */
export const colleagueProfile = (user: UserRow): Profile => profileAnswer({ ...user, photo: null }, []);

const USED_PHOTOS = new URL('./used-photos-job.ts', import.meta.url);

/**
 * Makes a received file the photo of a profile: the new files are complete before the row names them, and the old
 * ones go after the commit. False when there is no such profile; throws 400 on what is no readable picture.
 */
export async function replacePhoto(
  { database, photos, clock, log }: PeopleContext,
  uid: string,
  file: ReceivedFile,
  gone?: AbortSignal,
): Promise<boolean> {
  const sides = { width: PROFILE_PHOTO_SIDE, height: PROFILE_PHOTO_SIDE };
  const { single, doubled } = await encodeReceivedPicture(file, sides, gone);
  const name = await photos.put('webp', single, doubled);
  const before = await withPlacedFiles(
    database,
    () => setPhoto(database, uid, name, clock()),
    () => photos.remove(name),
  );
  const left = before === undefined ? name : before;
  if (left) {
    await photos.remove(left).catch((error) => log.warn({ err: error, name: left }, 'photo not removed'));
  }
  return before !== undefined;
}

/** Removes photos that no profile shows; resolves to their number. */
export const sweepPhotos = (context: PeopleContext): Promise<number> =>
  sweepUnused(context.photos, context, USED_PHOTOS);
