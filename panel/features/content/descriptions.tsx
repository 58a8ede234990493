import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Button, Group, SimpleGrid, Stack, Tabs, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { LANGUAGES as GUEST_LANGUAGES } from '../../../kit/languages.ts';
import { MAX_DESCRIPTION, MAX_DESCRIPTION_LANGUAGES } from '../../../schema/limits.ts';
import { LanguageField } from '../../components/choice-fields.tsx';
import { MarkdownPreview } from '../../components/markdown-preview.tsx';
import { languageName } from '../../format/languages.ts';
import { decimal } from '../../format/numbers.ts';
import { conventions } from '../../i18n/language.ts';

/** A text in one language. */
export interface TypedDescription {
  readonly locale: string;
  readonly markdown: string;
}

interface DescriptionsProps {
  readonly descriptions: readonly TypedDescription[];
  readonly refusal?: string | undefined;
  readonly onChange: (descriptions: readonly TypedDescription[]) => void;
}

/** Texts in several languages, the main language first, each next to its preview. */
export function Descriptions({ descriptions, refusal, onChange }: DescriptionsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = descriptions.find(({ locale }) => locale === chosen) ?? descriptions[0];
  const without = (gone: string) => descriptions.filter(({ locale }) => locale !== gone);
  const add = (locale: string) => {
    if (locale === '') return;
    onChange([...descriptions, { locale, markdown: '' }]);
    setChosen(locale);
  };
  const write = (markdown: string) =>
    shown && onChange(descriptions.map((one) => (one.locale === shown.locale ? { ...one, markdown } : one)));
  return (
    <Stack gap="md">
      {shown && (
        <Tabs value={shown.locale} onChange={setChosen}>
          <Tabs.List>
            {descriptions.map(({ locale }) => (
              <Tabs.Tab key={locale} value={locale}>
                {languageName(locale)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={shown.locale} pt="md">
            <DescriptionText description={shown} refusal={refusal} onChange={write} />
            <Group mt="sm" gap="sm" justify="space-between">
              {descriptions[0] === shown ? (
                <Badge variant="light">
                  <Trans>Main language</Trans>
                </Badge>
              ) : (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => onChange([shown, ...without(shown.locale)])}
                >
                  <Trans>Make it the main language</Trans>
                </Button>
              )}
              <Button size="xs" variant="default" onClick={() => onChange(without(shown.locale))}>
                <Trans>Remove {languageName(shown.locale)}</Trans>
              </Button>
            </Group>
          </Tabs.Panel>
        </Tabs>
      )}
      {!shown && (
        <Text size="sm">
          <Trans>No description yet. Start with the language most guests read.</Trans>
        </Text>
      )}
      {shown && <Untranslated descriptions={descriptions} />}
      {descriptions.length < MAX_DESCRIPTION_LANGUAGES && (
        <LanguageField
          key={descriptions.length}
          label={t`Add a language`}
          placeholder={t`Choose a language`}
          maw={280}
          value=""
          without={descriptions.map(({ locale }) => locale)}
          onChange={add}
        />
      )}
    </Stack>
  );
}

/**
 * Lists the guest page languages that the text isn't translated into, and the language that guests read
 * instead.
 */
function Untranslated({ descriptions }: Pick<DescriptionsProps, 'descriptions'>) {
  const languageOf = (locale: string) => locale.toLowerCase().split('-')[0];
  const written = descriptions.map(({ locale }) => languageOf(locale));
  const missing = GUEST_LANGUAGES.filter((language) => !written.includes(language));
  const instead = descriptions.find(({ locale }) => languageOf(locale) === 'en') ?? descriptions[0];
  if (missing.length === 0 || !instead) return null;
  const names = new Intl.ListFormat(conventions()).format(missing.map(languageName));
  return (
    <Text size="sm" c="dimmed">
      <Trans>
        Not translated to {names}: guests who read these languages see {languageName(instead.locale)}, with a
        note.
      </Trans>
    </Text>
  );
}

interface TextProps {
  readonly description: TypedDescription;
  readonly refusal: string | undefined;
  readonly onChange: (markdown: string) => void;
}

function DescriptionText({ description: { locale, markdown }, refusal, onChange }: TextProps) {
  const left = MAX_DESCRIPTION - markdown.length;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Textarea
        label={t`Description in ${languageName(locale)}`}
        description={t`Markdown: **bold**, *italics*, - lists, ## headings. ${decimal(markdown.length)} of 10,000 characters.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        lang={locale}
        autosize
        minRows={9}
        maxRows={24}
        value={markdown}
        error={left < 0 ? t`${decimal(-left)} characters too many.` : refusal}
        onChange={({ currentTarget: { value } }) => onChange(value)}
      />
      <MarkdownPreview markdown={markdown} />
    </SimpleGrid>
  );
}
