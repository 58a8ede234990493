import { plural, t } from '@lingui/core/macro';
import { Anchor } from '@mantine/core';
import { TYPE_WORDS } from '../../components/app-words.ts';
import { Facts } from '../../components/facts.tsx';
import { CATEGORY_WORDS } from '../../components/listing-words.ts';
import { instant } from '../../format/dates.ts';
import { languageName } from '../../format/languages.ts';
import { decimal } from '../../format/numbers.ts';
import type { StoreAppDetailQuery } from './generated.ts';

export type DetailedApp = NonNullable<StoreAppDetailQuery['storeApp']>;

/** Facts that help hosts trust an app: its developer, price, users and support. */
export function AppFacts({ app: { type, developer, listing, facts } }: { readonly app: DetailedApp }) {
  const links = [
    [t`Help`, listing?.supportUrl],
    [t`Privacy policy`, listing?.privacyUrl],
    [t`Terms`, listing?.termsUrl],
    [t`Demo`, listing?.demoUrl],
    [t`Video`, listing?.videoUrl],
  ] as const;
  return (
    <Facts
      facts={[
        [t({ message: 'By', context: 'developer' }), developer],
        [t`Kind`, TYPE_WORDS[type]],
        [t`Price`, facts.pricing],
        ...(listing?.categories.length
          ? [[t`For`, listing.categories.map((category) => CATEGORY_WORDS[category]).join(', ')] as const]
          : []),
        ...(listing?.languages.length
          ? [[t`Languages`, listing.languages.map(languageName).join(', ')] as const]
          : []),
        [
          t`Installed on`,
          facts.installs === 0
            ? t`Fewer than 10 teams`
            : t`${plural(facts.installs, { one: '# team', other: '# teams' })} or more`,
        ],
        ...(facts.medianAnswerMs === null
          ? []
          : [[t`Response time`, t`${decimal(facts.medianAnswerMs)} ms (median)`] as const]),
        [t`Updated`, instant(facts.updatedAt)],
        ...(listing?.supportEmail
          ? [
              [
                t`Support`,
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
