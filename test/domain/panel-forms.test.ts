import { globSync, readFileSync } from 'node:fs';
import { buildSchema, type DocumentNode, isInputObjectType, parse, visit } from 'graphql';
import { expect, test } from 'vitest';

// A refused action shows its error next to the field (panel/README.md). The checks read the panel's code, so that
// every new form is checked.

/** Inputs that show why the form was refused if they come from `components/fields.tsx`. */
const INPUTS = [
  'Autocomplete',
  'Checkbox',
  'MultiSelect',
  'NativeSelect',
  'NumberInput',
  'PasswordInput',
  'Select',
  'Switch',
  'TagsInput',
  'Textarea',
  'TextInput',
];

/** Files whose inputs show refusals that their page gives them, from `refusalsOf`. */
const SHOWN_BY_PAGE = [
  'automation/rule-dialog.tsx',
  'automation/rule-filters.tsx',
  'automation/rule-time-fields.tsx',
  'automation/template-texts.tsx',
  'automation/template.tsx',
  'bookings/entry-terms.tsx',
  'content/amenities.tsx',
  'content/descriptions.tsx',
  'installed/setting-field.tsx',
  'listing/finding-fields.tsx',
  'listing/link-fields.tsx',
  'listing/picture-fields.tsx',
  'listing/word-fields.tsx',
  'look/fields.tsx',
  'properties/age-fields.tsx',
  'properties/arrival-fields.tsx',
  'properties/basic-fields.tsx',
  'properties/house-rule-fields.tsx',
  'properties/place-fields.tsx',
  'properties/reach-fields.tsx',
  'properties/room-fields.tsx',
  'properties/sale-fields.tsx',
  'properties/typed-field.tsx',
];

/** Files whose inputs choose what a page shows, or are a single control with its error directly below. */
const NOT_REFUSED = [
  'access/invitations.tsx',
  'access/team-settings.tsx',
  'automation/template-preview.tsx',
  'billing/subscription.tsx',
  'bookings/bookings.tsx',
  'bookings/change-price.tsx',
  'bookings/column-menu.tsx',
  'bookings/list-filters.tsx',
  'bookings/status-choice.tsx',
  'bookings/stay-actions.tsx',
  'calendar/calendar.tsx',
  'channels/room-fields.tsx',
  'charges/charges.tsx',
  'housekeeping/housekeeping.tsx',
  'installed/object-settings.tsx',
  'marketplace/statements.tsx',
  'messages/messages.tsx',
  'palette/palette.tsx',
  'placements/placement.tsx',
  'properties/property-choice.tsx',
  'rate-plans/plan-preview.tsx',
  'rates/rule-fields.tsx',
  'rates/unit-types.tsx',
  'reports/range-controls.tsx',
  'store/store.tsx',
  'storefronts/setting.tsx',
  'tasks/checklist.tsx',
  'tasks/own-rules.tsx',
  'tasks/provider.tsx',
  'transfer/upload-reservations.tsx',
  'welcome/ways-to-pay.tsx',
];

/** Forms without a mutation: the rates are previewed first. */
const NO_MUTATION = ['rates/rates.tsx'];

const FEATURES = globSync('panel/features/**/*.tsx').map((path) => ({
  name: path.slice('panel/features/'.length),
  text: readFileSync(path, 'utf8'),
}));

/** Returns the inputs that a file imports from Mantine, without refusals. */
function plainInputs(text: string): readonly string[] {
  const [, names = ''] = /import \{([^}]*)\} from '@mantine\/core'/.exec(text) ?? [];
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => INPUTS.includes(name));
}

/** Returns the selections of `userErrors` without the field or the message. */
function incompleteErrors(document: DocumentNode): readonly string[] {
  const incomplete: string[] = [];
  visit(document, {
    Field({ name, selectionSet }) {
      if (name.value !== 'userErrors') return;
      const chosen =
        selectionSet?.selections.map((one) => (one.kind === 'Field' ? one.name.value : '')) ?? [];
      if (!['field', 'message'].every((field) => chosen.includes(field))) incomplete.push(chosen.join(' '));
    },
  });
  return incomplete;
}

test('every operation of the panel reads which field was refused and why', () => {
  const wrong = globSync('panel/**/*.graphql', { exclude: ['**/node_modules/**'] }).flatMap((path) =>
    incompleteErrors(parse(readFileSync(path, 'utf8'))).map((chosen) => `${path}: ${chosen}`),
  );
  expect(wrong).toEqual([]);
  expect(incompleteErrors(parse('mutation { go { userErrors { message } } }'))).toEqual(['message']);
});

test('every form in the panel shows refusals at its fields', () => {
  const own = FEATURES.filter(({ text }) => text.includes('<form')).map(({ name }) => name);
  expect(own).toEqual(NO_MUTATION);
});

test('every input in a form names the field that it changes', () => {
  const plain = FEATURES.filter(({ text }) => plainInputs(text).length > 0).map(({ name }) => name);
  expect(plain.toSorted()).toEqual([...SHOWN_BY_PAGE, ...NOT_REFUSED].toSorted());
  expect(plainInputs(`import { Button, TextInput } from '@mantine/core';`)).toEqual(['TextInput']);
});

test('every named field is an input field or an argument of the API', () => {
  const schema = buildSchema(readFileSync('schema/generated/host/api.graphql', 'utf8'), {
    assumeValid: true,
  });
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const known = new Set([
    ...inputs.flatMap((type) => Object.keys(type.getFields())),
    ...Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ args }) =>
      args.map(({ name }) => name),
    ),
  ]);
  const unknown = FEATURES.flatMap(({ name, text }) =>
    [...text.matchAll(/\bfield="([\w.]+)"/g)].flatMap(([, path = '']) =>
      path
        .split('.')
        .filter((part) => !/^\d+$/.test(part) && !known.has(part))
        .map((part) => `${name}: ${part}`),
    ),
  );
  expect(unknown).toEqual([]);
  expect(known.has('notAField')).toBe(false);
});
