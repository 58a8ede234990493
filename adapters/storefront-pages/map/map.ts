import { html, raw } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import type { Visit } from '../visit.ts';
import { regionAround, SCALE } from './region.ts';

interface Marked {
  /** Name of the place in the middle. */
  readonly name: string;
  readonly point: { readonly lat: number; readonly lng: number };
  /** True if the point is the place itself, not its surroundings. */
  readonly isExact: boolean;
}

/** Length of the scale bar in kilometres. */
const BAR = 50;

/**
 * Draws a regional map without any third-party requests: land, borders and towns for orientation, styled by
 * the page in light and dark mode (docs/interface/storefronts.md#pages). It's cut at its container's edges
 * rather than shrunk, so names stay readable.
 */
export async function regionMap({ words }: Visit, { name, point, isExact }: Marked): Promise<Html> {
  const { land, borders, labels } = await regionAround(name, point);
  return html`<figure class="map"><svg role="img" aria-label="${words.place.region(name)}" width="100%" height="320">
<svg x="50%" y="50%" class="whole"><path class="land" d="${raw(land)}"/><path class="border" d="${raw(borders)}"/>
${labels.map(
  ({ name: town, at: [x, y], side, isFar }) =>
    html`<g${isFar ? html` class="far"` : ''}><circle class="town" cx="${Math.round(x)}" cy="${Math.round(y)}" r="2.5"/><text x="${Math.round(x) + (side === 'left' ? -7 : 7)}" y="${Math.round(y) + 4}"${side === 'left' ? html` class="left"` : ''}>${town}</text></g>`,
)}
${isExact ? html`<circle class="pin" r="7"/>` : html`<circle class="around" r="13"/>`}
<text class="name" y="-20">${name}</text></svg>
<svg x="14" y="100%" class="whole"><path class="bar" d="M0-20v6h${BAR * SCALE}v-6"/><text x="${(BAR * SCALE) / 2}" y="-19" class="middle">${BAR} km</text></svg></svg>
<figcaption class="quiet">${words.place.mapSource}</figcaption></figure>`;
}
