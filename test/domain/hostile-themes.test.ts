import { describe, expect, test } from 'vitest';
import { checkThemeFiles } from '#theme/check.ts';
import { openThemeRenderer, type ThemedRun } from '#theme/renderer.ts';
import { RENDER_LIMITS } from '#theme/vocabulary.ts';
import { type Files, filesOf, LEAST_THEME } from '../support/themes.ts';

/** One pool for all templates, as in a server. */
const renderer = openThemeRenderer();

const OBJECTS = {
  page: { language: 'en', title: 'Home' },
  evil: `"><script>alert('x')</script><img src=x onerror=alert(1)>{{ 7 | times: 7 }}`,
  list: Array.from({ length: 200 }, (_, index) => ({ id: index, name: `n${index}` })),
};

/** Renders a home page without checking the theme first, as if the check had missed the template. */
async function render(files: Files, storefrontId = 'hostile'): Promise<ThemedRun> {
  const all = Object.entries({ ...LEAST_THEME, ...files }).map(
    ([path, text]) => [path, String(text)] as const,
  );
  const sha256 = crypto.randomUUID();
  const source = { files: Object.fromEntries(all), sha256, settings: [] };
  const job = { page: 'home' as const, objects: OBJECTS, settings: {}, languages: ['en' as const] };
  return renderer.render(storefrontId, sha256, job, async () => source);
}

const HOME = 'templates/home.liquid';
const home = (text: string): Files => ({ [HOME]: text });
const check = (files: Files) => checkThemeFiles(filesOf({ ...LEAST_THEME, ...files })).issues;

const EXPRESSIONS = ['where_exp', 'find_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_index_exp'].map(
  (filter) => [`the filter ${filter}`, home(`{{ (1..20000) | ${filter}: "i", "a contains i" }}`)] as const,
);

const ENDLESS: readonly (readonly [string, Files])[] = [
  ['a loop without a body', home('{% for i in (1..100000000) %}{% endfor %}')],
  ['a loop with a body', home('{% for i in (1..1000000) %}x{% endfor %}')],
  [
    'nested loops',
    home(
      '{% for a in (1..900) %}{% for b in (1..900) %}{% for c in (1..900) %}{{ c }}{% endfor %}{% endfor %}{% endfor %}',
    ),
  ],
  ['a loop over a table', home('{% tablerow i in (1..1000000) %}x{% endtablerow %}')],
  ['a range with a huge end', home('{% assign a = (1..99999999) | size %}{{ a }}')],
  ['a range as text', home('{{ (1..9999999) | join: "x" }}')],
  ['a snippet that renders itself', { ...home('{% render "a" %}'), 'snippets/a.liquid': '{% render "a" %}' }],
  [
    'a snippet that renders itself twice',
    { ...home('{% render "a" %}'), 'snippets/a.liquid': '{% render "a" %}{% render "a" %}' },
  ],
  [
    'two snippets that render each other',
    {
      ...home('{% render "a" %}'),
      'snippets/a.liquid': '{% render "b" %}',
      'snippets/b.liquid': '{% render "a" %}',
    },
  ],
  [
    'a snippet rendered for a huge range',
    { ...home('{% render "a" for (1..9999999) as i %}'), 'snippets/a.liquid': '{{ i }}' },
  ],
  [
    'a section that renders itself',
    { ...home('{% section "a" %}'), 'sections/a.liquid': '{% section "a" %}' },
  ],
  [
    'a text that doubles',
    home(
      '{% assign a = "0123456789" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
    ),
  ],
  [
    'a list that doubles',
    home(
      '{% assign a = "1,2,3" | split: "," %}{% for i in (1..40) %}{% assign a = a | concat: a %}{% endfor %}',
    ),
  ],
  [
    'captures that double',
    home(
      '{% assign a = "0123456789" %}{% for i in (1..60) %}{% capture a %}{{ a }}{{ a }}{% endcapture %}{% endfor %}{{ a }}',
    ),
  ],
  [
    'a replacement that multiplies',
    home(
      '{% assign a = "aaaaaaaaaa" %}{% for i in (1..12) %}{% assign a = a | replace: "a", "aaaaaaaaaa" %}{% endfor %}{{ a }}',
    ),
  ],
  ['a date padded to many digits', home('{{ "now" | date: "%99999999d" }}')],
  [
    'a date with a long format',
    home(
      '{% assign f = "%A" %}{% for i in (1..24) %}{% assign f = f | append: f %}{% endfor %}{{ "now" | date: f }}',
    ),
  ],
  ['a long page', home(`{% for i in (1..100000) %}${'x'.repeat(10_000)}{% endfor %}`)],
  ['a page slightly above the limit', home(`{% for i in (1..53) %}${'x'.repeat(10_000)}{% endfor %}`)],
  [
    'splitting a long text',
    home(
      '{% assign a = "a," %}{% for i in (1..22) %}{% assign a = a | append: a %}{% endfor %}{% assign b = a | split: "," %}{{ b | size }}',
    ),
  ],
  ['sorting a long list', home('{% assign a = (1..900000) | sort | reverse | sort %}{{ a | size }}')],
  ['distinct entries of a long list', home('{% assign a = (1..900000) | uniq %}{{ a | size }}')],
  ['a long list with many filters', home(`{{ (1..90000) ${'| reverse '.repeat(500)}| size }}`)],
  [
    'capitals of a long text',
    home(
      '{% assign a = "ab" %}{% for i in (1..26) %}{% assign a = a | append: a %}{% endfor %}{{ a | upcase | downcase | upcase | size }}',
    ),
  ],
  [
    'removing markup from a long text',
    home(
      '{% assign a = "<" %}{% for i in (1..21) %}{% assign a = a | append: a %}{% endfor %}{{ a | strip_html | size }}',
    ),
  ],
  [
    'words of a long text',
    home(
      '{% assign a = "a " %}{% for i in (1..22) %}{% assign a = a | append: a %}{% endfor %}{{ a | truncatewords: 9999999 | size }}',
    ),
  ],
  ['a text as JSON', home('{% assign a = (1..900000) %}{{ a | json | size }}')],
  ['a cycle in a long loop', home('{% for i in (1..9999999) %}{% cycle "a", "b" %}{% endfor %}')],
  ['counting up in a long loop', home('{% for i in (1..9999999) %}{% increment n %}{% endfor %}')],
  [
    'a long loop in the layout',
    {
      ...home('x'),
      'layout/theme.liquid':
        '{% for i in (1..9999999) %}x{% endfor %}{{ content_for_layout }}{% content_for_head %}{% consent %}',
    },
  ],
];

const WRONG: readonly (readonly [string, Files])[] = [
  ['a path outside the theme', home('{% render "../../etc/passwd" %}')],
  ['an absolute path', home('{% render "/etc/passwd" %}')],
  ['a path in a variable', home('{% assign a = "../../../etc/passwd" %}{% render a %}')],
  ['the layout of another path', home('{% layout "../../etc/passwd" %}')],
  ['an included path', home('{% include "../../etc/passwd" %}')],
  ['a section outside the theme', home('{% section "../../etc/passwd" %}')],
  ['the raw filter', home('{{ evil | raw }}')],
  ['tags that are nested too deeply', home('{% if true %}'.repeat(4_000) + '{% endif %}'.repeat(1_000))],
  ['an expression that is nested too deeply', home(`{{ a${'[a'.repeat(20_000)} }}`)],
];

const MARKUP: readonly (readonly [string, Files])[] = [
  ['a script', home('<script>alert(1)</script>')],
  ['a script put together by tags', home('<scr{% if true %}ipt>alert(1)</scr{% endif %}ipt>')],
  ['a form', home('<form action="https://a.example"><input name="card"></form>')],
  ['a form put together by tags', home('<{% if true %}form{% endif %} action="https://a.example">')],
  ['a frame', home('<iframe src="https://a.example"></iframe>')],
  ['a base address', home('<ba{% if true %}se href="https://a.example/">{% endif %}')],
  [
    'a refresh',
    home('<meta http-equiv="ref{% if true %}resh{% endif %}" content="0;url=https://a.example">'),
  ],
  ['an event handler', home('<img src="/a.png" o{% if true %}nerror{% endif %}="alert(1)">')],
  ['a link that runs a script', home('<a href="java{% if true %}script{% endif %}:alert(1)">x</a>')],
  ['a picture on another host', home('<img src="https{% if true %}://a.example{% endif %}/a.png">')],
  ['a connection hint', home('<link rel="pre{% if true %}connect{% endif %}" href="https://a.example">')],
  [
    'a title that ends early',
    {
      ...home('x'),
      'layout/theme.liquid':
        '<head>{% content_for_head %}<title></{% if true %}title><script>1</script>{% endif %}</head>{{ content_for_layout }}{% consent %}',
    },
  ],
];

const BLOCKS: readonly (readonly [string, Files])[] = [
  ['a block in an attribute', home('<p title="{% languages %}">')],
  ['a block in a comment', home('<!-- {% languages %} -->')],
  [
    'no consent block',
    {
      ...home('x'),
      'layout/theme.liquid':
        '{% content_for_head %}{{ content_for_layout }}{% if false %}{% consent %}{% endif %}',
    },
  ],
  [
    'two head blocks',
    {
      ...home('x'),
      'layout/theme.liquid':
        '{% content_for_head %}{% content_for_head %}{{ content_for_layout }}{% consent %}',
    },
  ],
];

const HARMLESS: readonly (readonly [string, Files])[] = [
  ['a value with markup', home('<p title="{{ evil }}">{{ evil }}</p>')],
  ['a value in a capture', home('{% capture a %}{{ evil }}{% endcapture %}{{ a }}')],
  [
    'prototypes',
    home('{{ list.constructor }}{{ page.__proto__ }}{{ list.map.constructor.name }}{{ "a".constructor }}'),
  ],
  ['a misused divisor', home('{{ 1 | divided_by: 0 }}{{ "x" | times: "y" }}{{ nil | append: nil }}')],
];

const named = (corpus: readonly (readonly [string, Files])[]) =>
  corpus.map(([title, files]) => ({ title, files }));

describe('A hostile template', () => {
  test('the corpus has at least 60 templates', () => {
    const all = [EXPRESSIONS, ENDLESS, WRONG, MARKUP, BLOCKS, HARMLESS].flat();
    expect(all.length).toBeGreaterThanOrEqual(60);
  });

  test.each(named(ENDLESS))(
    '$title ends at a limit, and the next storefront gets its page',
    async ({ files }) => {
      const [run, neighbor] = await Promise.all([render(files), render(home('<p>Neighbor</p>'), 'neighbor')]);
      expect(run).toMatchObject({
        limit: expect.stringMatching(/^(time|memory|output)$/),
        message: expect.any(String),
      });
      expect(neighbor).toMatchObject({ html: expect.stringContaining('<p>Neighbor</p>') });
    },
  );

  test.each([...named(EXPRESSIONS), ...named(WRONG)])(
    '$title is refused by the check, and is not rendered either',
    async ({ title, files }) => {
      if (title !== 'a path in a variable') expect(check(files)).not.toEqual([]);
      const run = await render(files).catch((error: Error) => error);
      expect(run).not.toHaveProperty('html');
      expect(JSON.stringify(run)).not.toContain('root:');
    },
  );

  test.each(named(MARKUP))('$title is not shown, even if the check misses it', async ({ files }) => {
    expect(await render(files)).toMatchObject({ limit: 'markup' });
  });

  test.each(named(BLOCKS))('$title is not shown', async ({ files }) => {
    expect(await render(files)).toMatchObject({ limit: 'blocks' });
  });

  test.each(named(HARMLESS))('$title is escaped', async ({ files }) => {
    const run = await render(files);
    if (!('html' in run)) throw new Error(run.message);
    const written = run.html.replaceAll(/<!--[0-9a-f]+:/g, '<!--'); // the blocks' marks are random
    expect(written).not.toMatch(/<script|<img|49|function|Object|native/);
    expect(run.html.length).toBeLessThan(RENDER_LIMITS.outputBytes);
  });

  test('a template in native code for long is ended by the wall-clock limit, and the pool keeps working', async () => {
    const slow = '{% assign a = "ab" %}{% for i in (1..19) %}{% assign a = a | append: a %}{% endfor %}';
    const runs = await Promise.all(
      Array.from({ length: 6 }, () =>
        render(home(`${slow}${'{{ a | replace: "b", "c" | size }}'.repeat(300)}`)),
      ),
    );
    for (const run of runs) expect(run).toHaveProperty('limit');
    expect(await render(home('<p>Served</p>'))).toMatchObject({ html: expect.stringContaining('Served') });
  });
});
