import { describe, expect, test } from 'vitest';
import { catalogProblems } from './words/catalogs.ts';
import { looseWords } from './words/loose-words.ts';

// Lingui's ids are hashes; any id does here.
const source = (...messages: readonly string[]) =>
  Object.fromEntries(messages.map((message) => [message, { message }]));
const catalog = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(texts).map(([message, translation]) => [message, { message, translation }]),
  );
const loose = (code: string) => looseWords('made-up.tsx', code).map(({ text }) => text);

describe("the check of the panel's words", () => {
  test('a catalog with exactly the messages of the source passes', () => {
    const messages = source('Save', '{nights, plural, one {# night} other {# nights}} at <0>{name}</0>');
    const texts = {
      Save: 'Speichern',
      '{nights, plural, one {# night} other {# nights}} at <0>{name}</0>':
        '{nights, plural, one {# Nacht} other {# Nächte}} in <0>{name}</0>',
    };
    expect(catalogProblems(messages, catalog(texts))).toEqual([]);
  });

  test.each([
    ['a missing message', source('Save'), catalog({}), 'missing: "Save"'],
    ['an empty translation', source('Save'), catalog({ Save: '' }), 'untranslated: "Save"'],
    ['an unused message', source(), catalog({ Save: 'Speichern' }), 'unused: "Save"'],
    [
      'a lost placeholder',
      source('Hello {name}'),
      catalog({ 'Hello {name}': 'Hallo' }),
      'other placeholders or tags: "Hello {name}" as "Hallo"',
    ],
    [
      'a lost tag',
      source('<0>Add</0> one'),
      catalog({ '<0>Add</0> one': 'Hinzufügen' }),
      'other placeholders or tags: "<0>Add</0> one" as "Hinzufügen"',
    ],
    [
      'a plural that became a plain placeholder',
      source('{n, plural, one {# bed} other {# beds}}'),
      catalog({ '{n, plural, one {# bed} other {# beds}}': '{n} Betten' }),
      'other placeholders or tags: "{n, plural, one {# bed} other {# beds}}" as "{n} Betten"',
    ],
  ])('%s fails it', (_, messages, translated, problem) => {
    expect(catalogProblems(messages, translated)).toEqual([problem]);
  });

  test('an unreadable translation fails it', () => {
    const [problem] = catalogProblems(source('Hello {name}'), catalog({ 'Hello {name}': 'Hallo {name' }));
    expect(problem).toContain('as "Hallo {name"');
  });

  test.each([
    ['text between tags', '<p>Save it</p>', 'Save it'],
    ['a visible attribute', '<Page title="Bookings" />', 'Bookings'],
    ['a visible attribute with a template', `<Page title={\`Booking \${id}\`} />`, 'Booking'],
    ['a choice between texts', '<p>{isNew ? "Add" : "Save"}</p>', 'Add'],
    ['a list of options', '<Select data={["days", "hours"]} />', 'days'],
    ['a word in a template', `<p>{\`\${name}\${isNew ? " (new)" : ""}\`}</p>`, '(new)'],
    ['a sentence anywhere', 'fail("The response is empty.");', 'The response is empty.'],
    ['a label in a table', 'const TABLE = [{ value: 1, label: "One night" }];', 'One night'],
  ])('%s outside of a macro is found', (_, code, text) => {
    expect(loose(code)[0]).toBe(text);
  });

  test('words in macros, and names that are the same in every language, are left alone', () => {
    expect(loose('<p><Trans>Save <b>it</b></Trans></p>')).toEqual([]);
    expect(loose('<Page title={t`Bookings`}>{isNew ? t`Add` : t`Save`}</Page>')).toEqual([]);
    expect(loose('<Plural value={n} one="# night" other="# nights" />')).toEqual([]);
    expect(loose('const TABLE = [{ value: "x", label: "Instagram" }];')).toEqual([]);
    expect(loose('<Stack gap="md"><Text size="sm">{name}</Text></Stack>')).toEqual([]);
  });
});
