import { describe, expect, test } from 'vitest';
import { checkTheme, checkThemeFiles, type ThemeIssue } from '#theme/check.ts';
import { type Files, filesOf, LEAST_THEME, zipOf } from '../support/themes.ts';

const check = (files: Files) => checkThemeFiles(filesOf({ ...LEAST_THEME, ...files }));
/** Issues as a compiler would print them. */
const shown = (issues: readonly ThemeIssue[]) =>
  issues.map(({ file, line, code }) => `${file}:${line ?? '-'} ${code}`);
const problems = (files: Files) => shown(check(files).issues);

const HERO = `<h1>{{ section.settings.title }}</h1>
{% schema %}
name = "Hero"

[[settings]]
key = "title"
type = "text"
label = "Title"
default = "Stay by the lake"
{% endschema %}
`;
const LAYOUT = 'layout/theme.liquid';
const HOME = 'templates/home.liquid';
const CSS = 'assets/theme.css';

describe('A theme package', () => {
  test('a valid package is plain JSON with its pages, settings, sections, files and assets', async () => {
    const zip = await zipOf({
      ...LEAST_THEME,
      [HOME]: "{% section 'hero' %}{% render 'card', title: 'A' %}{% slot 'home.bottom' %}",
      'sections/hero.liquid': HERO,
      'snippets/card.liquid': '<p class="card">{{ title }}</p>',
      'locales/de.json': '{"home": {"nights": {"one": "{count} Nacht", "other": "{count} Nächte"}}}',
      'config/settings.toml': '[[settings]]\nkey = "tint"\ntype = "color"\nlabel = "Tint"\n',
      [CSS]: '@font-face { font-family: A; src: url("a.woff2") }',
      'assets/a.woff2': 'wOF2…',
      'README.md': 'How to use it',
      '__MACOSX/._theme.toml': 'x',
    });
    const { theme, issues } = await checkTheme(zip);
    expect(issues).toEqual([]);
    expect(JSON.parse(JSON.stringify(theme))).toEqual(theme);
    expect(theme).toMatchObject({
      name: 'Lake House',
      slug: 'lake-house',
      version: '1.0.0',
      distribution: 'private',
      minPlatform: '2027-01',
      pages: ['home'],
      sections: [{ key: 'hero', name: 'Hero' }],
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(theme?.settings.map(({ key, type, group }) => [key, type, group])).toEqual([
      ['tint', 'color', null],
      ['hero.title', 'text', 'Hero'],
    ]);
    expect(Object.keys(theme?.files ?? {})).toEqual([
      LAYOUT,
      'locales/de.json',
      'sections/hero.liquid',
      'snippets/card.liquid',
      HOME,
    ]);
    expect(Object.entries(theme?.assets ?? {}).map(([name, { type }]) => [name, type])).toEqual([
      ['a.woff2', 'font/woff2'],
      ['theme.css', 'text/css; charset=utf-8'],
    ]);
  });

  test('the digest depends only on paths and contents', async () => {
    const digest = async (files: Files) => (await checkTheme(await zipOf(files))).theme?.sha256;
    const plain = await digest(LEAST_THEME);
    const inFolder = Object.entries(LEAST_THEME).map(([path, text]) => [`lake-house/${path}`, text] as const);
    expect(await digest(Object.fromEntries(inFolder.reverse()))).toBe(plain);
    expect(await digest({ ...LEAST_THEME, [HOME]: 'a' })).not.toBe(plain);
  });

  test.each([
    ['without theme.toml', { 'theme.toml': undefined }, ['theme.toml:- THEME_INVALID']],
    ['without a layout', { [LAYOUT]: undefined }, [`${LAYOUT}:- THEME_INVALID`]],
  ])('a package %s is refused', (_title, removed, expected) => {
    const files = Object.fromEntries(Object.entries(LEAST_THEME).filter(([path]) => !(path in removed)));
    expect(shown(checkThemeFiles(filesOf(files)).issues)).toEqual(expected);
  });
});

describe('An archive', () => {
  test('a file that is not a zip file is refused', async () => {
    const { issues } = await checkTheme(Buffer.from('not a zip file'));
    expect(shown(issues)).toEqual([':- THEME_INVALID']);
  });

  test('an archive of more than 5 MB is refused', async () => {
    const { issues } = await checkTheme(new Uint8Array(5 * 1024 * 1024 + 1));
    expect(shown(issues)).toEqual([':- TOO_LARGE']);
  });

  test('an archive with more than 200 files is refused', async () => {
    const many = Array.from({ length: 201 }, (_, index) => [`snippets/s${index}.liquid`, ''] as const);
    const { issues } = await checkTheme(await zipOf(Object.fromEntries(many)));
    expect(shown(issues)).toEqual([':- TOO_LARGE']);
  });

  test('an archive that unpacks to more than 20 MB is refused, whatever sizes it states', async () => {
    const bomb = await zipOf({ ...LEAST_THEME, 'assets/a.png': Buffer.alloc(21 * 1024 * 1024) });
    expect(bomb.length).toBeLessThan(100_000);
    expect(shown((await checkTheme(bomb)).issues)).toEqual([':- TOO_LARGE']);

    // States 10 bytes in the central directory.
    const at = bomb.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const lying = Buffer.from(bomb);
    lying.writeUInt32LE(10, at + 24);
    expect(shown((await checkTheme(lying)).issues)).toEqual([':- THEME_INVALID']);
  });

  test('an archive with a path outside its folder is refused', async () => {
    const zip = await zipOf({ ...LEAST_THEME, 'assets/__/a.css': '' });
    const evil = Buffer.from(
      zip.toString('latin1').replaceAll('assets/__/a.css', 'assets/../a.css'),
      'latin1',
    );
    expect(shown((await checkTheme(evil)).issues)).toEqual([':- THEME_INVALID']);
  });
});

describe('A file in a theme', () => {
  test.each([
    'assets/theme.js',
    'assets/a.html',
    'assets/fonts/a.woff2',
    'assets/a.constructor',
    'templates/checkout.liquid',
    'templates/home.json',
    'locales/zh.json',
    'layout/other.liquid',
    'sections/../../etc/passwd',
    'package.json',
    '.env',
  ])('%s is forbidden', (path) => {
    expect(problems({ [path]: '' })).toEqual([`${path}:- FORBIDDEN_FILE`]);
  });

  test('a picture must be what its name says', () => {
    expect(problems({ 'assets/a.png': '<script>' })).toEqual(['assets/a.png:- FORBIDDEN_FILE']);
  });

  test('a text must be UTF-8 and not too long', () => {
    expect(problems({ [CSS]: new Uint8Array([0xff, 0xfe]), 'assets/b.css': 'a'.repeat(200_001) })).toEqual([
      'assets/b.css:- TOO_LARGE',
      `${CSS}:- THEME_INVALID`,
    ]);
  });
});

describe('theme.toml and settings', () => {
  test.each([
    ['name = "Lake"\nversion = "1"\nslug = "-"', 3],
    ['slug = "lake-house"\nname = "Lake"\nversion = "one"', 3],
    ['name = "Lake"\nslug = "lake-house"\nversion = "1"\ndistribution = "world"', 4],
    ['name = "Lake"\nslug = "lake-house"\nversion = "1"\nmin_platform = "2031-01"', 4],
    ['name = "Lake"\nslug = "lake-house"\nversion = "1"\nauthor = "Me"', 4],
    ['name = "Lake"\nslug = lake\nversion = "1"', 2],
  ])('the declaration %j is refused on line %i', (toml, line) => {
    expect(problems({ 'theme.toml': toml })).toEqual([`theme.toml:${line} THEME_INVALID`]);
  });

  test.each([
    ['type = "secret"', 7],
    ['type = "text"\nper = "property"', 8],
    ['type = "text"\nlable = "Other"', 8],
    ['type = "integer"\ndefault = "x"', 8],
  ])('the setting with %j is refused on line %i of its file', (rest, line) => {
    const first = '[[settings]]\nkey = "a"\ntype = "text"\nlabel = "A"\n';
    const second = `[[settings]]\nlabel = "B"\n${rest}\nkey = "b"\n`;
    expect(problems({ 'config/settings.toml': first + second })).toEqual([
      `config/settings.toml:${line} THEME_INVALID`,
    ]);
  });

  test("a section's schema is refused on its line of the section's file", () => {
    expect(problems({ 'sections/hero.liquid': HERO.replace('"text"', '"txt"') })).toEqual([
      'sections/hero.liquid:7 THEME_INVALID',
    ]);
  });

  test('a locale must be an object of texts', () => {
    expect(problems({ 'locales/de.json': '{"a": [1]}', 'locales/fr.json': '{\n"a": 1\n' })).toEqual([
      'locales/de.json:1 THEME_INVALID',
      'locales/fr.json:3 THEME_INVALID',
    ]);
  });
});

describe('A template', () => {
  test.each([
    'where_exp',
    'find_exp',
    'reject_exp',
    'group_by_exp',
    'has_exp',
    'find_index_exp',
    'raw',
    'nope',
  ])('the filter "%s" does not exist', (filter) => {
    expect(problems({ [HOME]: `<p>\n{{ (1..20000) | ${filter}: "i", "a contains i" }}</p>` })).toEqual([
      `${HOME}:2 THEME_INVALID`,
    ]);
  });

  test('every unknown filter in a file is reported', () => {
    const text =
      '{{ a | where_exp: "i", "i" }}\n{% assign b = a\n | find_exp: "|", "i" %}\n{{ "| raw" | upcase }}';
    expect(problems({ [HOME]: text })).toEqual([`${HOME}:1 THEME_INVALID`, `${HOME}:3 THEME_INVALID`]);
  });

  test.each([
    ['{% if a %}', 'a tag that is not closed'],
    ['{% include "card" %}', 'a tag that themes do not have'],
    ['{% layout "other" %}', 'another layout'],
    ['{% slot "stay.left" %}', 'an unknown slot'],
    ['{% section hero %}', 'a section without quotes'],
    ['{% section "hero" %}', 'a section that the theme does not have'],
    ['{% render "card" %}', 'a snippet that the theme does not have'],
    ['{% render "../../etc/passwd" %}', 'a path outside the theme'],
    ['{% liquid\nrender "card"\n%}', 'a snippet inside a liquid tag'],
    ['{% payment_form "a" %}', 'a block with arguments'],
    ['{% if a %}'.repeat(6_000) + '{% endif %}'.repeat(400), 'tags that are nested too deeply'],
  ])('%j is refused: %s', (text) => {
    const [first, ...more] = problems({ [HOME]: text });
    expect(first).toMatch(/^templates\/home\.liquid:\d+ THEME_INVALID$/);
    expect(more).toEqual([]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<SCRIPT src="/a.js"></SCRIPT>',
    '<form action="/bookings/1">',
    '<input name="card">',
    '<button formaction="https://a.example">',
    '<iframe src="/"></iframe>',
    '<object data="a"></object>',
    '<base href="https://a.example/">',
    '<meta http-equiv="refresh" content="0; url=https://a.example">',
    '<meta name="referrer" content="unsafe-url">',
    '<link rel="preconnect" href="/a">',
    '<link rel="dns-prefetch" href="/a">',
    '<link rel="stylesheet" href="https://a.example/a.css">',
    '<img src=x onerror=alert(1)>',
    '<svg onload="alert(1)"></svg>',
    '<img src="https://a.example/pixel.gif">',
    '<img srcset="/a.png 1x, //a.example/b.png 2x">',
    '<a href="javascript:alert(1)">',
    '<a href=" java\nscript:alert(1)">',
    '<a href="/" ping="/track">',
    '<p style="position: fixed">',
    '<style>p { color: red }</style>',
    '<noscript><img></noscript>',
    '<template></template>',
    '<constructor></constructor><script></script>',
    '<svg><foreignObject><p></p></foreignObject></svg>',
  ])('the markup %j is refused', (markup) => {
    expect(problems({ [HOME]: `<h1>{{ page.title }}</h1>\n${markup}` })).toEqual([`${HOME}:2 THEME_INVALID`]);
  });

  test('ordinary markup is accepted', () => {
    const markup = `<nav><a href="/" {% if page.name == 'home' %}aria-current="page"{% endif %}>Home</a>
<a href="mailto:{{ storefront.email }}">Write</a> <a href="https://a.example/map" rel="noopener">Map</a></nav>
<img src="{{ unit_type.media[0] | image_url: 800 }}" alt="" loading="lazy"><details><summary>More</summary></details>
{% comment %}<script>{{ a | raw }}</script>{% endcomment %}<!-- <form> -->`;
    expect(problems({ [HOME]: markup })).toEqual([]);
  });

  test.each([
    [LAYOUT, '<html><body>{{ content_for_layout }}{% consent %}</body></html>', 'content_for_head'],
    [
      LAYOUT,
      '<html><head>{% content_for_head %}</head><body>{% consent %}</body></html>',
      'content_for_layout',
    ],
    [LAYOUT, '{% content_for_head %}{{ content_for_layout }}', 'consent'],
    ['templates/booking.liquid', '{% comment %}{% payment_form %}{% endcomment %}', 'payment_form'],
    ['templates/request.liquid', '{% payment_form %}', 'request_form'],
    ['templates/cancel.liquid', '', 'cancel_form'],
    ['templates/change.liquid', '', 'change_form'],
    ['templates/messages.liquid', '', 'message_form'],
  ])('%s with %j misses the block %s', (path, text, block) => {
    const { issues } = check({ [path]: text });
    expect(shown(issues)).toEqual([`${path}:1 MISSING_BLOCK`]);
    expect(issues[0]?.message).toContain(block);
  });

  test('a block may be in a section or snippet that the template renders', () => {
    const files = {
      'templates/booking.liquid': "{% section 'pay' %}",
      'sections/pay.liquid': "{% render 'form' %}",
      'snippets/form.liquid': '{% payment_form %}',
    };
    expect(problems(files)).toEqual([]);
  });
});

describe('A style sheet', () => {
  test.each([
    '@import "other.css";',
    '@\\69mport url(other.css);',
    'a { background: url(https://a.example/a.png) }',
    "a { background: URL( '//a.example/a.png' ) }",
    'a { background: u\\72l(https://a.example/a.png) }',
    'a { background: image-set("a.png" 1x, "https://a.example/a.png" 2x) }',
    '@font-face { src: url("http://a.example/a.woff2") }',
  ])('%j is refused', (rule) => {
    expect(problems({ [CSS]: `/* url(https://ignored.example) */\n${rule}` })).toEqual([
      `${CSS}:2 THEME_INVALID`,
    ]);
  });

  test('files of the theme and data are accepted', () => {
    const css = `a { background: url(a.png), url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E") }
@media (prefers-color-scheme: dark) { a::before { content: "→ //" } }`;
    expect(problems({ [CSS]: css })).toEqual([]);
  });

  test.each([
    '<svg><script>alert(1)</script></svg>',
    '<svg onload="alert(1)"></svg>',
    '<svg><image href="https://a.example/a.png"/></svg>',
    '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>',
  ])('the picture %j is refused', (svg) => {
    expect(problems({ 'assets/a.svg': svg })).toEqual(['assets/a.svg:1 THEME_INVALID']);
  });
});
