/** @import { FrameClaims } from '@platform/app-sdk' */
/** @import { Review } from './store.js' */

const WORDS = {
  en: {
    heading: 'Guest reviews',
    none: 'No guest has written a review yet.',
    of: 'out of 5',
    one: 'review',
    many: 'reviews',
  },
  de: {
    heading: 'Bewertungen',
    none: 'Es gibt noch keine Bewertungen.',
    of: 'von 5',
    one: 'Bewertung',
    many: 'Bewertungen',
  },
};

/**
 * Renders the frame on a storefront's page. The verified token contains its placement's settings.
 * @param {FrameClaims} claims @param {readonly Review[]} reviews
 */
export function framePage({ locale, origin, settings }, reviews) {
  const language = locale === 'de' ? 'de' : 'en';
  const words = WORDS[language];
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  const shown = ordered(reviews, settings?.order).slice(0, Number(settings?.shown ?? 3));
  const average = reviews.reduce((sum, { stars }) => sum + stars, 0) / reviews.length;
  const rating = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const summary = reviews.length
    ? `<p class="rating"><strong>${rating.format(average)}</strong> ${words.of} · ${reviews.length} ${reviews.length === 1 ? words.one : words.many}</p>`
    : `<p>${words.none}</p>`;
  const list = shown.map(
    ({ name, stars, text, writtenAt }) => `<li>
<p class="by"><span role="img" aria-label="${stars} ${words.of}">${'★'.repeat(stars)}${'☆'.repeat(5 - stars)}</span> ${safe(name)}, <time datetime="${writtenAt}">${date.format(new Date(writtenAt))}</time></p>
<p>${safe(text)}</p>
</li>`,
  );
  return page({
    language,
    title: settings?.heading || words.heading,
    head: `<meta name="page-origin" content="${safe(origin)}"><script type="module" src="/frame.js"></script>`,
    body: `${summary}<ul>${list.join('')}</ul>`,
  });
}

/** @param {readonly Review[]} reviews newest first @param {string | null | undefined} order */
const ordered = (reviews, order) =>
  order === 'best' ? reviews.toSorted((one, other) => other.stars - one.stars) : reviews;

/** Renders the host's page in the panel, which frame/desk.js fills. @param {string} panelUrl */
export const deskPage = (panelUrl) =>
  page({
    title: 'Guest Book',
    head: `<meta name="panel-origin" content="${safe(panelUrl)}"><script type="module" src="/desk.js"></script>`,
    body: `<form>
<label>Unit type <input name="unitTypeId" required inputmode="numeric" pattern="[0-9]+" aria-describedby="where"></label>
<p id="where">The number in the address of its page: 12 in /stays/12.</p>
<label>Guest <input name="name" required maxlength="40"></label>
<label>Stars <input name="stars" type="number" min="1" max="5" value="5" required></label>
<label>Review <textarea name="text" required maxlength="1000" rows="3"></textarea></label>
<button>Add</button>
</form>
<p id="message" role="status"></p>
<ul></ul>`,
  });

/** Renders the page that a storefront links to. */
export const aboutPage = () =>
  page({
    title: 'How reviews are made',
    body: '<p>Guests tell their host what they think after their stay. The host adds the reviews here and removes any that break the law.</p>',
  });

/** @param {{ title: string, body: string, head?: string, language?: string }} parts */
const page = ({ title, body, head = '', language = 'en' }) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${safe(title)}</title>
<link rel="stylesheet" href="/frame.css">${head}
<h2>${safe(title)}</h2>
${body}
</html>
`;

/** @param {string} text */
const safe = (text) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
