import { msg, t } from '@lingui/core/macro';
import { SimpleGrid, Stack } from '@mantine/core';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../kit/languages.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { NativeSelect, Select, TextInput } from '../../components/fields.tsx';
import { OnlyFor } from '../../components/only-for.tsx';
import { translated } from '../../i18n/translated.ts';
import { ContentSection } from '../content/content-section.tsx';
import { type EditedSection, Editor } from '../content/editor.tsx';
import { useDraft } from '../content/use-draft.ts';
import { Acp } from './acp.tsx';
import { AgentSettings, BookingSettings, GuestSettings, Maintenance } from './agents.tsx';
import { Domains } from './domains.tsx';
import { storefrontsSetDocument } from './generated.ts';
import { PaymentMethods } from './payment-methods.tsx';
import { Policies } from './policies.tsx';
import { Questions } from './questions.tsx';
import { changeOf, fieldsOf, mistakesIn, type SiteFields } from './site-fields.ts';
import type { Storefront } from './storefront.ts';

const SECTIONS = translated([
  { id: 'name', title: msg`Name and language`, fields: ['name', 'locale'] },
  {
    id: 'booking',
    title: msg`How guests book`,
    fields: ['requestMode', 'respondWithin', 'payWithin', 'minNotice', 'requestQuestions'],
  },
  { id: 'after', title: msg`After booking`, fields: ['guestChanges'] },
  { id: 'payment', title: msg`Payment methods`, fields: ['paymentMethods'] },
  { id: 'policies', title: msg`Policy pages`, fields: ['policies'] },
  {
    id: 'agents',
    title: msg`Agents`,
    fields: ['maxHoldsPerGuest', 'maxHeldNights', 'maxHeldSharePercent'],
  },
  { id: 'acp', title: msg`ACP checkout`, fields: [] },
  { id: 'domain', title: msg`Your own domain`, fields: [] },
  { id: 'maintenance', title: msg({ message: 'Maintenance', context: 'storefront' }), fields: [] },
]) satisfies readonly EditedSection[];

const CHANGES: Readonly<Record<Storefront['guestChanges'], string>> = translated({
  off: msg`Guests can't change their stay`,
  request: msg`Guests request changes, and you decide`,
  instant: msg`Guests change their stay themselves`,
});

const isChanges = (value: string): value is Storefront['guestChanges'] => value in CHANGES;

/**
 * A storefront's settings in sections: fields are saved together, switches take effect immediately, and keys
 * and domains have their own actions.
 */
export function SiteForm({
  storefront,
  sees,
}: {
  readonly storefront: Storefront;
  readonly sees: readonly string[];
}) {
  const saved = fieldsOf(storefront);
  const draft = useDraft(saved);
  const { mutate, isPending, isSuccess, error, reset } = useTeamMutation(storefrontsSetDocument);
  const { value: fields, changed } = draft;
  const mistakes = mistakesIn(fields);
  const set = (change: Partial<SiteFields>) => {
    if (error || isSuccess) reset();
    draft.set(change);
  };
  const save = () =>
    mutate(
      { input: changeOf(storefront.id, fields, changed, saved) },
      { onSuccess: () => draft.saved(fields) },
    );
  const text = (field: TextField) => ({
    field,
    value: fields[field],
    error: mistakes[field],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: value }),
  });
  const part = { fields, saved, mistakes, set };
  return (
    <Editor
      label={t`Settings of ${storefront.name}`}
      sections={SECTIONS.filter(({ id }) => sees.includes(id))}
      {...{ draft, save, error }}
      valid={Object.keys(mistakes).length === 0}
      isSaving={isPending}
      isSaved={isSuccess}
      below={
        <>
          <OnlyFor roles={[]}>
            <ContentSection
              id="acp"
              title={t`ACP checkout`}
              lead={t`For agents that book through the Agentic Commerce Protocol with your API key.`}
            >
              <Acp storefront={storefront} />
            </ContentSection>
          </OnlyFor>
          <OnlyFor roles={['manager']}>
            <ContentSection
              id="domain"
              title={t`Your own domain`}
              lead={t`Guests and agents find this storefront at ${storefront.domain}. With your own domain, they also find it there.`}
            >
              <Domains storefront={storefront} />
            </ContentSection>
          </OnlyFor>
          <ContentSection id="maintenance" title={t({ message: 'Maintenance', context: 'storefront' })}>
            <Maintenance storefront={storefront} />
          </ContentSection>
        </>
      }
    >
      <ContentSection id="name" title={t`Name and language`}>
        <TextInput
          label={t`Name`}
          description={t`Shown to guests at ${storefront.domain}`}
          maxLength={120}
          {...text('name')}
        />
        <Select
          field="locale"
          label={t`Language`}
          description={t`For agents, and for guests whose language the site doesn't have`}
          value={fields.locale}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          searchable
          allowDeselect={false}
          onChange={(locale) => set({ locale: locale ?? fields.locale })}
        />
      </ContentSection>
      <ContentSection id="booking" title={t`How guests book`}>
        <BookingSettings storefront={storefront} />
        <NativeSelect
          field="requestMode"
          label={t`While a request waits for your answer`}
          description={
            storefront.instantBooking ? t`Guests send requests once instant booking is off.` : undefined
          }
          value={fields.requestMode}
          data={[
            { value: 'ask', label: t`Its nights stay on sale` },
            { value: 'hold', label: t`Its nights are held` },
          ]}
          onChange={({ currentTarget: { value } }) => set({ requestMode: value === 'hold' ? 'hold' : 'ask' })}
        />
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput
            label={t`Hours to answer`}
            description={t`Then it expires`}
            inputMode="decimal"
            {...text('respondWithin')}
          />
          <TextInput
            label={t`Hours to pay`}
            description={t`After you accept`}
            inputMode="decimal"
            {...text('payWithin')}
          />
          <TextInput
            label={t`Hours of notice`}
            description={t`Before the check-in day`}
            inputMode="decimal"
            {...text('minNotice')}
          />
        </SimpleGrid>
        <Questions
          questions={fields.requestQuestions}
          set={(requestQuestions) => set({ requestQuestions })}
        />
      </ContentSection>
      <ContentSection id="after" title={t`After booking`}>
        <GuestSettings storefront={storefront} />
        <NativeSelect
          field="guestChanges"
          label={t`Changes to a booked stay`}
          description={t`Kept nights keep their price, and dropped nights are charged by the cancellation terms`}
          value={fields.guestChanges}
          data={Object.entries(CHANGES).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget: { value } }) => isChanges(value) && set({ guestChanges: value })}
        />
      </ContentSection>
      {storefront.paymentMethods && (
        <ContentSection
          id="payment"
          title={t`Payment methods`}
          lead={t`Payment methods that guests can choose on their booking page, in addition to your payment apps.`}
        >
          <PaymentMethods {...part} />
        </ContentSection>
      )}
      <ContentSection
        id="policies"
        title={t`Policy pages`}
        lead={t`Guests find them below every page. Agents show all but the imprint next to a checkout.`}
      >
        <Policies storefront={storefront} {...part} />
      </ContentSection>
      <ContentSection id="agents" title={t`Agents`}>
        <AgentSettings storefront={storefront} />
        <Stack gap="xs">
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <TextInput
              label={t`Unpaid bookings per guest`}
              description={t`At the same time, by email address`}
              inputMode="numeric"
              {...text('maxHoldsPerGuest')}
            />
            <TextInput
              label={t`Unpaid nights per agent`}
              description={t`Units times nights at the same time`}
              inputMode="numeric"
              {...text('maxHeldNights')}
            />
            <TextInput
              label={t`Unpaid units per night (%)`}
              description={t`For unit types with more than 2 units`}
              inputMode="numeric"
              {...text('maxHeldSharePercent')}
            />
          </SimpleGrid>
        </Stack>
      </ContentSection>
    </Editor>
  );
}

type TextField =
  | 'name'
  | 'respondWithin'
  | 'payWithin'
  | 'minNotice'
  | 'maxHoldsPerGuest'
  | 'maxHeldNights'
  | 'maxHeldSharePercent';
