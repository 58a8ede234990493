import { msg, t } from '@lingui/core/macro';
import { useState } from 'react';
import { useTeamMutation } from '../../api/hooks.ts';
import { NativeSelect, Textarea } from '../../components/fields.tsx';
import { translated } from '../../i18n/translated.ts';
import { policyAddDocument } from '../cancellation/generated.ts';
import { PRESET_WORDS, PRESETS, type Preset, termsInput } from '../cancellation/terms-form.ts';
import { TermsInWords } from '../cancellation/terms-in-words.tsx';
import { storefrontsSetDocument } from '../storefronts/generated.ts';
import { TextTemplates, withTemplate } from '../storefronts/text-templates.tsx';
import type { WelcomeStorefrontFragment } from './generated.ts';
import { StepForm } from './step-form.tsx';

const PAGES = translated([
  { kind: 'terms_of_service', title: msg`Terms of service` },
  { kind: 'privacy_policy', title: msg`Privacy policy` },
]);

const isWritten = ({ text }: { readonly text: string }) => text.trim() !== '';

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
  const [preset, setPreset] = useState<Preset>('moderate');
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
      await policy.mutateAsync({ input: { storefrontId: id, name: PRESET_WORDS[preset], terms } });
    const written = typed.map((page) => ({ ...page, text: page.text.trim() }));
    await pages.mutateAsync({ input: { id, policies: [...others, ...written] } });
  };
  return (
    <StepForm
      label={t`Publish`}
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
          description={t`Separate paragraphs with an empty line.`}
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
            label={t`If a guest cancels`}
            description={t`You can change every step of it later under Cancellation policies.`}
            data={NAMES.map((name) => ({ value: name, label: PRESET_WORDS[name] }))}
            value={preset}
            onChange={({ currentTarget: { value } }) =>
              setPreset(NAMES.find((name) => name === value) ?? 'moderate')
            }
          />
          <TermsInWords typed={PRESETS[preset]} currency={currency} />
        </>
      )}
    </StepForm>
  );
}
