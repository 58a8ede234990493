import { t } from '@lingui/core/macro';
import { Combobox, Modal, Text, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { useSearch } from '../../components/search-field.tsx';
import { isOneOf, useSession } from '../../layout/session.tsx';
import { paletteSearchDocument } from './generated.ts';
import { type Found, foundOf, type PageChoice, pagesFor } from './results.ts';

/** Characters from which bookings, guests and units are searched. */
const SHORTEST = 2;

interface PaletteProps {
  readonly opened: boolean;
  /** Pages that the person can open. */
  readonly pages: readonly PageChoice[];
  readonly onClose: () => void;
}

/** Dialog that finds bookings, guests, units and pages by what a person types, and opens them. */
export function Palette({ opened, pages, onClose }: PaletteProps) {
  const [hasChosen, setChosen] = useState(false);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (opened) setChosen(false);
  }, [opened]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t`Search`}
      size="lg"
      // The opened page takes the focus.
      returnFocus={!hasChosen}
    >
      <Finder
        pages={pages}
        onClose={onClose}
        onChoose={(href) => {
          setChosen(true);
          onClose();
          navigate(href);
        }}
      />
    </Modal>
  );
}

interface FinderProps {
  readonly pages: readonly PageChoice[];
  readonly onClose: () => void;
  readonly onChoose: (href: string) => void;
}

function Finder({ pages, onClose, onChoose }: FinderProps) {
  const { search, field } = useSearch();
  const { groups, isBusy, error } = useFound(pages, field.value.trim(), search.trim());
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose }); // the Escape key
  const shown = groups.map(({ results }) => results.map(({ href }) => href).join()).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first result is chosen whenever the results change
  useEffect(() => {
    combobox.selectFirstOption();
  }, [shown]);
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={t`Search bookings, guests, units and pages`}
          placeholder={t`Reference, guest, email address, unit or page`}
          maxLength={100}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={field.value}
          onChange={({ currentTarget: { value } }) => field.onChange(value)}
        />
      </Combobox.EventsTarget>
      <ErrorNote error={error} />
      <Combobox.Options
        mt="md"
        mah={360}
        style={{ overflowY: 'auto' }}
        aria-label={t`Results`}
        aria-busy={isBusy}
      >
        {groups.map(({ label, results }) => (
          <Combobox.Group key={label} label={label}>
            {results.map(({ href, title, note }) => (
              <Combobox.Option key={href} value={href}>
                {title}
                {note && (
                  <Text span size="sm">
                    {' '}
                    {note}
                  </Text>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <Text size="sm" c="dimmed" role="status">
        {isBusy ? t`Searching…` : groups.length === 0 && t`No results.`}
      </Text>
    </Combobox>
  );
}

/** Results for the typed text: pages immediately; bookings, guests and units for the role once typing pauses. */
function useFound(pages: readonly PageChoice[], typed: string, search: string) {
  const { team } = useSession();
  const isSearched = team.slug !== '' && typed.length >= SHORTEST;
  const { data, error, isPlaceholderData, isFetching } = useTeamQuery(
    paletteSearchDocument,
    {
      search,
      bookings: isOneOf(team, ['manager', 'front_desk', 'revenue']),
      guests: isOneOf(team, ['manager', 'front_desk']),
      units: isOneOf(team, ['manager', 'front_desk', 'housekeeping', 'revenue']),
    },
    { enabled: isSearched && search.length >= SHORTEST },
  );
  const isCurrent = isSearched && typed === search && !isPlaceholderData;
  const found: readonly Found[] = isCurrent && data ? foundOf(data, team.role) : [];
  const groups = [...found, { label: t`Pages`, results: pagesFor(pages, typed) }];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isBusy: isSearched && !error && (!isCurrent || (isFetching && !data)),
    error: isSearched ? error : null,
  };
}
