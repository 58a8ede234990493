import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { MAX_RATE_RULES } from '../../../schema/limits.ts';
import { useTeamQueryAll } from '../../api/hooks.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNote } from '../../components/error-note.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { Panel } from '../../components/panel.tsx';
import { addDays, todayIn } from '../../format/dates.ts';
import { inOrderMade } from '../../format/order.ts';
import { horizon } from '../calendar/range.ts';
import { type RatesAdjustInput, ratesUnitTypesDocument } from './generated.ts';
import { Preview } from './preview.tsx';
import { RuleFields } from './rule-fields.tsx';
import { mistakesOf, newRule, type RuleForm, ruleInput } from './rule-form.ts';
import { ChooseUnitTypes, type UnitType } from './unit-types.tsx';

/** Changes many nights' rates together by rules, after a preview. */
export function RatesPage() {
  const { data, error, refetch } = useTeamQueryAll(ratesUnitTypesDocument, ({ unitTypes: listed }) => listed);
  const unitTypes = inOrderMade(data ?? []).filter(({ active }) => active);
  return (
    <Page
      title={t`Rates`}
      lead={t`Seasons, weekdays, percentages and copies for many nights together. You preview every change before you apply it.`}
    >
      <ErrorNote error={error} onRetry={refetch} />
      {!data && !error && <Loading label={t`Loading unit types`} lines={6} />}
      {data && unitTypes.length === 0 && (
        <EmptyState title={t`No unit types yet`}>
          <Trans>Once a property has a unit type, its rates can be changed here.</Trans>
        </EmptyState>
      )}
      {unitTypes.length > 0 && <RateRules unitTypes={unitTypes} />}
    </Page>
  );
}

function RateRules({ unitTypes }: { readonly unitTypes: readonly UnitType[] }) {
  const [chosen, setChosen] = useState(() => unitTypes.slice(0, 1).map(({ id }) => id));
  const affected = unitTypes.filter(({ id }) => chosen.includes(id));
  const today = (affected.length > 0 ? affected : unitTypes)
    .map(({ property }) => todayIn(property.timeZone))
    .reduce((latest, date) => (date > latest ? date : latest));
  const bounds = { from: today, until: horizon(today) };
  const currencies = [...new Set(affected.map(({ property }) => property.currency))];
  const currency = currencies.length === 1 ? (currencies[0] ?? null) : null;
  const [rules, setRules] = useState(() => [{ key: 0, ...newRule(today, addDays(today, 29)) }]);
  const [shown, setShown] = useState<RatesAdjustInput | null>(null);
  const [applied, setApplied] = useState<number | null>(null);

  const edit = (change: () => void) => {
    setShown(null);
    setApplied(null);
    change();
  };
  const set = (key: number, fields: Partial<RuleForm>) =>
    edit(() =>
      setRules((before) => before.map((rule) => (rule.key === key ? { ...rule, ...fields } : rule))),
    );
  const add = () =>
    edit(() =>
      setRules((before) => {
        const last = before.at(-1) ?? newRule(today, today);
        return [
          ...before,
          { ...newRule(last.from, last.until), key: 1 + Math.max(...before.map(({ key }) => key)) },
        ];
      }),
    );
  const mistakes = rules.map((rule) => mistakesOf(rule, currency));
  const valid = chosen.length > 0 && mistakes.every((of) => Object.keys(of).length === 0);
  const look = (event: FormEvent) => {
    event.preventDefault();
    setApplied(null);
    setShown({ unitTypeIds: chosen, rules: rules.map((rule) => ruleInput(rule, currency)) });
  };
  return (
    <>
      <Panel title={t`What to change`}>
        <form onSubmit={look} noValidate>
          <Stack gap="lg">
            <ChooseUnitTypes
              unitTypes={unitTypes}
              chosen={chosen}
              onChange={(ids) => edit(() => setChosen(ids))}
            />
            {rules.map(({ key, ...rule }, place) => (
              <RuleFields
                key={key}
                {...{ place, rule, bounds, currency, unitTypes }}
                mistakes={shown || !isUntouched(rule) ? (mistakes[place] ?? {}) : {}}
                set={(fields) => set(key, fields)}
                {...(rules.length > 1 && {
                  remove: () => edit(() => setRules((before) => before.filter((one) => one.key !== key))),
                })}
              />
            ))}
            <Group justify="space-between">
              <Button variant="default" onClick={add} disabled={rules.length >= MAX_RATE_RULES}>
                <Trans>Add a rule</Trans>
              </Button>
              <Button type="submit" disabled={!valid}>
                <Trans>Preview</Trans>
              </Button>
            </Group>
          </Stack>
        </form>
      </Panel>
      {applied !== null && (
        <Alert color="lake" variant="light" role="status">
          <Trans>
            <Plural value={applied} one="# night" other="# nights" /> changed. Agents will see the new rates
            in their next search.
          </Trans>
        </Alert>
      )}
      {shown && (
        <Preview
          input={shown}
          unitTypes={unitTypes}
          onApplied={(nights) => {
            setShown(null);
            setApplied(nights);
          }}
        />
      )}
    </>
  );
}

/** True if a rule is still empty; it then isn't marked as invalid. */
const isUntouched = ({ base, percent, amount, rate }: RuleForm): boolean =>
  base === 'current' && `${percent}${amount}${rate}` === '';
