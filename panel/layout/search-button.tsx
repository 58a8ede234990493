import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Kbd } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { visiblePages } from './entries.ts';
import { useSession } from './session.tsx';
import { useDevelops } from './use-develops.ts';

const Palette = lazy(async () => ({
  default: (await import('../features/palette/palette.tsx')).Palette,
}));

/** Button for the search over bookings, guests, units and pages, which Ctrl K opens too. Loads it on first use. */
export function SearchButton() {
  const { account, team } = useSession();
  const develops = useDevelops();
  const [isOpen, setOpen] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  const open = () => {
    setLoaded(true);
    setOpen(true);
  };
  useHotkeys([['mod+K', open]], []);
  const pages = visiblePages({
    operator: account.operator,
    hasTeam: team.slug !== '',
    role: team.role,
    develops,
  });
  const icon = <IconSearch size={18} stroke={1.6} aria-hidden />;
  return (
    <>
      <Button
        visibleFrom="sm"
        variant="default"
        leftSection={icon}
        rightSection={<Kbd size="xs">{isApple() ? '⌘ K' : t`Ctrl K`}</Kbd>}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <Trans>Search</Trans>
      </Button>
      <ActionIcon hiddenFrom="sm" variant="default" size="lg" aria-label={t`Search`} onClick={open}>
        {icon}
      </ActionIcon>
      {isLoaded && (
        <Suspense>
          <Palette opened={isOpen} pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
