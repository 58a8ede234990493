import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { CountryField } from '../../components/choice-fields.tsx';
import { ContentSection } from '../content/content-section.tsx';
import { Refusal } from '../content/refusal.tsx';
import type { AddressPart, PartProps } from './property-fields.ts';

/** Latitude and longitude as copied from maps: `46.754, 8.038`. */
const PAIR = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/;

/** Location: the address, and the point on the map with the precision that guests see. */
export function PlaceFields({ fields, set, wrong }: PartProps) {
  const { address, geo } = fields;
  const typed = (part: AddressPart, maxLength: number) => ({
    maxLength,
    value: address[part],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ address: { ...address, [part]: value } }),
  });
  const setPoint = (part: 'lat' | 'lng', value: string) => {
    const [, lat, lng] = PAIR.exec(value) ?? [];
    set({ geo: lat !== undefined && lng !== undefined ? { ...geo, lat, lng } : { ...geo, [part]: value } });
  };
  const isPoint = !wrong.geo && geo.lat !== '' && geo.lng !== '';
  return (
    <ContentSection
      id="address"
      title={t`Address and map`}
      lead={t`Guests see the address once they have booked. Before that, they see the town and the part of the map you choose.`}
      refusal={wrong.address}
    >
      <TextInput label={t`Street and number`} autoComplete="off" {...typed('street', 200)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t`Postal code`} autoComplete="off" {...typed('postalCode', 20)} />
        <TextInput label={t`Town`} autoComplete="off" {...typed('locality', 100)} />
        <TextInput label={t`State, canton or province`} autoComplete="off" {...typed('region', 100)} />
        <CountryField
          label={t`Country`}
          clearable
          value={address.country}
          onChange={(country) => set({ address: { ...address, country } })}
        />
        <TextInput
          label={t`Latitude`}
          description={t`Or paste both, as copied from a map`}
          inputMode="decimal"
          value={geo.lat}
          error={Boolean(wrong.geo)}
          onChange={({ currentTarget: { value } }) => setPoint('lat', value)}
        />
        <TextInput
          label={t`Longitude`}
          description={t`In degrees, for example 8.038`}
          inputMode="decimal"
          value={geo.lng}
          error={Boolean(wrong.geo)}
          onChange={({ currentTarget: { value } }) => setPoint('lng', value)}
        />
      </SimpleGrid>
      <Refusal>{wrong.geo}</Refusal>
      {isPoint && (
        <Anchor
          size="sm"
          href={`https://www.openstreetmap.org/?${new URLSearchParams({ mlat: geo.lat, mlon: geo.lng })}#map=16/${encodeURIComponent(geo.lat)}/${encodeURIComponent(geo.lng)}`}
          target="_blank"
          rel="noreferrer"
        >
          <Trans>View the point on OpenStreetMap</Trans>
        </Anchor>
      )}
      <Radio.Group
        label={t`Before they book, guests see`}
        value={geo.show}
        onChange={(show) => set({ geo: { ...geo, show: show === 'exact' ? 'exact' : 'area' } })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="area" label={t`the surroundings, about a kilometre`} />
          <Radio value="exact" label={t`the exact point`} />
        </Stack>
      </Radio.Group>
    </ContentSection>
  );
}
