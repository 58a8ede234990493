/** A piece of text: words, or a web address with its host. */
export type TextPiece =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly url: string; readonly host: string };

const ADDRESS = /https?:\/\/[^\s<>"']+/gi;
/** An `@` before the path, the query and the fragment; browsers read a backslash as a slash. */
const USER_PART = /^https?:[/\\]*[^/\\?#]*@/i;
/** Characters that end a sentence or enclose an address, and aren't part of it. */
const AROUND = /[.,;:!?)\]}»”’]+$/;

/**
 * Splits text written by someone else into words and links. A link includes its host as browsers parse it,
 * since lookalike letters may name another host (docs/interface/conversations.md#guests). An address with a
 * user part (`https://bank.example@elsewhere.example`) stays words, because people read the user part as the
 * host.
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
