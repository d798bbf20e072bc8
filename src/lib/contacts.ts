/** A piece of text; with `href` it is a phone number or an e-mail address. */
export interface TextPiece {
  readonly text: string;
  readonly href?: string;
}

const CONTACT = /(\+7 \(\d{3,5}\) [\d-]{5,9}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** Cuts plain text so that its phone numbers and e-mail addresses can be links. */
export function contactPieces(text: string): readonly TextPiece[] {
  return text
    .split(CONTACT)
    .map((piece, index) => (index % 2 === 1 ? { text: piece, href: linkOf(piece) } : { text: piece }))
    .filter((piece) => piece.text !== '');
}

const linkOf = (contact: string) =>
  contact.includes('@') ? `mailto:${contact}` : `tel:${contact.replace(/[^\d+]/g, '')}`;
