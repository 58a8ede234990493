import { t } from '@lingui/core/macro';
import type { SelectProps } from '@mantine/core';
import { LANGUAGES as GUEST_LANGUAGES } from '../../kit/languages.ts';
import { zoneNames } from '../../kit/zone-names.ts';
import { countries } from '../format/countries.ts';
import { LANGUAGES, languageName } from '../format/languages.ts';
import { perLanguage } from '../i18n/language.ts';
import { Select } from './fields.tsx';

/** A searchable field's properties; its value is a code, or empty. */
interface ChoiceProps extends Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchable'> {
  /** Path within the mutation's input; null if no refusal can name it. */
  readonly field?: string | null;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

type Choice = { readonly value: string; readonly label: string };

/** Field with a searchable list. A value outside the list, e.g. a former time zone, stays selectable. */
function ChoiceField({
  value,
  onChange,
  choices,
  field = null,
  ...rest
}: ChoiceProps & { readonly choices: readonly Choice[] }) {
  const isKnown = value === '' || choices.some((choice) => choice.value === value);
  return (
    <Select
      field={field}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      nothingFoundMessage={t`Not found`}
      limit={100}
      autoComplete="off"
      // A pasted text has no active option yet: Enter must not submit the form.
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.preventDefault();
      }}
      data={isKnown ? [...choices] : [{ value, label: value }, ...choices]}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      {...rest}
    />
  );
}

/** Country, found by its name or its ISO 3166-1 code. */
export const CountryField = (props: ChoiceProps) => <ChoiceField choices={withCodes()} {...props} />;

/** Currency, found by its name or its ISO 4217 code. */
export const CurrencyField = (props: ChoiceProps) => <ChoiceField choices={currencies()} {...props} />;

/** Time zone, found by its IANA name. */
export const TimeZoneField = (props: ChoiceProps) => <ChoiceField choices={ZONES} {...props} />;

interface LanguageFieldProps extends ChoiceProps {
  /** Languages that can't be chosen, e.g. because they exist already. */
  readonly without?: readonly string[];
}

/** Language, found by its name or its BCP 47 tag; the guest pages' languages first. */
export const LanguageField = ({ without = [], ...props }: LanguageFieldProps) => (
  <ChoiceField choices={tongues().filter(({ value }) => !without.includes(value))} {...props} />
);

const withCode = ({ value, label }: Choice): Choice => ({ value, label: `${label} (${value})` });

const withCodes = perLanguage(() => countries().map(withCode));

const currencies = perLanguage((tag) => {
  const names = new Intl.DisplayNames([tag], { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .map((value) => withCode({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, tag));
});

const ZONES = zoneNames().map((value) => ({ value, label: value.replaceAll('_', ' ') }));

const tongues = perLanguage(() =>
  [...new Set([...GUEST_LANGUAGES, ...LANGUAGES])].map((value) =>
    withCode({ value, label: languageName(value) }),
  ),
);
