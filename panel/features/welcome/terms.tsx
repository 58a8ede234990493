import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { NativeSelect, Textarea } from '../../components/fields.tsx';
import { policyAddDocument } from '../cancellation/generated.ts';
import { PRESETS, termsInput } from '../cancellation/terms-form.ts';
import { TermsInWords } from '../cancellation/terms-in-words.tsx';
import { storefrontsSetDocument } from '../storefronts/generated.ts';
import { TextTemplates, withTemplate } from '../storefronts/text-templates.tsx';
import type { WelcomeStorefrontFragment } from './generated.ts';
import { StepForm } from './step-form.tsx';

const PAGES = [
  { kind: 'terms_of_service', title: 'Terms of service' },
  { kind: 'privacy_policy', title: 'Privacy policy' },
] as const;

const isWritten = ({ text }: { readonly text: string }) => text.trim() !== '';

type Preset = keyof typeof PRESETS;
const NAMES = Object.keys(PRESETS) as Preset[]; // exactly its keys

interface TermsProps {
  readonly storefront: WelcomeStorefrontFragment;
  readonly currency: string;
}

/** Edits the terms that guests must be able to read before they book: two pages, and the cost of cancelling. */
export function Terms({ storefront, currency }: TermsProps) {
  const { id, policies, cancellationPolicy } = storefront;
  const pages = useTeamMutation(storefrontsSetDocument);
  const policy = useTeamMutation(policyAddDocument);
  const [preset, setPreset] = useState<Preset>('Moderate');
  const [typed, setTyped] = useState(() =>
    PAGES.map((page) => ({
      title: page.title,
      text: '',
      ...policies.find(({ kind }) => kind === page.kind),
      kind: page.kind,
    })),
  );
  const others = policies.filter(({ kind }) => PAGES.every((page) => page.kind !== kind));
  const save = async () => {
    const terms = termsInput(PRESETS[preset], currency);
    if (!cancellationPolicy && terms)
      await policy.mutateAsync({ input: { storefrontId: id, name: preset, terms } });
    const written = typed.map((page) => ({ ...page, text: page.text.trim() }));
    await pages.mutateAsync({ input: { id, policies: [...others, ...written] } });
  };
  return (
    <StepForm
      label="Publish"
      valid={typed.every(isWritten)}
      save={() => void save().catch(() => undefined)}
      isPending={policy.isPending || pages.isPending}
      error={policy.error ?? pages.error}
    >
      <TextTemplates
        storefront={storefront}
        isWritten={typed.every(isWritten)}
        fill={(templates, replacesAll) =>
          setTyped((before) =>
            before.map((page) =>
              replacesAll || !isWritten(page) ? withTemplate(page, templates[page.kind]) : page,
            ),
          )
        }
      />
      {PAGES.map(({ kind, title }, place) => (
        <Textarea
          field={`policies.${others.length + place}`}
          key={kind}
          label={title}
          description="Separate paragraphs with an empty line."
          required
          rows={5}
          maxLength={20_000}
          value={typed[place]?.text ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setTyped((before) => before.map((page) => (page.kind === kind ? { ...page, text: value } : page)))
          }
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
