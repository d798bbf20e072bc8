import type { Edit } from './markup-edit.ts';

/** Carries out an edit the way typing does: the field tells its change and Ctrl+Z takes it back. */
export function applyEdit(field: HTMLTextAreaElement, edit: Edit): void {
  field.focus();
  field.setSelectionRange(edit.from, edit.to);
  // The one command that goes into the browser's own history of the field; where it is missing the change is told by hand.
  const isDone =
    edit.insert === ''
      ? document.execCommand('delete')
      : document.execCommand('insertText', false, edit.insert);
  if (!isDone) {
    field.setRangeText(edit.insert, edit.from, edit.to, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
  }
  field.setSelectionRange(edit.start, edit.end);
}
