import { t } from '@lingui/core/macro';
import { NumberInput, TextInput } from '../../components/fields.tsx';

/** Typed fields for another platform's calendar. */
export interface TypedFeed {
  readonly name: string;
  readonly url: string;
  readonly units: number;
}

interface FeedFieldsProps {
  readonly typed: TypedFeed;
  readonly onChange: (change: Partial<TypedFeed>) => void;
}

/** Fields for a calendar: name, link and units. */
export function FeedFields({ typed: { name, url, units }, onChange }: FeedFieldsProps) {
  return (
    <>
      <TextInput
        field="name"
        w="100%"
        label={t`Name`}
        description={t`For example, Airbnb`}
        maxLength={80}
        value={name}
        onChange={({ currentTarget: { value } }) => onChange({ name: value })}
      />
      <TextInput
        field="url"
        w="100%"
        label={t`Export link`}
        description={t`The https or webcal link that the other platform shows, usually ending in .ics`}
        maxLength={2_000}
        autoCapitalize="none"
        spellCheck={false}
        value={url}
        onChange={({ currentTarget: { value } }) => onChange({ url: value })}
      />
      <NumberInput
        field="units"
        label={t`Units per event`}
        min={1}
        max={100}
        allowDecimal={false}
        value={units}
        onChange={(value) => onChange({ units: Number(value) || 1 })}
      />
    </>
  );
}
