import { msg, t } from '@lingui/core/macro';
import {
  Box,
  Button,
  ColorInput,
  MultiSelect,
  NativeSelect,
  PasswordInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { translated } from '../../i18n/translated.ts';
import type { SettingType } from './generated.ts';
import type { Setting } from './setting-values.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Objects that settings can refer to, offered as choices; for a missing type, the person types an id. */
export type Places = Partial<
  Record<SettingType, readonly (Option | { readonly group: string; readonly items: Option[] })[]>
>;

interface SettingFieldProps {
  readonly setting: Setting;
  readonly value: string;
  /** Set if saving the form removes the secret. */
  readonly isRemoved: boolean;
  readonly onChange: (value: string) => void;
  readonly onRemove: () => void;
  readonly places: Places;
  readonly error: string | undefined;
}

/** Browser attributes for a text input, by setting type. */
const LINES: Partial<Record<SettingType, object>> = translated({
  integer: { inputMode: 'numeric' },
  decimal: { inputMode: 'decimal' },
  url: { type: 'url' },
  email: { type: 'email' },
  date: { type: 'date' },
  time: { type: 'time' },
  property: { placeholder: msg`Id of a property` },
  unit_type: { placeholder: msg`Id of a unit type` },
});

const YES_NO = translated([
  { value: 'true', label: msg`Yes` },
  { value: 'false', label: msg`No` },
]);

/** Input for a setting, by type; typed values stay text, as in the API. */
export function SettingField(props: SettingFieldProps) {
  const { setting, value, onChange, places, error } = props;
  const { type } = setting;
  if (type === 'secret') return <SecretField {...props} />;
  const options = type === 'boolean' ? YES_NO : (places[type] ?? setting.options ?? []);
  const field = { ...wordsOf(setting), error };
  const onTyped = ({ currentTarget }: Typed) => onChange(currentTarget.value);
  if (type === 'multiselect') {
    const chosen: string[] = value ? JSON.parse(value) : [];
    const onPick = (picked: readonly string[]) => onChange(picked.length ? JSON.stringify(picked) : '');
    return <MultiSelect {...field} data={[...(setting.options ?? [])]} value={chosen} onChange={onPick} />;
  }
  if (type === 'boolean' || type === 'select' || places[type]) {
    const data = [{ value: '', label: t`Not set` }, ...options];
    return <NativeSelect {...field} data={data} value={value} onChange={onTyped} />;
  }
  if (type === 'textarea')
    return <Textarea {...field} autosize minRows={3} value={value} onChange={onTyped} />;
  if (type === 'color')
    return <ColorInput {...field} withEyeDropper={false} value={value} onChange={onChange} />;
  return <TextInput {...field} {...LINES[type]} value={value} onChange={onTyped} />;
}

/** Never shows the secret, only whether it's set, and its last characters. */
function SecretField({ setting, value, isRemoved, onChange, onRemove, error }: SettingFieldProps) {
  const { isSet, hint, required, label } = setting;
  const state = isSet ? `Set${hint ? t`, ends in …${hint}` : ''}` : t`Not set`;
  return (
    <Box>
      <PasswordInput
        {...wordsOf(setting)}
        autoComplete="new-password"
        placeholder={isRemoved ? t`Removed when you save` : state}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        error={error}
        aria-invalid={error !== undefined} // the library's other inputs set it
      />
      {isSet && !required && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="default"
          aria-label={isRemoved ? t`Keep ${label}` : t`Remove ${label}`}
          onClick={isRemoved ? () => onChange('') : onRemove}
        >
          {isRemoved ? t`Keep` : t`Remove`}
        </Button>
      )}
    </Box>
  );
}

const wordsOf = ({ label, help, required }: Setting) => ({
  label,
  description: help,
  withAsterisk: required,
});

interface Typed {
  readonly currentTarget: { readonly value: string };
}
