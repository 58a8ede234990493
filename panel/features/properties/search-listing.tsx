import { plural, t } from '@lingui/core/macro';
import { Alert, Anchor, List } from '@mantine/core';
import { Link } from 'wouter';
import type { EditedUnitTypeFragment, SearchGap } from './generated.ts';

interface Shown {
  readonly unitType: EditedUnitTypeFragment;
  readonly propertyId: string;
}

/** Everything search engines still need before they can list a unit type; hidden once nothing is missing. */
export function SearchListing({ unitType, propertyId }: Shown) {
  const { kind, missing, photosMissing } = unitType.searchListing;
  if (missing.length === 0 || unitType.archivedAt) return null;
  const property = `/properties/${propertyId}`;
  return (
    <Alert
      color="blue"
      variant="light"
      title={
        kind === 'hotel_room'
          ? t`Search engines can't list this room with its hotel yet`
          : t`Search engines can't list this stay as a vacation rental yet`
      }
    >
      <List size="sm">
        {missing.map((gap) => {
          const { text, href } = HINTS[gap];
          const place = href(property);
          const isHere = place.startsWith('#');
          return (
            <List.Item key={gap}>
              <Anchor
                {...(isHere ? {} : { component: Link })}
                href={place}
                size="sm"
                c="inherit"
                underline="always"
              >
                {text(photosMissing)}
              </Anchor>
            </List.Item>
          );
        })}
      </List>
    </Alert>
  );
}

interface Hint {
  readonly text: (photosMissing: number) => string;
  /** Where to enter it. */
  readonly href: (property: string) => string;
}

const at = (section: string) => (property: string) => `${property}#${section}`;

const HINTS: Readonly<Record<SearchGap, Hint>> = {
  photos: {
    text: (count) =>
      plural(count, {
        one: 'Add a photo, here or to the property: they should show a bedroom, a bathroom and a common area.',
        other:
          'Add # photos, here or to the property: they should show a bedroom, a bathroom and a common area.',
      }),
    href: () => '#photos',
  },
  address: { text: () => t`Enter the property's town and country.`, href: at('address') },
  location: { text: () => t`Enter the property's point on the map.`, href: at('address') },
  amenities: { text: () => t`Choose an amenity, here or for the property.`, href: () => '#amenities' },
  check_in_time: { text: () => t`Enter the property's check-in time.`, href: at('arrival') },
  check_out_time: { text: () => t`Enter the property's check-out time.`, href: at('arrival') },
};
