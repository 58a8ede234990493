import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { storefrontsSetDocument } from '../storefronts/generated.ts';
import type { WelcomeStorefrontFragment } from './generated.ts';
import { StepForm } from './step-form.tsx';

const PAGES = [
  { kind: 'terms_of_service', title: 'Terms of service' },
  { kind: 'privacy_policy', title: 'Privacy policy' },
] as const;

/** Writes the two pages that guests must be able to read before they book. */
export function Terms({ storefront: { id, policies } }: { readonly storefront: WelcomeStorefrontFragment }) {
  const { mutate, isPending, error } = useTeamMutation(storefrontsSetDocument);
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(policies.map(({ kind, text }) => [kind, text])),
  );
  const save = () => {
    const written = PAGES.map(({ kind, title }) => ({ kind, title, text: (texts[kind] ?? '').trim() }));
    const others = policies.filter(({ kind }) => PAGES.every((page) => page.kind !== kind));
    mutate({ input: { id, policies: [...others, ...written] } });
  };
  return (
    <StepForm
      label="Publish"
      valid={PAGES.every(({ kind }) => texts[kind]?.trim())}
      {...{ save, isPending, error }}
    >
      {PAGES.map(({ kind, title }) => (
        <Textarea
          key={kind}
          label={title}
          description="Separate paragraphs with an empty line."
          required
          rows={5}
          maxLength={20_000}
          value={texts[kind] ?? ''}
          onChange={({ currentTarget: { value } }) => setTexts((before) => ({ ...before, [kind]: value }))}
        />
      ))}
    </StepForm>
  );
}
