import { html } from 'hono/html';
import type { Html } from '../page/shell.ts';
import { photoOf, versionsOf } from '../photos.ts';
import type { PagePhotoFragment } from './generated.ts';
import type { Visit } from './visit.ts';

/** A unit type, whose own photos are shown before its property's. */
interface Shown {
  readonly name: string;
  readonly media: readonly PagePhotoFragment[];
  readonly property: { readonly media: readonly PagePhotoFragment[] };
}

/** A processed photo with its alternative text. */
interface ReadyPhoto {
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly focus: PagePhotoFragment['focus'];
}

/** Returns a unit type's photos without duplicates. */
export function photosOf({ words }: Visit, { name, media, property }: Shown): readonly ReadyPhoto[] {
  const all = new Map([...media, ...property.media].map((photo) => [photo.id, photo]));
  return [...all.values()].flatMap(({ sha256, width, height, alt, focus }) =>
    width === null || height === null
      ? []
      : { sha256, width, height, alt: alt ?? words.photoOf(name), focus },
  );
}

/**
 * Loading options for a photo: its display widths (`sizes` in HTML), and `first` if it's at the top of the
 * page.
 */
interface Loading {
  readonly sizes: string;
  readonly first?: boolean;
}

const FALLBACK_WIDTH = 800;

/**
 * Renders a photo whose space is reserved before it loads, cropped around its focus if the page gives it a
 * different shape.
 */
export function picture(photo: ReadyPhoto, { sizes, first = false }: Loading): Html {
  const { path } = photoOf(photo, FALLBACK_WIDTH);
  const sources = versionsOf(photo).map((version) => `${version.path} ${version.width}w`);
  const loading = first ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`<img class="${focusClasses(photo)}" src="${path}" srcset="${sources.join(', ')}" sizes="${sizes}" width="${photo.width}" height="${photo.height}" alt="${photo.alt}" decoding="async" ${loading}>`;
}

/** Pages have no inline styles: the stylesheet has classes for the focus, in tenths. */
function focusClasses({ focus: { x, y } }: ReadyPhoto): string {
  const tenth = (share: number) => Math.round(share * 10);
  return `fx${tenth(x)} fy${tenth(y)}`;
}

/**
 * Renders a page's photos: a large first photo, the others next to and below it, each linked to its largest
 * version.
 */
export function gallery({ words }: Visit, photos: readonly ReadyPhoto[]): Html | string {
  if (photos.length === 0) return '';
  return html`<ul class="gallery" aria-label="${words.photos}">${photos.map(
    (photo, place) =>
      html`<li><a href="${versionsOf(photo).at(-1)?.path ?? ''}">${picture(photo, {
        sizes:
          place === 0
            ? `(min-width: 48rem) ${photos.length > 1 ? 45 : 68}rem, 100vw`
            : '(min-width: 48rem) 22rem, 50vw',
        first: place === 0,
      })}</a></li>`,
  )}</ul>`;
}
