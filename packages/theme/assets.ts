import type { Broken } from './liquid-file.ts';
import { refuseMarkup } from './liquid-file.ts';
import { isRemote, refuseTag, type StartTag } from './markup.ts';
import { refuseStyles } from './style-sheet.ts';

/** A kind of file under `assets/`. */
interface AssetKind {
  readonly type: string;
  /** True if the content begins as files of this kind do. */
  readonly begins: (content: Uint8Array) => boolean;
  /** Rules for the text of the file; undefined for binary files. */
  readonly refuse?: (text: string) => readonly Broken[];
}

const starts =
  (signature: string, at = 0) =>
  (content: Uint8Array): boolean =>
    Buffer.from(content.subarray(at, at + signature.length)).toString('latin1') === signature;

const isText = () => true;

/** Kinds of asset by extension. */
export const ASSET_KINDS: ReadonlyMap<string, AssetKind> = new Map<string, AssetKind>([
  ['css', { type: 'text/css; charset=utf-8', begins: isText, refuse: refuseStyles }],
  ['svg', { type: 'image/svg+xml', begins: isText, refuse: refusePicture }],
  ['png', { type: 'image/png', begins: starts('\x89PNG\r\n\x1a\n') }],
  ['jpg', { type: 'image/jpeg', begins: starts('\xff\xd8\xff') }],
  ['jpeg', { type: 'image/jpeg', begins: starts('\xff\xd8\xff') }],
  ['gif', { type: 'image/gif', begins: starts('GIF8') }],
  ['webp', { type: 'image/webp', begins: starts('WEBP', 8) }],
  ['avif', { type: 'image/avif', begins: starts('ftyp', 4) }],
  ['woff2', { type: 'font/woff2', begins: starts('wOF2') }],
]);

/** A picture can have styles, but not load other files. */
function refusePicture(svg: string): readonly Broken[] {
  if (/<!(doctype|entity)|<\?xml-stylesheet/i.test(svg)) {
    return [
      { line: 1, message: "An SVG file can't have a document type, entities or a linked style sheet." },
    ];
  }
  return refuseMarkup(svg, ({ name, attributes }: StartTag) => {
    if (name === 'style') return null;
    const remote = attributes.find((attribute) => /^(xlink:)?href$|^src$/i.test(attribute.name));
    if (remote && isRemote(remote.value))
      return `${remote.name} on <${name}> loads a file from another host.`;
    return refuseTag({ name, attributes: attributes.filter((attribute) => attribute.name !== 'style') });
  });
}
