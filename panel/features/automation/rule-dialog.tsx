import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { refusalsOf } from '../../api/errors.ts';
import { useTeamMutation } from '../../api/hooks.ts';
import { ErrorNote } from '../../components/error-note.tsx';
import { Form } from '../../components/form.tsx';
import { OpenDialog } from '../../components/open-dialog.tsx';
import {
  automationRuleSaveDocument,
  type EditedRuleFragment,
  type ListedTemplateFragment,
  type ReadyTemplateFragment,
} from './generated.ts';
import { CHANNELS, TRIGGERS } from './message-words.ts';
import { RuleFilters } from './rule-filters.tsx';
import { mistakesIn, ruleInput, type TypedRule, typedRule, usualRule } from './rule-form.ts';
import { RuleTimeFields } from './rule-time-fields.tsx';

interface RuleDialogProps {
  /** The rule to edit; null to add one. */
  readonly rule: EditedRuleFragment | null;
  readonly templates: readonly ListedTemplateFragment[];
  readonly ready: readonly ReadyTemplateFragment[];
  readonly onClose: () => void;
}

/** Fields whose error is shown next to them. */
const FIELDS: readonly string[] = [
  'name',
  'templateId',
  'trigger',
  'hours',
  'days',
  'at',
  'filters.propertyIds',
  'filters.ratePlanIds',
  'filters.sources',
  'filters.minNights',
  'filters.maxNights',
];

/** Adds or edits a rule. */
export function RuleDialog({ rule, templates, ready, onClose }: RuleDialogProps) {
  const save = useTeamMutation(automationRuleSaveDocument);
  const [typed, setTyped] = useState(() => {
    const blank = typedRule(rule, templates[0]?.id ?? '');
    return rule ? blank : { ...blank, ...usualRule(templates[0], ready) };
  });
  const [isChecked, setIsChecked] = useState(false);
  const set = (change: Partial<TypedRule>) => {
    save.reset();
    setTyped((before) => ({ ...before, ...change }));
  };
  const mistakes = mistakesIn(typed);
  const refusals = refusalsOf(save.error);
  const errors = { ...(isChecked && mistakes), ...refusals };
  const hasOther = save.error !== null && !Object.keys(refusals).some((field) => FIELDS.includes(field));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (Object.keys(mistakes).length > 0) return;
    save.mutate({ input: ruleInput(typed, rule?.id ?? null) }, { onSuccess: onClose });
  };
  return (
    <OpenDialog onClose={onClose} title={rule ? rule.name : t`Add a rule`} size="lg">
      <Form error={save.error} onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t`Name`}
            description={t`For you and your team`}
            required
            maxLength={120}
            data-autofocus
            value={typed.name}
            error={errors['name']}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <NativeSelect
            label={t`Template`}
            data={templates.map(({ id, name }) => ({ value: id, label: name }))}
            value={typed.templateId}
            error={errors['templateId']}
            onChange={({ currentTarget: { value } }) =>
              set({
                templateId: value,
                ...(!rule &&
                  usualRule(
                    templates.find(({ id }) => id === value),
                    ready,
                  )),
              })
            }
          />
          <NativeSelect
            label={t`Send it`}
            data={TRIGGERS}
            value={typed.trigger}
            error={errors['trigger']}
            onChange={({ currentTarget: { value } }) =>
              set({ trigger: TRIGGERS.find((one) => one.value === value)?.value ?? typed.trigger })
            }
          />
          <RuleTimeFields {...{ typed, errors, set }} />
          <NativeSelect
            label={t`Channel`}
            description={
              typed.channel === 'email'
                ? t`With the template's subject; it doesn't appear in the conversation`
                : t`The message appears in the guest's conversation`
            }
            inputWrapperOrder={['label', 'input', 'description']}
            data={CHANNELS.map(({ value, label }) => ({ value, label }))}
            value={typed.channel}
            onChange={({ currentTarget: { value } }) =>
              set({ channel: value === 'email' ? 'email' : 'conversation' })
            }
          />
          <RuleFilters {...{ typed, errors, set }} />
          <Switch
            label={t`On`}
            description={t`While it's off, nothing is sent. Turning it on sends nothing that was due before.`}
            checked={typed.active}
            onChange={({ currentTarget: { checked } }) => set({ active: checked })}
          />
          {hasOther && <ErrorNote error={save.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button type="submit" loading={save.isPending}>
              {rule ? t`Save` : t`Add the rule`}
            </Button>
          </Group>
        </Stack>
      </Form>
    </OpenDialog>
  );
}
