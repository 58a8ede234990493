import { msg, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Radio, SimpleGrid, TextInput } from '@mantine/core';
import { translated } from '../../i18n/translated.ts';
import { ContentSection } from '../content/content-section.tsx';
import type { Answer, PartProps, Rule } from './property-fields.ts';

const QUESTIONS: readonly (readonly [Rule, string])[] = translated([
  ['pets', msg`Pets are welcome`],
  ['smoking', msg`Smoking is allowed inside`],
  ['parties', msg`Parties are allowed`],
  ['selfCheckIn', msg`Guests can check themselves in`],
]);

const ANSWERS: readonly (readonly [Answer, string])[] = translated([
  ['yes', msg`Yes`],
  ['no', msg`No`],
  ['', msg`Not stated`],
]);

/** Common rules, for fields that the host hasn't filled in. */
const COMMON = { pets: 'no', smoking: 'no', parties: 'no', quietFrom: '22:00', quietUntil: '07:00' } as const;

/** Fills empty fields with the common rules. */
const withCommon = (rules: PartProps['fields']['houseRules']) => {
  const given = Object.entries(rules).filter(([, answer]) => answer !== '');
  return { ...rules, ...COMMON, ...Object.fromEntries(given) };
};

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** House rules, quiet hours and the minimum age for booking. */
export function HouseRuleFields({ fields, set, wrong }: PartProps) {
  const { houseRules: rules } = fields;
  const change = (part: Partial<typeof rules>) => set({ houseRules: { ...rules, ...part } });
  return (
    <ContentSection id="house-rules" title={t`House rules`} refusal={wrong.houseRules}>
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          disabled={isSame(rules, withCommon(rules))}
          onClick={() => set({ houseRules: withCommon(rules) })}
        >
          <Trans>Fill in common rules</Trans>
        </Button>
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {QUESTIONS.map(([rule, question]) => (
          <Radio.Group
            key={rule}
            label={question}
            value={rules[rule]}
            onChange={(value) => change({ [rule]: value as Answer })} // its options are the answers
          >
            <Group gap="md" mt={6}>
              {ANSWERS.map(([value, label]) => (
                <Radio key={value} {...{ value, label }} />
              ))}
            </Group>
          </Radio.Group>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          type="time"
          label={t`Quiet from`}
          value={rules.quietFrom}
          onChange={({ currentTarget: { value } }) => change({ quietFrom: value })}
        />
        <TextInput
          type="time"
          label={t`Quiet until`}
          value={rules.quietUntil}
          onChange={({ currentTarget: { value } }) => change({ quietUntil: value })}
        />
        <TextInput
          label={t`Minimum age to book`}
          inputMode="numeric"
          maxLength={2}
          value={rules.minAge}
          error={wrong.minAge}
          onChange={({ currentTarget: { value } }) => change({ minAge: value })}
        />
      </SimpleGrid>
    </ContentSection>
  );
}
