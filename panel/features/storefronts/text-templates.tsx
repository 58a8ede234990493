import { msg, t } from '@lingui/core/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { LANGUAGE_NAMES } from '../../../kit/languages.ts';
import { query } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { countries } from '../../format/countries.ts';
import { translated } from '../../i18n/translated.ts';
import { useTeam } from '../../layout/session.tsx';
import { type PolicyTextFactsQuery, policyTextFactsDocument } from './generated.ts';
import {
  type HostFacts,
  type StartingText,
  type StartingTexts,
  startingTexts,
  textLanguage,
} from './policy-texts/starting-texts.ts';

interface TextTemplatesProps {
  readonly storefront: { readonly name: string; readonly domain: string; readonly locale: string };
  /** True if all texts are written, so that a template would replace them. */
  readonly isWritten: boolean;
  /** Takes the templates for the empty texts, or for all texts after the host has confirmed it. */
  readonly fill: (texts: StartingTexts, replacesAll: boolean) => void;
}

/** Fills empty policy pages with starting texts; replacing a written page requires confirmation. */
export function TextTemplates({ storefront, isWritten, fill }: TextTemplatesProps) {
  const { slug } = useTeam();
  const [isAsking, { open, close }] = useDisclosure(false);
  const language = textLanguage(storefront.locale);
  const { mutate, mutateAsync, data, isPending, error } = useMutation({
    mutationFn: async (_replacesAll: boolean) => {
      const { properties } = await query(policyTextFactsDocument, {}, slug);
      const host = hostFacts(storefront, properties?.nodes[0]);
      return { texts: await startingTexts(language, host), country: host.country };
    },
    // Called with the fields as typed by then, not as they were when the button was pressed.
    onSuccess: ({ texts }, replacesAll) => fill(texts, replacesAll),
  });
  const country = countries().find(({ value }) => value === data?.country)?.label;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          onClick={isWritten ? open : () => mutate(false)}
        >
          {isWritten ? t`Replace with a template` : t`Start from a template`}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {data
          ? t`Text for ${country ?? t`all countries`} in ${LANGUAGE_NAMES[language]}. It's a starting point, not legal advice: check every sentence before you publish it.`
          : t`A short text for your property's country, with your details filled in. It's a starting point, not legal advice.`}
      </Text>
      {!isAsking && <ErrorNote error={error} />}
      <ConfirmDialog
        opened={isAsking}
        close={close}
        title={t`Replace your text?`}
        text={t`The template replaces the text that you've written. Guests see it once you save it.`}
        confirmLabel={t`Replace`}
        onConfirm={() => mutateAsync(true)}
        isPending={isPending}
        error={error}
      />
    </Stack>
  );
}

type TextProperty = NonNullable<PolicyTextFactsQuery['properties']>['nodes'][number];

/** Returns the known details of a host for the texts. */
function hostFacts(
  { name, domain }: TextTemplatesProps['storefront'],
  property: TextProperty | undefined,
): HostFacts {
  const { street, postalCode, locality, country } = property?.address ?? {};
  const town = [postalCode, locality].filter(Boolean).join(' ');
  return {
    name,
    site: domain,
    country: country ?? null,
    address: street && town ? `${street}, ${town}` : null,
    contact: property?.contact?.email || property?.contact?.phone || null,
    checkIn: property?.checkInFrom || null,
    checkOut: property?.checkOutUntil || null,
  };
}

/** Headings of pages that the host hasn't named. */
const DEFAULT_TITLES = translated(['', msg`Terms of service`, msg`Privacy policy`, msg`Terms`, msg`Privacy`]);

/** Returns a page with the template's text; a heading that the host has chosen stays. */
export const withTemplate = <TPage extends StartingText>(page: TPage, template: StartingText): TPage => ({
  ...page,
  text: template.text,
  title: DEFAULT_TITLES.includes(page.title.trim()) ? template.title : page.title,
});
