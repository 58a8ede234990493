import { versionsOf } from '../photos.ts';
import type { Storefront } from '../storefront.ts';
import type { StaysOnSaleQuery } from './generated.ts';
import { xmlText } from './icon/icon.ts';

type UnitType = StaysOnSaleQuery['unitTypePages']['nodes'][number];

/** Only public storefronts are indexed: a draft isn't ready, and a closed storefront has no offers. */
const isOpen = ({ status }: Storefront) => status === 'live' || status === 'paused';

/**
 * Writes a storefront's `robots.txt`: search engines shouldn't index guests' bookings or machine-facing
 * endpoints.
 */
export function robots(storefront: Storefront): string {
  if (!isOpen(storefront)) return 'User-agent: *\nDisallow: /\n';
  return `User-agent: *
Disallow: /bookings/
Disallow: /language/
Disallow: /api/
Sitemap: ${storefront.baseUrl}/sitemap.xml
`;
}

/**
 * Writes a storefront's `sitemap.xml`: its home page, its unit type pages with their photos, and its policy
 * pages.
 */
export function sitemap(storefront: Storefront, unitTypes: readonly UnitType[]): string {
  const { baseUrl, policies } = storefront;
  const entries = [
    { path: '/', images: [] },
    ...unitTypes.map((unitType) => ({ path: `/stays/${unitType.id}`, images: photoPaths(unitType) })),
    ...policies.map(({ kind }) => ({ path: `/policies/${kind}`, images: [] })),
  ];
  const urls = entries.map(
    ({ path, images }) =>
      `  <url><loc>${xmlText(`${baseUrl}${path}`)}</loc>${images
        .map((image) => `<image:image><image:loc>${xmlText(`${baseUrl}${image}`)}</image:loc></image:image>`)
        .join('')}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join('\n')}
</urlset>
`;
}

/** Returns the paths of a unit type's photos and its property's photos, in their largest version. */
const photoPaths = ({ media, property }: UnitType): readonly string[] => {
  const photos = new Map([...media, ...property.media].map((photo) => [photo.id, photo]));
  return [...photos.values()].flatMap(({ sha256, width, height }) =>
    width === null || height === null ? [] : (versionsOf({ sha256, width, height }).at(-1)?.path ?? []),
  );
};

/**
 * Writes a storefront's `llms.txt`: everything a language model needs to find, price and book its stays
 * (llmstxt.org). `docsIndex` is the address of the platform's own index for developers, or null to leave it out.
 */
export function llms(
  storefront: Storefront,
  unitTypes: readonly UnitType[],
  docsIndex: string | null = null,
): string {
  const { name, baseUrl, agentBookings, instantBooking, policies } = storefront;
  const books = instantBooking ? 'find, price and book stays' : 'find and price stays';
  return [
    `# ${markdownText(name)}`,
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
        `- [${markdownText(`${title}, ${property.name}`)}](${baseUrl}/stays/${id}): up to ${maxGuests} guests`,
    ),
    '',
    '## Policies',
    '',
    ...policies.map(({ kind, title }) => `- [${markdownText(title)}](${baseUrl}/policies/${kind})`),
    '',
    ...(docsIndex === null
      ? []
      : [
          '## For developers',
          '',
          `- [Documentation](${docsIndex}): guides and references for apps, channels and agents on this platform`,
          '',
        ]),
  ].join('\n');
}

/** Writes a name as literal Markdown text: on one line, without invisible characters, with markup escaped. */
const markdownText = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{C}/gu, '')
    .trim()
    .replaceAll(/[\\`*_[\]<>()#|~!&:]/g, '\\$&');
