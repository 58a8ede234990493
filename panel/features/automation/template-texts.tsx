import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Fieldset, Group, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { MESSAGE_VARIABLES, type MessageVariable } from '../../../kit/message-variables.ts';
import { LanguageField } from '../../components/choice-fields.tsx';
import { languageName } from '../../format/languages.ts';
import { VARIABLE_WORDS } from './message-words.ts';

const FALLBACK_EXAMPLE = '{{door.code|at the front desk}}';

/** A template's text in one language. */
export interface TypedText {
  readonly locale: string;
  readonly subject: string;
  readonly body: string;
}

interface TemplateTextsProps {
  readonly texts: readonly TypedText[];
  /** The language shown. */
  readonly locale: string;
  /** Reasons for which fields were refused, by their path in the input: `texts.0.body`. */
  readonly refusals: Readonly<Record<string, string>>;
  readonly onLocale: (locale: string) => void;
  readonly onChange: (texts: readonly TypedText[]) => void;
}

const MAX_TEXTS = 20;

/** A template's texts, one language per tab. */
export function TemplateTexts({ texts, locale, refusals, onLocale, onChange }: TemplateTextsProps) {
  const place = texts.findIndex((text) => text.locale === locale);
  const shown = texts[place];
  const refusedIn = (index: number) =>
    Object.keys(refusals).some((field) => field.startsWith(`texts.${index}.`));
  const add = (added: string) => {
    if (added === '') return;
    onChange([...texts, { locale: added, subject: '', body: '' }]);
    onLocale(added);
  };
  const write = (change: Partial<TypedText>) =>
    onChange(texts.map((text) => (text.locale === locale ? { ...text, ...change } : text)));
  const remove = () => {
    const left = texts.filter((text) => text.locale !== locale);
    onChange(left);
    onLocale(left[0]?.locale ?? '');
  };
  return (
    <Stack gap="md">
      {shown && (
        <Tabs value={locale} onChange={(value) => onLocale(value ?? locale)}>
          <Tabs.List>
            {texts.map((text, index) => (
              <Tabs.Tab key={text.locale} value={text.locale} {...(refusedIn(index) && { c: 'red' })}>
                {languageName(text.locale)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={locale} pt="md">
            <TextFields
              key={locale}
              text={shown}
              errors={{
                subject: refusals[`texts.${place}.subject`],
                body: refusals[`texts.${place}.body`],
              }}
              onChange={write}
            />
            {texts.length > 1 && (
              <Button size="xs" variant="default" mt="sm" onClick={remove}>
                <Trans>Remove {languageName(locale)}</Trans>
              </Button>
            )}
          </Tabs.Panel>
        </Tabs>
      )}
      {texts.length < MAX_TEXTS && (
        <LanguageField
          key={texts.length}
          label={t`Add a language`}
          placeholder={t`Choose a language`}
          description={t`Guests whose language is missing get the text in your site's language, or else the first one.`}
          inputWrapperOrder={['label', 'input', 'description']}
          maw={420}
          value=""
          without={texts.map((text) => text.locale)}
          onChange={add}
        />
      )}
    </Stack>
  );
}

interface TextFieldsProps {
  readonly text: TypedText;
  readonly errors: { readonly subject: string | undefined; readonly body: string | undefined };
  readonly onChange: (change: Partial<TypedText>) => void;
}

/** A subject and a body, with buttons that insert variables where the cursor was. */
function TextFields({ text: { locale, subject, body }, errors, onChange }: TextFieldsProps) {
  const subjectField = useRef<HTMLInputElement>(null);
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const last = useRef<'subject' | 'body'>('body');
  const insert = (name: MessageVariable) => {
    const field = last.current;
    const element = field === 'subject' ? subjectField.current : bodyField.current;
    const value = field === 'subject' ? subject : body;
    const from = element?.selectionStart ?? value.length;
    const until = element?.selectionEnd ?? from;
    const variable = `{{${name}}}`;
    onChange({ [field]: `${value.slice(0, from)}${variable}${value.slice(until)}` });
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(from + variable.length, from + variable.length);
    });
  };
  return (
    <Stack gap="md">
      <TextInput
        ref={subjectField}
        label={t`Subject`}
        description={t`For emails`}
        required
        lang={locale}
        maxLength={200}
        value={subject}
        error={errors.subject}
        onFocus={() => {
          last.current = 'subject';
        }}
        onChange={({ currentTarget: { value } }) => onChange({ subject: value })}
      />
      <Textarea
        ref={bodyField}
        label={t`Text`}
        required
        lang={locale}
        autosize
        minRows={8}
        maxRows={24}
        maxLength={5_000}
        value={body}
        error={errors.body}
        onFocus={() => {
          last.current = 'body';
        }}
        onChange={({ currentTarget: { value } }) => onChange({ body: value })}
      />
      <Fieldset variant="unstyled" mx={0} legend={t`Insert a variable`}>
        <Text size="xs" c="dimmed" mb={6}>
          <Trans>
            Without a value, the message is skipped, unless the variable has a fallback: {FALLBACK_EXAMPLE}
          </Trans>
        </Text>
        <Group gap={6}>
          {MESSAGE_VARIABLES.map((name) => (
            <Button
              key={name}
              size="compact-xs"
              variant="default"
              title={`{{${name}}}`}
              onClick={() => insert(name)}
            >
              {VARIABLE_WORDS[name]}
            </Button>
          ))}
        </Group>
      </Fieldset>
    </Stack>
  );
}
