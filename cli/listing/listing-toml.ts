import { parse, stringify, TomlError } from 'smol-toml';
import { EXIT, Failure } from '../failure.ts';

/** The texts of a listing, as the API takes them; what is left out is empty. */
export type ListingTexts = Readonly<Record<string, unknown>>;

/** listing.toml: texts as the API has them, and pictures as files beside it, or by their ids as `media:12`. */
export type ListingToml = {
  readonly texts: ListingTexts;
  readonly icon: string | null;
  readonly gallery: readonly { readonly file: string; readonly alt: string }[];
};

/** What a picture is named by that is no file here. */
const BY_ID = /^media:(\d+)$/;

/** The id that names an uploaded picture; undefined for a file. */
export const idOf = (name: string): string | undefined => BY_ID.exec(name)?.[1];

/** Reads the text of a listing.toml; throws a Failure that names what cannot be read. */
export function parseListing(path: string, text: string): ListingToml {
  const { icon = null, gallery = [], ...texts } = tableOf(path, text);
  if (icon !== null && typeof icon !== 'string') throw wrong(path, 'icon', 'is the path of a picture');
  if (!Array.isArray(gallery)) throw wrong(path, 'gallery', 'is a list of tables: [[gallery]]');
  return {
    texts,
    icon,
    gallery: gallery.map((entry: unknown, place) => {
      const { file, alt } = Object(entry) as Readonly<Record<string, unknown>>; // checked below
      if (typeof file !== 'string' || typeof alt !== 'string')
        throw wrong(path, `gallery[${place}]`, 'has a file and an alt, what the picture shows');
      return { file, alt };
    }),
  };
}

/** The same as it is written down. */
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
