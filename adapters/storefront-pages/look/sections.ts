import { html } from 'hono/html';
import type { LookSection, LookSocialKind } from '../../generated.ts';
import type { Html } from '../../page/shell.ts';
import { photoOf, versionsOf } from '../../photos.ts';
import { picture } from '../photos.ts';
import { hostLang } from '../texts.ts';
import type { Visit } from '../visit.ts';
import type { PageLook } from './dress.ts';

/** Home page sections when the host hasn't published a look. */
const PLAIN: readonly LookSection[] = ['search', 'stays', 'agents'];

/** Returns the home page's sections in order; for a search, the results come directly after the search form. */
export function sectionsOf(look: PageLook | null, isSearch: boolean): readonly LookSection[] {
  const order = look?.sections ?? PLAIN;
  if (!isSearch) return order;
  return ['search', 'stays', ...order.filter((one) => !RESULTS_WITHOUT.has(one))];
}

const RESULTS_WITHOUT: ReadonlySet<LookSection> = new Set(['search', 'stays', 'about']);

/** Renders a home page's heading, on the hero photo if there is one. Searches have the plain heading. */
export function front(visit: Visit, isSearch: boolean): Html {
  const { look, name } = visit.storefront;
  if (!look) return html`<h1>${name}</h1>`;
  const tagline = look.tagline === null ? '' : html`<p class="tagline"${hostLang(visit)}>${look.tagline}</p>`;
  if (look.hero === null || isSearch) return html`<div class="front"><h1>${name}</h1>${tagline}</div>`;
  const photo = { ...look.hero, alt: look.hero.alt ?? '', focus: look.heroFocus };
  return html`<div class="hero">${picture(photo, { sizes: '100vw', first: true })}<div><h1>${name}</h1>${tagline}</div></div>`;
}

/** Renders the text about the place; nothing if the host hasn't written one. */
export function aboutSection(visit: Visit): Html | string {
  const { look, name } = visit.storefront;
  if (!look?.about.length) return '';
  return html`<section class="about-us" id="about">
<h2>${visit.words.look.about(name)}</h2>
${look.about.map((paragraph) => html`<p${hostLang(visit)}>${paragraph}</p>`)}
</section>`;
}

/** Names of other sites, the same in every language. */
const SITES: Readonly<Record<Exclude<LookSocialKind, 'website'>, string>> = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  pinterest: 'Pinterest',
  x: 'X',
  linkedin: 'LinkedIn',
  tripadvisor: 'Tripadvisor',
  whatsapp: 'WhatsApp',
  mastodon: 'Mastodon',
  bluesky: 'Bluesky',
};

/** Renders contact details and links to the host's profiles; nothing if there are none. */
export function contactSection({ storefront: { look }, words }: Visit): Html | string {
  if (!look) return '';
  const { phone, email, social } = look;
  const reach = [
    ...(phone === null ? [] : [html`<li><a href="tel:${phone.replaceAll(/[^\d+]/g, '')}">${phone}</a></li>`]),
    ...(email === null ? [] : [html`<li><a href="mailto:${email}">${email}</a></li>`]),
  ];
  if (reach.length + social.length === 0) return '';
  return html`<section class="reach" id="contact">
<h2>${words.look.contact}</h2>
${reach.length > 0 ? html`<ul>${reach}</ul>` : ''}
${
  social.length > 0
    ? html`<ul aria-label="${words.look.profiles}">${social.map(
        ({ kind, url }) =>
          html`<li><a href="${url}" rel="me noopener noreferrer">${kind === 'website' ? words.look.website : SITES[kind]}</a></li>`,
      )}</ul>`
    : ''
}
</section>`;
}

const LOGO_HEIGHT = 48;

/** Renders the storefront's logo, or its name. */
export function brand({ name, look }: Visit['storefront']): Html | string {
  if (!look?.logo) return name;
  const { logo } = look;
  const { path } = photoOf(logo, 320);
  const sources = versionsOf(logo)
    .slice(0, 2)
    .map((version) => `${version.path} ${version.width}w`);
  const width = Math.max(1, Math.round((logo.width * LOGO_HEIGHT) / logo.height));
  return html`<img src="${path}" srcset="${sources.join(', ')}" sizes="${width}px" width="${width}" height="${LOGO_HEIGHT}" alt="${name}">`;
}

/** Returns paths of the storefront's icons, which show its initial unless the host chose a picture. */
export function iconsOf({ look }: Visit['storefront']): {
  readonly icon: string;
  readonly touchIcon: string;
} {
  if (!look?.favicon) return { icon: '/icon.svg', touchIcon: '/apple-touch-icon.png' };
  const { path } = photoOf(look.favicon, 320);
  return { icon: path, touchIcon: path };
}
