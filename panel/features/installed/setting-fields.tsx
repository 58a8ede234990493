import { Stack, Title } from '@mantine/core';
import { refusalsOf } from '../../api/errors.ts';
import { useHeadingLevel } from '../../components/heading-level.ts';
import { type Places, SettingField } from './setting-field.tsx';
import {
  type ChangedSettings,
  changedWith,
  type Setting,
  shownSettings,
  shownValue,
} from './setting-values.ts';

interface SettingFieldsProps {
  readonly settings: readonly Setting[];
  readonly changed: ChangedSettings;
  readonly onChange: (changed: ChangedSettings) => void;
  readonly places: Places;
  /** Error from the last save; a message about a setting is shown next to its field. */
  readonly error: Error | null;
}

/** A field for each visible setting, under its group's heading. */
export function SettingFields({ settings, changed, onChange, places, error }: SettingFieldsProps) {
  const level = useHeadingLevel();
  const groups = Map.groupBy(shownSettings(settings, changed), ({ group }) => group);
  const refusals = refusalsOf(error);
  return [...groups].map(([group, members]) => (
    <Stack key={group} gap="md">
      {group && (
        <Title order={level} size="h5">
          {group}
        </Title>
      )}
      {members.map((setting) => (
        <SettingField
          key={setting.key}
          {...{ setting, places }}
          value={shownValue(setting, changed) ?? ''}
          isRemoved={setting.isSet && changed[setting.key] === null}
          onChange={(value) => onChange(changedWith(changed, setting, value))}
          onRemove={() => onChange({ ...changed, [setting.key]: null })}
          error={refusals[`settings.${setting.key}`]}
        />
      ))}
    </Stack>
  ));
}
