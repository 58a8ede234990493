import { type JSXAttributeItem, type Node, parseSync, Visitor } from 'oxc-parser';

/** Attributes with visible text, or with text for screen readers. */
const VISIBLE = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'closeButtonLabel',
  'confirmLabel',
  'data',
  'description',
  'error',
  'label',
  'lead',
  'legend',
  'placeholder',
  'saveLabel',
  'text',
  'title',
]);

/** Properties of objects with such text. */
const VISIBLE_PROPERTIES = new Set(['description', 'empty', 'label', 'lead', 'placeholder', 'text', 'title']);

/** Names that are the same in every language, and examples of text to type. */
const SAME_EVERYWHERE: readonly RegExp[] = [
  /^(ADR|RevPAR|iCal|IBAN|BIC|URL|ID|CSV|PDF|UTC|ACP|MCP|TXT|CNAME)$/,
  /^(Instagram|Facebook|YouTube|TikTok|Pinterest|X|LinkedIn|Tripadvisor|WhatsApp|Mastodon|Bluesky)$/,
  /^https?:/,
  /^Bay Rooms$/, // an example of a team's name
  /^(Page Up|Page Down|Enter|Shift|Alt|Esc|Ctrl)$/, // keys, as browsers and test programs name them
];

/** Elements whose text is translated, or is typed into a terminal. */
const SKIPPED = /^(Trans|Plural|Select|Code|code|kbd)$/;

interface Loose {
  readonly line: number;
  readonly text: string;
}

/**
 * Returns the words in a module of the panel that people read although no macro translates them: text between tags, and
 * literals in visible attributes and properties.
 */
export function looseWords(file: string, source: string): readonly Loose[] {
  const found: Loose[] = [];
  const add = ({ start }: { readonly start: number }, text: string) => {
    if (isWords(text)) found.push({ line: source.slice(0, start).split('\n').length, text: text.trim() });
  };
  const addLiterals = (node: Node | null) => {
    if (node?.type === 'Literal' && typeof node.value === 'string') add(node, node.value);
    else if (node?.type === 'TemplateLiteral') {
      add(node, node.quasis.map(({ value }) => value.cooked ?? '').join(' '));
      for (const expression of node.expressions) addLiterals(expression);
    } else if (node?.type === 'ArrayExpression') for (const element of node.elements) addLiterals(element);
    else if (node?.type === 'JSXExpressionContainer') addLiterals(node.expression);
    else if (node?.type === 'ConditionalExpression') {
      addLiterals(node.consequent);
      addLiterals(node.alternate);
    } else if (node?.type === 'LogicalExpression') addLiterals(node.right);
  };
  const addSentence = (node: { readonly start: number }, text: string) => {
    if (SENTENCE.test(text) && !isSkipped(node)) add(node, text);
  };
  const skipped: { readonly start: number; readonly end: number }[] = [];
  const isSkipped = ({ start }: { readonly start: number }) =>
    skipped.some((element) => element.start <= start && start < element.end);
  new Visitor({
    JSXElement(node) {
      const { name } = node.openingElement;
      if (name.type === 'JSXIdentifier' && SKIPPED.test(name.name)) skipped.push(node);
    },
    TaggedTemplateExpression(node) {
      skipped.push(node);
    },
    CallExpression(node) {
      if (node.callee.type === 'Identifier' && /^(plural|select)$/.test(node.callee.name)) skipped.push(node);
    },
    NewExpression(node) {
      // For developers of the panel.
      if (node.callee.type === 'Identifier' && node.callee.name === 'Error') skipped.push(node);
    },
    Literal(node) {
      if (typeof node.value === 'string') addSentence(node, node.value);
    },
    TemplateLiteral(node) {
      addSentence(node, node.quasis.map(({ value }) => value.cooked ?? '').join('…'));
    },
    JSXText(node) {
      if (!isSkipped(node)) add(node, node.value);
    },
    JSXAttribute(node: JSXAttributeItem) {
      if (node.type !== 'JSXAttribute' || node.name.type !== 'JSXIdentifier') return;
      if (VISIBLE.has(node.name.name)) addLiterals(node.value);
    },
    JSXExpressionContainer(node) {
      if (!isAttribute(source, node.start)) addLiterals(node.expression as Node);
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && VISIBLE_PROPERTIES.has(key.name)) addLiterals(value);
    },
  }).visit(parseSync(file, source).program);
  return [...new Map(found.map((loose) => [`${loose.line} ${loose.text}`, loose])).values()];
}

/** True for an expression that's an attribute's value. */
const isAttribute = (source: string, start: number): boolean => source[start - 1] === '=';

/** A sentence, wherever it is in the code. */
const SENTENCE = /^(?:\p{Lu}|…).*\p{Ll} .*\p{L}[.?!]$/u;

const isWords = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  /\p{Lu}\p{Ll}|\p{L}\s+\p{L}|^\(?\p{Ll}+\)?$/u.test(text.trim()) &&
  !SAME_EVERYWHERE.some((same) => same.test(text.trim()));
