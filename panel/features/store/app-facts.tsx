import { Anchor } from '@mantine/core';
import { TYPE_WORDS } from '../../components/app-words.ts';
import { Facts } from '../../components/facts.tsx';
import { CATEGORY_WORDS } from '../../components/listing-words.ts';
import { count, instant } from '../../format/dates.ts';
import { languageName } from '../../format/languages.ts';
import type { StoreAppDetailQuery } from './generated.ts';

export type DetailedApp = NonNullable<StoreAppDetailQuery['storeApp']>;

/** Facts that help hosts trust an app: its developer, price, users and support. */
export function AppFacts({ app: { type, developer, listing, facts } }: { readonly app: DetailedApp }) {
  const links = [
    ['Help', listing?.supportUrl],
    ['Privacy policy', listing?.privacyUrl],
    ['Terms', listing?.termsUrl],
    ['Demo', listing?.demoUrl],
    ['Video', listing?.videoUrl],
  ] as const;
  return (
    <Facts
      facts={[
        ['By', developer],
        ['Kind', TYPE_WORDS[type]],
        ['Price', facts.pricing],
        ...(listing?.categories.length
          ? [['For', listing.categories.map((category) => CATEGORY_WORDS[category]).join(', ')] as const]
          : []),
        ...(listing?.languages.length
          ? [['Languages', listing.languages.map(languageName).join(', ')] as const]
          : []),
        [
          'Installed on',
          facts.installs === 0 ? 'Fewer than 10 teams' : `${count(facts.installs, 'team')} or more`,
        ],
        ...(facts.medianAnswerMs === null
          ? []
          : [['Response time', `${facts.medianAnswerMs.toLocaleString('en-GB')} ms (median)`] as const]),
        ['Updated', instant(facts.updatedAt)],
        ...(listing?.supportEmail
          ? [
              [
                'Support',
                <Anchor key="support" size="sm" href={`mailto:${listing.supportEmail}`}>
                  {listing.supportEmail}
                </Anchor>,
              ] as const,
            ]
          : []),
        ...links.flatMap(([name, href]) =>
          href ? [[name, <Elsewhere key={name} href={href} />] as const] : [],
        ),
      ]}
    />
  );
}

/** A link that shows its target address. */
const Elsewhere = ({ href }: { readonly href: string }) => (
  <Anchor size="sm" href={href} target="_blank" rel="nofollow noopener noreferrer">
    {new URL(href).host}
  </Anchor>
);
