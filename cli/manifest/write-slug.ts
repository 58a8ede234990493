import { type Spans, spanKey, tomlSpans } from './toml-spans.ts';

/**
 * Returns the document with `slug` set to the server's choice. Every other byte is preserved: comments,
 * spacing, line endings and the byte order mark. Replaces an existing slug's value; otherwise adds a line
 * after the name, or as the first line. See docs/interface/apps.md#manifest.
 */
export function withSlug(text: string, slug: string): string {
  const spans = tomlSpans(text);
  const value = JSON.stringify(slug);
  const written = spans.get('slug');
  if (written !== undefined) return text.slice(0, written.valueStart) + value + text.slice(written.valueEnd);

  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const at = lineAfterName(text, spans);
  const midLine = at > 0 && !/[\n\uFEFF]/.test(text[at - 1] ?? '');
  const line = midLine ? `${newline}slug = ${value}` : `slug = ${value}${newline}`;
  return text.slice(0, at) + line + text.slice(at);
}

/** Returns the beginning of the line after the top-level `name`, or of the first line if there is no name. */
function lineAfterName(text: string, spans: Spans): number {
  const name = spans.get(spanKey(['name']));
  // A table header `[name]` isn't a name, and a line after it would belong to that table.
  const isValue = name !== undefined && name.valueStart > name.start;
  if (!isValue) return text.startsWith('\uFEFF') ? 1 : 0;
  const end = text.indexOf('\n', name.valueEnd);
  return end === -1 ? text.length : end + 1;
}
