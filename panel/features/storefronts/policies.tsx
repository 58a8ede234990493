import { Anchor, Group, Stack, Tabs } from '@mantine/core';
import { Panel } from '../../components/panel.tsx';
import { storefrontUrl } from '../../format/storefront-url.ts';
import type { PolicyKind } from './generated.ts';
import { PolicyForm } from './policy-form.tsx';
import type { Storefront } from './storefront.ts';

const KINDS: readonly { readonly kind: PolicyKind; readonly title: string }[] = [
  { kind: 'terms_of_service', title: 'Terms' },
  { kind: 'privacy_policy', title: 'Privacy' },
  { kind: 'refund_policy', title: 'Refunds' },
  { kind: 'faq', title: 'Questions' },
  { kind: 'legal_notice', title: 'Imprint' },
];

/** Policy pages, which guests find below every page. Agents show all but the imprint next to a checkout. */
export function Policies({ storefront }: { readonly storefront: Storefront }) {
  return (
    <Panel title="Policy pages">
      <Tabs defaultValue="terms_of_service" keepMounted={false}>
        <Tabs.List mb="md" aria-label="Policy pages">
          {KINDS.map(({ kind, title }) => (
            <Tabs.Tab key={kind} value={kind}>
              {title}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {KINDS.map(({ kind, title }) => {
          const policy = storefront.policies.find((page) => page.kind === kind);
          return (
            <Tabs.Panel key={kind} value={kind}>
              <Stack gap="md">
                {policy && (
                  <Group>
                    <Anchor
                      size="sm"
                      href={storefrontUrl(storefront.domain, `/policies/${kind}`)}
                      target="_blank"
                      rel="noreferrer"
                    >
                      View page
                    </Anchor>
                  </Group>
                )}
                <PolicyForm storefront={storefront} kind={kind} suggestion={title} policy={policy} />
              </Stack>
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Panel>
  );
}
