import { useState } from 'react';
import type { KnownPicture } from '../../lib/content/known-pictures.ts';
import { imageDialog as texts } from '../../lib/editing/editor-texts.ts';

interface Props {
  /** null: they are still awaited. */
  readonly pictures: readonly KnownPicture[] | null;
  readonly address: string;
  readonly onChoose: (picture: KnownPicture) => void;
}

/** From so many pictures on they are looked for by name. */
const MANY = 12;

/** The pictures that the site has, to be chosen again. */
export function KnownPictures({ pictures, address, onChoose }: Props) {
  const [name, setName] = useState('');
  if (pictures === null) return <p className="muted">{texts.loading}</p>;
  if (pictures.length === 0) return null;
  const wanted = name.trim().toLowerCase();
  const shown = pictures.filter((picture) => picture.name.toLowerCase().includes(wanted));
  return (
    <fieldset className="known-pictures">
      <legend>{texts.known}</legend>
      {pictures.length >= MANY && (
        <input
          type="search"
          aria-label={texts.find}
          placeholder={texts.find}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {shown.length === 0 && <p className="muted">{texts.noneFound}</p>}
      {shown.map((picture) => (
        <button
          key={picture.address}
          type="button"
          aria-label={texts.choose(picture.name)}
          aria-pressed={picture.address === address}
          title={picture.name}
          onClick={() => onChoose(picture)}
        >
          <img src={picture.address} alt="" width={72} height={72} loading="lazy" />
        </button>
      ))}
    </fieldset>
  );
}
