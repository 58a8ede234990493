import { MESSAGE_VARIABLES, type MessageVariable } from '#kit/message-variables.ts';

/** A booking's values; empty if it has none. */
export type MessageValues = Readonly<Record<MessageVariable, string>>;

/** A variable, optionally with a fallback: `{{door.code|at the front desk}}`. */
const VARIABLE = /\{\{\s*([^{}|]*?)\s*(?:\|([^{}]*))?\}\}/g;

const isKnown = (name: string): name is MessageVariable =>
  MESSAGE_VARIABLES.some((variable) => variable === name);

/** Returns the names in a text that aren't variables, each once. */
export const unknownVariables = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name).filter((name) => !isKnown(name))),
];

/** True if a text has braces that form no variable, which guests would otherwise see. */
export const hasStrayBraces = (text: string): boolean => {
  const rest = text.replaceAll(VARIABLE, '');
  return rest.includes('{{') || rest.includes('}}');
};

/** A filled-in text, and the variables without a value or fallback. */
export interface FilledText {
  readonly text: string;
  readonly empty: readonly MessageVariable[];
}

/**
 * Fills in a text. Each variable is replaced once: a value that looks like a variable stays as it is. A
 * variable without a value or fallback stays as written.
 */
export function fillText(text: string, values: MessageValues): FilledText {
  const empty = new Set<MessageVariable>();
  const filled = text.replaceAll(VARIABLE, (written: string, name: string, fallback?: string) => {
    if (!isKnown(name)) return written;
    const value = values[name].trim() || (fallback ?? '').trim();
    if (value !== '') return value;
    empty.add(name);
    return written;
  });
  return { text: filled, empty: [...empty] };
}
