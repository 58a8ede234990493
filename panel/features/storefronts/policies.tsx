import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Anchor, Group, Stack, Tabs } from '@mantine/core';
import { useTeamMutation } from '../../api/hooks.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Textarea, TextInput } from '../../components/fields.tsx';
import { storefrontUrl } from '../../format/storefront-url.ts';
import { storefrontsSetDocument } from './generated.ts';
import { POLICY_KINDS, type SitePart, type TypedPolicy, writtenPolicies } from './site-fields.ts';
import type { Storefront } from './storefront.ts';
import { TextTemplates, withTemplate } from './text-templates.tsx';

/** Policy pages, one tab each. A page exists once it has a text. */
export function Policies({
  storefront,
  fields,
  mistakes,
  set,
}: SitePart & { readonly storefront: Storefront }) {
  const { policies } = fields;
  const written = writtenPolicies(fields);
  return (
    <Tabs defaultValue="terms_of_service" keepMounted={false}>
      <Tabs.List mb="md" aria-label={t`Policy pages`}>
        {POLICY_KINDS.map(({ kind, title }) => (
          <Tabs.Tab key={kind} value={kind}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {policies.map((policy) => {
        const { kind, title, text } = policy;
        const change = (to: Partial<TypedPolicy>) =>
          set({ policies: policies.map((one) => (one.kind === kind ? { ...one, ...to } : one)) });
        const at = written.indexOf(policy);
        const within = at < 0 ? null : `policies.${at}`;
        return (
          <Tabs.Panel key={kind} value={kind}>
            <Stack gap="md">
              {(kind === 'terms_of_service' || kind === 'privacy_policy') && (
                <TextTemplates
                  storefront={storefront}
                  isWritten={text.trim() !== ''}
                  fill={(templates, replacesAll) => {
                    if (replacesAll || text.trim() === '') change(withTemplate(policy, templates[kind]));
                  }}
                />
              )}
              <TextInput
                field={within && `${within}.title`}
                label={t`Heading`}
                maxLength={120}
                value={title}
                error={mistakes[kind]}
                onChange={({ currentTarget: { value } }) => change({ title: value })}
              />
              <Textarea
                field={within}
                label={t`Text`}
                description={t`Separate paragraphs with an empty line.`}
                autosize
                minRows={6}
                maxRows={18}
                maxLength={20_000}
                value={text}
                onChange={({ currentTarget: { value } }) => change({ text: value })}
              />
              <Published storefront={storefront} kind={kind} onRemoved={() => change({ text: '' })} />
            </Stack>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}

interface PublishedProps {
  readonly storefront: Storefront;
  readonly kind: TypedPolicy['kind'];
  readonly onRemoved: () => void;
}

/** Links to the published page, and removes it; hidden until it's published. */
function Published({ storefront: { id, domain, policies }, kind, onRemoved }: PublishedProps) {
  const { mutateAsync, isPending, error } = useTeamMutation(storefrontsSetDocument);
  if (policies.every((page) => page.kind !== kind)) return null;
  const others = policies.filter((page) => page.kind !== kind);
  return (
    <Group justify="space-between">
      <Anchor size="sm" href={storefrontUrl(domain, `/policies/${kind}`)} target="_blank" rel="noreferrer">
        <Trans>View page</Trans>
      </Anchor>
      <ConfirmButton
        size="xs"
        variant="subtle"
        color="gray"
        c="var(--mantine-color-error)"
        title={t`Remove this page?`}
        text={t`Guests and agents can no longer find it, and its text is deleted.`}
        confirmLabel={t`Remove`}
        onConfirm={() => mutateAsync({ input: { id, policies: others } }).then(onRemoved)}
        isPending={isPending}
        error={error}
      >
        <Trans>Remove</Trans>
      </ConfirmButton>
    </Group>
  );
}
