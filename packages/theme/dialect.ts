import { type Context, type Emitter, type FilterImplOptions, Liquid, type TagToken } from 'liquidjs';
import { BLOCKS, SLOTS } from './vocabulary.ts';

/** A tag as an object, which liquidjs doesn't export as a type. */
type TagImplOptions = Extract<Parameters<Liquid['registerTag']>[1], { render: unknown }>;

/** Tags from Liquid itself. `include` and `layout` are missing: a theme has `render` and one layout. */
const TAGS = [
  ...([
    'assign',
    'capture',
    'case',
    'comment',
    'cycle',
    'decrement',
    'echo',
    'for',
    'if',
    'increment',
  ] as const),
  ...(['liquid', 'raw', 'render', 'tablerow', 'unless', 'break', 'continue', '#'] as const),
];

/**
 * Filters from Liquid itself. The `*_exp` filters are missing because they ignore the render limit, and `raw`
 * is missing so that values are always escaped.
 */
const FILTERS = [
  ...([
    'abs',
    'append',
    'at_least',
    'at_most',
    'capitalize',
    'ceil',
    'compact',
    'concat',
    'date',
    'default',
  ] as const),
  ...([
    'divided_by',
    'downcase',
    'find',
    'find_index',
    'first',
    'floor',
    'group_by',
    'has',
    'join',
    'json',
  ] as const),
  ...([
    'last',
    'lstrip',
    'map',
    'minus',
    'modulo',
    'plus',
    'prepend',
    'reject',
    'remove',
    'remove_first',
  ] as const),
  ...([
    'remove_last',
    'replace',
    'replace_first',
    'replace_last',
    'reverse',
    'round',
    'rstrip',
    'size',
  ] as const),
  ...(['slice', 'slugify', 'sort', 'sort_natural', 'split', 'squish', 'strip', 'strip_html'] as const),
  ...([
    'strip_newlines',
    'sum',
    'times',
    'truncate',
    'truncatewords',
    'uniq',
    'upcase',
    'url_decode',
  ] as const),
  ...(['url_encode', 'where'] as const),
];

/** Filters of the platform. */
export const PLATFORM_FILTERS = ['asset_url', 'image_srcset', 'image_url', 'money', 't'] as const;
export type PlatformFilter = (typeof PLATFORM_FILTERS)[number];

/** The platform's part of rendering a template. */
export interface Dialect {
  /** Writes a block's or slot's place; a slot's name is `slot:stay.bottom`. */
  readonly block: (context: Context, name: string) => string;
  readonly filters: Readonly<Record<PlatformFilter, FilterImplOptions>>;
  /** Converts an output to HTML. */
  readonly toHtml: (value: unknown) => string;
  /** Renders a section to the emitter. */
  readonly section: (context: Context, key: string, emitter: Emitter) => IterableIterator<unknown>;
  /** Snippets by name. */
  readonly templates: Readonly<Record<string, string>>;
  readonly limits: { readonly parse: number; readonly renderMs: number; readonly memory: number };
}

/** Creates a Liquid engine with our tags and filters. It never opens files. */
export function openDialect({ block, filters, toHtml, section, templates, limits }: Dialect): Liquid {
  const liquid = new Liquid({
    templates: { ...templates },
    outputEscape: toHtml,
    ownPropertyOnly: true,
    strictFilters: true,
    relativeReference: false,
    dynamicPartials: true,
    cache: true,
    timezoneOffset: 0,
    locale: 'en',
    parseLimit: limits.parse,
    renderLimit: limits.renderMs,
    memoryLimit: limits.memory,
  });
  for (const name of Object.keys(liquid.tags)) if (!isIn(TAGS, name)) delete liquid.tags[name];
  for (const name of Object.keys(liquid.filters)) if (!isIn(FILTERS, name)) delete liquid.filters[name];
  for (const name of PLATFORM_FILTERS) liquid.registerFilter(name, filters[name]);
  for (const name of BLOCKS) liquid.registerTag(name, blockTag(block, name));
  liquid.registerTag('slot', slotTag(block));
  liquid.registerTag('section', sectionTag(section));
  return liquid;
}

const isIn = (names: readonly string[], name: string): boolean => names.includes(name);

const blockTag = (write: Dialect['block'], name: string): TagImplOptions => ({
  parse({ args }: TagToken) {
    if (args !== '') throw new Error(`{% ${name} %} has no arguments`);
  },
  render(context: Context, emitter: Emitter) {
    emitter.write(write(context, name));
  },
});

const slotTag = (write: Dialect['block']): TagImplOptions => ({
  parse(token: TagToken) {
    const slot = quotedName(token.args);
    if (slot === null || !isIn(SLOTS, slot)) {
      throw new Error(`{% slot %} needs the name of a slot in quotes: ${SLOTS.join(', ')}`);
    }
    this['slot'] = slot;
  },
  render(context: Context, emitter: Emitter) {
    emitter.write(write(context, `slot:${this['slot']}`));
  },
});

const sectionTag = (render: Dialect['section']): TagImplOptions => ({
  parse(token: TagToken) {
    const key = quotedName(token.args);
    if (key === null) throw new Error("{% section %} needs the name of a section in quotes, like 'hero'");
    this['key'] = key;
  },
  *render(context: Context, emitter: Emitter): Generator<unknown> {
    yield render(context, String(this['key']), emitter);
  },
});

/** Returns the name in a tag's only argument, in quotes; null if there's anything else. */
export const quotedName = (args: string): string | null =>
  /^(['"])([a-z][a-z0-9_.-]{0,59})\1$/.exec(args.trim())?.[2] ?? null;
