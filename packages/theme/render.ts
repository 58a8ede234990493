import { randomBytes } from 'node:crypto';
import { Context, type Emitter, type Liquid, LiquidError, type Template, toValueSync } from 'liquidjs';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { type Language, moneyIn } from '../../kit/language.ts';
import { withoutSchema } from './check.ts';
import { openDialect } from './dialect.ts';
import { refuseTag } from './markup.ts';
import type { Texts } from './texts.ts';
import type { ThemePackage } from './theme-package.ts';
import { translate } from './translate.ts';
import { LAYOUT, type PageTemplate, PLATFORM_CONTENT, RENDER_LIMITS, REQUIRED_BLOCKS } from './vocabulary.ts';

/** A page to render. */
export interface PageJob {
  readonly page: PageTemplate;
  /** Set if the platform's block `content` replaces the page's template inside the layout. */
  readonly isLayoutOnly?: boolean;
  /** The objects in templates. */
  readonly objects: Readonly<Record<string, unknown>>;
  /** Effective values of the settings by key. */
  readonly settings: Readonly<Record<string, string>>;
  /** Languages in order of preference. */
  readonly languages: readonly Language[];
}

/** The limit that a page exceeded, or the rule that it breaks. */
export type RenderLimit = 'time' | 'memory' | 'output' | 'template' | 'markup' | 'blocks';

/** A page without the platform's blocks, or the reason why there is none. */
export type PageRun =
  | {
      readonly html: string;
      /** Marks the places of blocks, as in `<!--mark:consent-->`. */
      readonly mark: string;
    }
  | { readonly limit: RenderLimit; readonly message: string };

/** A parsed theme. */
export interface ParsedTheme {
  readonly render: (job: PageJob) => PageRun;
}

/** Thrown for a page that exceeds a limit that liquidjs doesn't have. */
class PageRefused extends Error {
  override readonly name = 'PageRefused';
  readonly limit: RenderLimit;

  constructor(limit: RenderLimit, message: string) {
    super(message);
    this.limit = limit;
  }
}

/** One page's rendering, visible to tags and filters but not to templates. */
interface Rendering {
  readonly mark: string;
  readonly job: PageJob;
}

const RENDERING = Symbol('rendering');

/** Parses a theme's templates. Throws if one is invalid, which `checkTheme` rules out. */
export function parseTheme({ files, sha256, settings }: ParsedSource): ParsedTheme {
  const named = (folder: string) =>
    Object.entries(files).flatMap(([path, text]) => {
      const [, name] = new RegExp(`^${folder}/([a-z0-9_-]+)\\.liquid$`).exec(path) ?? [];
      return name === undefined ? [] : [[name, text] as const];
    });
  const texts = new Map(
    Object.entries(files).flatMap(([path, text]) => {
      const [, language] = /^locales\/([a-z]{2})\.json$/.exec(path) ?? [];
      // `checkTheme` accepted the shape.
      return language === undefined ? [] : [[language, JSON.parse(text) as Texts] as const];
    }),
  );
  const sections = new Map<string, Template[]>();
  const liquid = openDialect({
    templates: Object.fromEntries(named('snippets')),
    limits: { parse: RENDER_LIMITS.memory, renderMs: RENDER_LIMITS.renderMs, memory: RENDER_LIMITS.memory },
    toHtml: escapeHtml,
    block: (context, name) => `<!--${renderingOf(context).mark}:${name}-->`,
    *section(context, key, emitter) {
      const templates = sections.get(key);
      if (!templates) throw new Error(`The theme has no section "${key}".`);
      const values = valuesOf(renderingOf(context).job.settings, settings, `${key}.`);
      const inner = context.spawn({ section: { key, settings: values } });
      yield liquid.renderer.renderTemplates(templates, inner, emitter);
    },
    filters: {
      asset_url: (name: unknown) => `/theme/${sha256}/${encodeURIComponent(String(name))}`,
      image_url: (photo: unknown, ...wanted: unknown[]) => {
        const found = versionsIn(photo);
        const width = Number(wanted.flat().find((value) => Number(value) > 0) ?? 800);
        return (found.find((version) => version.width >= width) ?? found.at(-1))?.path ?? '';
      },
      image_srcset: (photo: unknown) =>
        versionsIn(photo)
          .map(({ path, width }) => `${path} ${width}w`)
          .join(', '),
      money(price: unknown) {
        const { amount, currency } = Object(price);
        const [language = 'en'] = renderingOf(this.context).job.languages;
        return typeof amount === 'number' && typeof currency === 'string'
          ? moneyIn(language, amount, currency)
          : '';
      },
      t(key: unknown, ...given: unknown[]) {
        const named = given.filter((pair): pair is [string, unknown] => Array.isArray(pair));
        const found = renderingOf(this.context).job.languages.flatMap((language) => {
          const own = texts.get(language);
          return own ? [{ language, texts: own }] : [];
        });
        return translate(found, String(key), Object.fromEntries(named));
      },
    },
  });
  for (const [key, text] of named('sections')) sections.set(key, liquid.parse(withoutSchema(text)));
  const layout = liquid.parse(files[LAYOUT] ?? '');
  const pages = new Map(named('templates').map(([page, text]) => [page, liquid.parse(text)]));

  return {
    render(job) {
      const template = pages.get(job.page);
      if (!template) return { limit: 'template', message: `The theme has no template "${job.page}".` };
      const rendering = { mark: randomBytes(12).toString('hex'), job };
      try {
        const globals = {
          ...job.objects,
          settings: valuesOf(job.settings, settings),
          [RENDERING]: rendering,
        };
        const context = new Context({}, liquid.options, { sync: true, globals }, { liquid });
        const content = job.isLayoutOnly
          ? `<!--${rendering.mark}:${PLATFORM_CONTENT}-->`
          : renderPart(liquid, template, context);
        // A placeholder, so that the page isn't escaped and no filter in the layout changes it.
        const place = `${rendering.mark}:layout`;
        const around = renderPart(liquid, layout, context.spawn({ content_for_layout: place }));
        const html = around.replace(place, () => content);
        if (html.length > RENDER_LIMITS.outputBytes) throw tooLong();
        refusePage(html, rendering.mark, job);
        return { html, mark: rendering.mark };
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

/** The parts of a package that rendering needs. */
export type ParsedSource = Pick<ThemePackage, 'files' | 'sha256' | 'settings'>;

function renderPart(liquid: Liquid, templates: Template[], context: Context): string {
  let length = 0;
  const parts: string[] = [];
  const emitter: Emitter = {
    buffer: '',
    write(html: unknown) {
      const text = textOf(html);
      length += text.length;
      if (length > RENDER_LIMITS.outputBytes) throw tooLong();
      parts.push(text);
    },
  };
  toValueSync(liquid.renderer.renderTemplates(templates, context, emitter));
  return parts.join('');
}

const tooLong = () =>
  new PageRefused('output', `The page is longer than ${RENDER_LIMITS.outputBytes / 1024} KB.`);

function renderingOf({ globals }: Context): Rendering {
  const { [RENDERING]: rendering } = globals as { readonly [RENDERING]?: Rendering }; // set by `render`
  if (!rendering) throw new Error('A template is only rendered by `render`.');
  return rendering;
}

function failureOf(error: unknown): PageRun {
  const cause = LiquidError.is(error) ? originOf(error as LiquidError) : error;
  if (cause instanceof PageRefused) return { limit: cause.limit, message: cause.message };
  if (!(cause instanceof Error)) throw error;
  const message = LiquidError.is(error) ? (error as LiquidError).message : cause.message;
  if (message.startsWith('template render limit exceeded')) {
    return { limit: 'time', message: `The templates took more than ${RENDER_LIMITS.renderMs} ms.` };
  }
  if (message.startsWith('memory alloc limit exceeded')) {
    return { limit: 'memory', message: 'The templates created too many objects.' };
  }
  // Too deep a recursion, or too long a text.
  if (cause instanceof RangeError) return { limit: 'memory', message: `${cause.message}.` };
  return { limit: 'template', message: `${message}.` };
}

function originOf(error: LiquidError): unknown {
  let origin: unknown = error;
  while (LiquidError.is(origin) && (origin as LiquidError).originalError) {
    origin = (origin as LiquidError).originalError;
  }
  return origin;
}

/** Returns a value's text; an object has none. */
function textOf(value: unknown, levels = 4): string {
  if (Array.isArray(value)) return levels === 0 ? '' : value.map((one) => textOf(one, levels - 1)).join('');
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

const escapeHtml = (value: unknown): string =>
  textOf(value).replaceAll(/[&<>"']/g, (char) => ESCAPED[char] ?? char);

/** Returns values by key for the settings under a prefix, in the types that templates compare. */
function valuesOf(
  values: PageJob['settings'],
  settings: ParsedSource['settings'],
  prefix = '',
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    settings.flatMap(({ key, type }) => {
      const name = key.slice(prefix.length);
      if (!key.startsWith(prefix) || name.includes('.')) return [];
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      return [[name, value === undefined ? null : typedValue(type, value)]];
    }),
  );
}

function typedValue(type: ParsedSource['settings'][number]['type'], value: string): unknown {
  if (type === 'boolean') return value === 'true';
  if (type === 'integer' || type === 'decimal') return Number(value);
  return type === 'multiselect' ? JSON.parse(value) : value;
}

/** Returns a photo's versions, smallest first; the platform computes them. */
function versionsIn(photo: unknown): readonly { readonly path: string; readonly width: number }[] {
  const { versions } = Object(photo);
  return Array.isArray(versions) ? versions : [];
}

/** Throws if a page has forbidden elements, or blocks where a browser wouldn't show them. */
function refusePage(html: string, mark: string, { page, isLayoutOnly }: PageJob): void {
  const blocks: string[] = [];
  const nodes: DefaultTreeAdapterTypes.ChildNode[] = [...parse(html).childNodes];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.nodeName === '#comment' && 'data' in node && node.data.startsWith(`${mark}:`)) {
      const block = node.data.slice(mark.length + 1);
      if (block === 'content_for_head' && node.parentNode?.nodeName !== 'head') {
        throw new PageRefused('blocks', '{% content_for_head %} must be in the head, before any text.');
      }
      blocks.push(block);
    }
    if ('attrs' in node) {
      const refused = refuseTag({ name: node.tagName.toLowerCase(), attributes: node.attrs });
      if (refused !== null) throw new PageRefused('markup', refused);
    }
    if ('childNodes' in node) nodes.push(...node.childNodes);
  }
  if (html.split(mark).length - 1 !== blocks.length) {
    throw new PageRefused('blocks', 'A block is inside an attribute, a comment or a text-only element.');
  }
  const required = [
    ...(REQUIRED_BLOCKS[LAYOUT] ?? []),
    ...(isLayoutOnly ? [PLATFORM_CONTENT] : (REQUIRED_BLOCKS[`templates/${page}.liquid`] ?? [])),
  ];
  for (const block of required.filter((one) => one !== 'content_for_layout')) {
    const count = blocks.filter((one) => one === block).length;
    if (count !== 1)
      throw new PageRefused('blocks', `The page has {% ${block} %} ${count} times instead of once.`);
  }
}
