import { t } from '@lingui/core/macro';
import { Anchor, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { AppIcon } from '../../components/app-icon.tsx';
import { BILLING_WORDS, TYPE_WORDS } from '../../components/app-words.ts';
import { CATEGORY_WORDS } from '../../components/listing-words.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import type { StoreCardFragment } from './generated.ts';
import classes from './store.module.css';

/** One app in the store: its name is the link, and the whole card is clickable. */
export function StoreCard({ app }: { readonly app: StoreCardFragment }) {
  const { slug, name, type, billing, developer, isInstalled, listing } = app;
  const categories = listing?.categories.length
    ? listing.categories.map((category) => CATEGORY_WORDS[category]).join(', ')
    : TYPE_WORDS[type];
  return (
    <li className={classes.card}>
      <AppIcon name={name} sha256={listing?.icon?.sha256} size={56} />
      <div className={classes.words}>
        <Anchor component={Link} href={`/store/${slug}`} fw={600} className={classes.name ?? ''}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          {developer}
        </Text>
        {listing?.tagline && (
          <Text size="sm" mt={6}>
            {listing.tagline}
          </Text>
        )}
        <Group gap="xs" mt="sm">
          <Text size="xs" c="dimmed">
            {categories} · {BILLING_WORDS[billing]}
          </Text>
          {isInstalled && <StatusBadge tone="good">{t`Installed`}</StatusBadge>}
        </Group>
      </div>
    </li>
  );
}
