/** A piece of a text: words, or an address of the web and the host it leads to. */
export type TextPiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string; readonly host: string };

const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
/** What ends a sentence or encloses an address, not the address. */
const AROUND = /[.,;:!?)\]}»”’]+$/;

/**
 * A text that someone else wrote, as words and links. A link comes with its host as browsers read it: what stands before an `@` or in
 * other letters (`https://bank.example@elsewhere.example`) names another one (docs/interface/conversations.md#guests).
 */
export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let after = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(AROUND, '');
    const url = URL.parse(address);
    if (!url?.hostname) continue;
    if (index > after) pieces.push({ kind: 'words', text: text.slice(after, index) });
    pieces.push({ kind: 'link', text: address, url: url.href, host: url.host });
    after = index + address.length;
  }
  if (after < text.length) pieces.push({ kind: 'words', text: text.slice(after) });
  return pieces;
}
