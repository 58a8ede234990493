import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Accordion, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { useTeamQuery } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { type AmenityGroup, groupsOf } from './amenity-words.ts';
import classes from './content.module.css';
import { listedAmenitiesDocument } from './generated.ts';

interface AmenitiesProps {
  /** Keys of the chosen amenities. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Chooses amenities by group, or by typing a word and pressing Enter for the first match. */
export function Amenities({ chosen, onChange }: AmenitiesProps) {
  const { data, error, refetch } = useTeamQuery(listedAmenitiesDocument, {});
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState<string[]>([]);
  const [said, setSaid] = useState('');
  const listed = data?.amenities;
  if (!listed)
    return error ? <ErrorNote error={error} onRetry={refetch} /> : <Loading label={t`Loading amenities`} />;
  const groups = groupsOf(listed, search);
  const isSearching = search.trim() !== '';
  const first = isSearching ? groups[0]?.amenities[0] : undefined;
  const found = groups.reduce((sum, { amenities }) => sum + amenities.length, 0);
  const toggle = (key: string) => {
    const isChosen = chosen.includes(key);
    onChange(isChosen ? chosen.filter((one) => one !== key) : inOrder(listed, [...chosen, key]));
    const name = listed.find((one) => one.key === key)?.name ?? key;
    setSaid(isChosen ? t`${name} removed.` : t`${name} added.`);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setSearch('');
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (!first) return;
    toggle(first.key);
    event.currentTarget.select();
  };
  return (
    <Stack gap="sm">
      <TextInput
        label={t`Search amenities`}
        description={
          first
            ? chosen.includes(first.key)
              ? t`Enter removes ${first.name}.`
              : t`Enter adds ${first.name}.`
            : t`Type a word, for example sauna.`
        }
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        maw={420}
        value={search}
        onChange={({ currentTarget: { value } }) => setSearch(value)}
        onKeyDown={onKeyDown}
      />
      <Text size="sm" role="status">
        {said} {isSearching && <Plural value={found} one="# amenity found. " other="# amenities found. " />}
        <Trans>{chosen.length} chosen.</Trans>
      </Text>
      <Accordion
        multiple
        variant="separated"
        order={3}
        value={isSearching ? groups.map(({ key }) => key) : opened}
        onChange={(open) => !isSearching && setOpened(open)}
      >
        {groups.map((group) => (
          <Group key={group.key} {...{ group, chosen, toggle }} />
        ))}
      </Accordion>
    </Stack>
  );
}

interface GroupProps {
  readonly group: AmenityGroup;
  readonly chosen: readonly string[];
  readonly toggle: (key: string) => void;
}

function Group({ group: { key, name, amenities }, chosen, toggle }: GroupProps) {
  const own = amenities.filter((one) => chosen.includes(one.key));
  return (
    <Accordion.Item value={key} className={classes.group ?? ''}>
      <Accordion.Control>
        {name}
        {own.length > 0 && <span className={classes.chosen}>{own.map((one) => one.name).join(', ')}</span>}
      </Accordion.Control>
      <Accordion.Panel>
        <div className={classes.amenities}>
          {amenities.map((one) => (
            <Checkbox
              key={one.key}
              label={one.name}
              checked={chosen.includes(one.key)}
              onChange={() => toggle(one.key)}
            />
          ))}
        </div>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

/** Sorts keys in the list's order, which is how they're stored; unlisted keys come last. */
const inOrder = (listed: readonly { readonly key: string }[], keys: readonly string[]) => [
  ...listed.filter(({ key }) => keys.includes(key)).map(({ key }) => key),
  ...keys.filter((key) => !listed.some((one) => one.key === key)),
];
