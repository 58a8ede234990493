/** A piece of a text: words, or an address of the web and the host it leads to. */
export type TextPiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string; readonly host: string };

const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
/** An `@` before the path, the query and the fragment; browsers read a backslash as a slash. */
const USER_PART = /^https?:[/\\]*[^/\\?#]*@/i;
/** What ends a sentence or encloses an address, not the address. */
const AROUND = /[.,;:!?)\]}»”’]+$/;

/**
 * A text that someone else wrote, as words and links. A link comes with its host as browsers read it, since other letters may name
 * another one (docs/interface/conversations.md#guests). An address with a user part (`https://bank.example@elsewhere.example`) stays
 * words: people read the user part as the host.
 */
export function piecesOf(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let after = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(AROUND, '');
    const url = URL.parse(address);
    if (!url?.hostname || USER_PART.test(address)) continue;
    if (index > after) pieces.push({ kind: 'words', text: text.slice(after, index) });
    pieces.push({ kind: 'link', text: address, url: url.href, host: url.host });
    after = index + address.length;
  }
  if (after < text.length) pieces.push({ kind: 'words', text: text.slice(after) });
  return pieces;
}
