import { parse, stringify, TomlError } from 'smol-toml';
import { EXIT, Failure } from '../failure.ts';

/** A listing's texts, as the API accepts them; omitted texts are empty. */
export type ListingTexts = Readonly<Record<string, unknown>>;

/** listing.toml: the API's texts, with pictures as files next to it or, by id, as `media:12`. */
export type ListingToml = {
  readonly texts: ListingTexts;
  readonly icon: string | null;
  readonly gallery: readonly { readonly file: string; readonly alt: string }[];
};

/** Name of a picture that isn't a local file. */
const BY_ID = /^media:(\d+)$/;

/** Returns an uploaded picture's id; undefined for a file. */
export const idOf = (name: string): string | undefined => BY_ID.exec(name)?.[1];

/** Parses a listing.toml; throws a Failure that names any unreadable part. */
export function parseListing(path: string, text: string): ListingToml {
  const { icon = null, gallery = [], ...texts } = tableOf(path, text);
  if (icon !== null && typeof icon !== 'string') throw wrong(path, 'icon', 'must be the path of a picture');
  if (!Array.isArray(gallery)) throw wrong(path, 'gallery', 'must be a list of tables: [[gallery]]');
  return {
    texts,
    icon,
    gallery: gallery.map((entry: unknown, place) => {
      const { file, alt } = Object(entry) as Readonly<Record<string, unknown>>; // checked below
      if (typeof file !== 'string' || typeof alt !== 'string')
        throw wrong(path, `gallery[${place}]`, 'must have a file and an alt that describes the picture');
      return { file, alt };
    }),
  };
}

/** Formats a listing.toml. */
export const printListing = ({ texts, icon, gallery }: ListingToml): string =>
  `${stringify({ ...texts, ...(icon === null ? {} : { icon }), gallery })}\n`;

function tableOf(path: string, text: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw new Failure(EXIT.invalid, `${path}:${error.line}:${error.column} ${what}`, { cause: error });
  }
}

const wrong = (path: string, key: string, is: string): Failure =>
  new Failure(EXIT.invalid, `${path}: ${key} ${is}.`);
