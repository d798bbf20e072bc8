import { sourceForm as texts } from '../../lib/import-sources/form-texts.ts';
import { SecretField } from './SecretField.tsx';
import { SourceField, type SourceFormPart } from './SourceField.tsx';

/** Where price lists are looked for; what is asked depends on the kind. */
export function PlaceFields(part: SourceFormPart) {
  const { form, mistakes, onChange } = part;
  const field = { form, mistakes, onChange };
  return (
    <fieldset>
      <legend>{texts.groups.place}</legend>
      {form.kind === 'folder' && <SourceField {...field} name="folder" hint={texts.folderHint} />}
      {form.kind === 'address' && (
        <>
          <SourceField {...field} name="url" hint={texts.urlHint} inputMode="url" />
          <div className="upload-grid two">
            <SourceField {...field} name="user" hint={texts.userHint} />
            <SecretField {...part} />
          </div>
        </>
      )}
      {form.kind === 'mail' && (
        <>
          <div className="upload-grid two">
            <SourceField {...field} name="host" hint={texts.hostHint} inputMode="url" />
            <SourceField {...field} name="port" hint={texts.portHint} inputMode="numeric" />
          </div>
          <label className="check">
            <input
              type="checkbox"
              name="isSecure"
              checked={form.isSecure}
              onChange={({ target }) => onChange({ isSecure: target.checked })}
            />
            <span>{texts.isSecure}</span>
          </label>
          <div className="upload-grid two">
            <SourceField {...field} name="user" label={texts.mailUser} />
            <SecretField {...part} />
            <SourceField {...field} name="sender" hint={texts.senderHint} inputMode="email" />
            <SourceField {...field} name="subject" hint={texts.subjectHint} />
            <SourceField {...field} name="mailbox" hint={texts.mailboxHint} />
          </div>
        </>
      )}
    </fieldset>
  );
}
