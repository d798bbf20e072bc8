// Sends a new photo (of a card, of a person) and keeps its state, with the texts of the field.
import type { WritableAtom } from 'nanostores';
import type { PhotoError } from '../../../contract/errors.ts';
import { IMAGE_FILE_MAX } from '../../../contract/limits.ts';
import { typographed } from '../../../rules/format/typography.ts';
import type { ErrorTexts } from '../platform/failure-texts.ts';
import type { Failure } from '../platform/http-client.ts';

/** How the replacement of a photo goes. */
export type PhotoState =
  | { readonly phase: 'idle' | 'sending' | 'saved' }
  | { readonly phase: 'failed'; readonly failure: Failure };

const EMPTY: PhotoError = 'файл Excel не получен';
const NO_PICTURE: PhotoError = 'file must be image';

/** What is wrong with a picture before it is sent; null when nothing is. */
async function refusalOf(photo: File): Promise<Failure | null> {
  const code = photo.size > IMAGE_FILE_MAX ? 'too large' : photo.size === 0 ? EMPTY : null;
  if (code !== null) return { kind: 'refused', code, facts: {} };
  const { describeChosen, isPicture } = await import('../platform/chosen-file.ts');
  const facts = await describeChosen(photo);
  return isPicture(facts) ? null : { kind: 'refused', code: NO_PICTURE, facts };
}

/** Sends a photo that looks like one, one at a time, and keeps `$photo` up to date. Never throws. */
export async function sendPhoto(
  $photo: WritableAtom<PhotoState>,
  photo: File,
  send: () => Promise<void>,
): Promise<void> {
  if ($photo.get().phase === 'sending') return;
  $photo.set({ phase: 'sending' });
  const refusal = await refusalOf(photo);
  if (refusal) return $photo.set({ phase: 'failed', failure: refusal });
  try {
    await send();
    $photo.set({ phase: 'saved' });
  } catch (error) {
    // Only who sends loads the code of calls.
    const { failureOf } = await import('../platform/http-client.ts');
    $photo.set({ phase: 'failed', failure: failureOf(error) });
  }
}

export const photoField = typographed({
  replace: 'Заменить фото',
  add: 'Добавить фото',
  sending: 'Сохраняем фото…',
  saved: 'Фото сохранено',
  hint: 'Изображение до 20 МБ',
} as const);

const oneOnly = 'Выбрано несколько файлов, нужен один.';

export const photoErrors = typographed<ErrorTexts<PhotoError | 'too large'>>({
  'too large': 'Файл больше 20 МБ. Выберите файл меньшего размера.',
  'file not uploaded': 'Файл не выбран.',
  'more than one file received': oneOnly,
  'more than 1 file received by field "photo"': oneOnly,
  'request entity too large': 'Файл больше 20 МБ. Выберите файл меньшего размера.',
  'file must be image': 'Это не изображение. Подойдут JPEG, PNG, WebP.',
  'файл Excel не получен': 'Файл пуст. Выберите другой.',
  'field name "photo" is empty': 'Файл не выбран.',
  'card not found': 'Карточки больше нет в каталоге.',
});

export const photoUnreadable = typographed(
  'Не удалось прочитать изображение: файл повреждён или слишком велик в пикселях.',
);
