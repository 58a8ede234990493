import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { NativeSelect, Textarea } from '../../components/fields.tsx';
import { policyAddDocument } from '../cancellation/generated.ts';
import { PRESETS, termsInput } from '../cancellation/terms-form.ts';
import { TermsInWords } from '../cancellation/terms-in-words.tsx';
import { storefrontsSetDocument } from '../storefronts/generated.ts';
import type { WelcomeStorefrontFragment } from './generated.ts';
import { StepForm } from './step-form.tsx';

const PAGES = [
  { kind: 'terms_of_service', title: 'Terms of service' },
  { kind: 'privacy_policy', title: 'Privacy policy' },
] as const;

type Preset = keyof typeof PRESETS;
const NAMES = Object.keys(PRESETS) as Preset[]; // exactly its keys

interface TermsProps {
  readonly storefront: WelcomeStorefrontFragment;
  readonly currency: string;
}

/** Creates the terms that guests must be able to read before they book: two pages, and the cost of cancelling. */
export function Terms({ storefront: { id, policies, cancellationPolicy }, currency }: TermsProps) {
  const pages = useTeamMutation(storefrontsSetDocument);
  const policy = useTeamMutation(policyAddDocument);
  const [preset, setPreset] = useState<Preset>('Moderate');
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(policies.map(({ kind, text }) => [kind, text])),
  );
  const others = policies.filter(({ kind }) => PAGES.every((page) => page.kind !== kind));
  const save = async () => {
    const terms = termsInput(PRESETS[preset], currency);
    if (!cancellationPolicy && terms)
      await policy.mutateAsync({ input: { storefrontId: id, name: preset, terms } });
    const written = PAGES.map(({ kind, title }) => ({
      kind,
      title: policies.find((page) => page.kind === kind)?.title ?? title,
      text: (texts[kind] ?? '').trim(),
    }));
    await pages.mutateAsync({ input: { id, policies: [...others, ...written] } });
  };
  return (
    <StepForm
      label="Publish"
      valid={PAGES.every(({ kind }) => texts[kind]?.trim())}
      save={() => void save().catch(() => undefined)}
      isPending={policy.isPending || pages.isPending}
      error={policy.error ?? pages.error}
    >
      {PAGES.map(({ kind, title }, place) => (
        <Textarea
          field={`policies.${others.length + place}`}
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
      {!cancellationPolicy && (
        <>
          <NativeSelect
            field={null}
            label="If a guest cancels"
            description="You can change every step of it later under Cancellation policies."
            data={NAMES}
            value={preset}
            onChange={({ currentTarget: { value } }) =>
              setPreset(NAMES.find((name) => name === value) ?? 'Moderate')
            }
          />
          <TermsInWords typed={PRESETS[preset]} currency={currency} />
        </>
      )}
    </StepForm>
  );
}
