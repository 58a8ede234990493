import type { Storefront } from '../storefront.ts';
import type { HomePageQuery } from './generated.ts';

type UnitType = HomePageQuery['unitTypePages'][number];

/** Only what is open to everyone may be found: a draft is not ready for it, and a closed storefront sells nothing. */
const isOpen = ({ status }: Storefront) => status === 'live' || status === 'paused';

/** `robots.txt` of a storefront: guests' bookings and the surfaces of programs are not for search engines. */
export function robots(storefront: Storefront): string {
  if (!isOpen(storefront)) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *
Disallow: /bookings/
Disallow: /api/
Sitemap: ${storefront.baseUrl}/sitemap.xml
`;
}

/** `sitemap.xml` of a storefront: its home page, what it sells, and its policy pages. */
export function sitemap(storefront: Storefront, unitTypes: readonly UnitType[]): string {
  const paths = [
    '/',
    ...unitTypes.map(({ id }) => `/stays/${id}`),
    ...storefront.policies.map(({ kind }) => `/policies/${kind}`),
  ];
  const urls = paths.map((path) => `  <url><loc>${xmlText(`${storefront.baseUrl}${path}`)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

/** `llms.txt` of a storefront: what a language model needs to find, price and book its stays (llmstxt.org). */
export function llms(storefront: Storefront, unitTypes: readonly UnitType[]): string {
  const { name, baseUrl, agentBookings, instantBooking, policies } = storefront;
  const books = instantBooking ? 'find, price and book stays' : 'find and price stays';
  return [
    `# ${oneLine(name)}`,
    '',
    '> Stays at this host, with their rates and availability.',
    '',
    ...(agentBookings
      ? [
          '## For agents',
          '',
          `- [MCP server](${baseUrl}/api/mcp): ${books}`,
          `- [Profile](${baseUrl}/.well-known/ucp): capabilities, by the Universal Commerce Protocol`,
          '',
        ]
      : []),
    '## Stays',
    '',
    ...unitTypes.map(
      ({ id, name: title, property, maxGuests }) =>
        `- [${linkText(`${title}, ${property.name}`)}](${baseUrl}/stays/${id}): up to ${maxGuests} guests`,
    ),
    '',
    '## Policies',
    '',
    ...policies.map(({ kind, title }) => `- [${linkText(title)}](${baseUrl}/policies/${kind})`),
    '',
  ].join('\n');
}

/** The icon of a storefront: the first letter of its name. */
export function icon({ name }: Storefront): string {
  const letter = new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment ?? '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#0b5d56"/><text x="32" y="44" font-family="Georgia, serif" font-size="36" font-weight="700" text-anchor="middle" fill="#fff">${xmlText(letter.toUpperCase())}</text></svg>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

const xmlText = (text: string) => text.replaceAll(/[<>&"]/g, (one) => ENTITIES[one] ?? '');

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Text of a Markdown link: brackets and backslashes in a name must not end it. */
const linkText = (text: string) => oneLine(text).replaceAll(/[[\]\\]/g, '\\$&');
