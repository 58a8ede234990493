import { isLanguageTag } from '#kit/language.ts';
import { MESSAGE_VARIABLES } from '#kit/message-variables.ts';
import { isStorable } from '#kit/text.ts';
import { hasStrayBraces, unknownVariables } from './template-text.ts';

/** A template's text in one language. */
export interface TemplateText {
  readonly locale: string;
  readonly subject: string;
  readonly body: string;
}

/** The reason an input can't be saved, in the SDL's `UserError` shape. */
export interface Fault {
  readonly field: readonly string[];
  readonly message: string;
  readonly code: string;
}

const MAX_NAME = 120;
const MAX_TEXTS = 20;
const MAX_SUBJECT = 200;
const MAX_BODY = 5_000;

/** Creates an `INVALID` fault. */
export const invalid = (field: readonly string[], message: string): Fault => ({
  field: ['input', ...field],
  message,
  code: 'INVALID',
});

/** Checks a template's or a rule's name. */
export const nameFaults = (name: string): readonly Fault[] =>
  name.trim() === '' || name.length > MAX_NAME || !isStorable(name)
    ? [invalid(['name'], `A name must have 1 to ${MAX_NAME} visible characters.`)]
    : [];

/** Returns every reason a template can't be saved. */
export function templateFaults({
  name,
  texts,
}: {
  readonly name: string;
  readonly texts: readonly TemplateText[];
}): readonly Fault[] {
  if (texts.length === 0 || texts.length > MAX_TEXTS)
    return [...nameFaults(name), invalid(['texts'], `A template must have 1 to ${MAX_TEXTS} texts.`)];
  const languages = texts.map(({ locale }) => locale.toLowerCase());
  return [
    ...nameFaults(name),
    ...texts.flatMap(({ locale, subject, body }, index) => {
      const path = (field: string) => ['texts', String(index), field];
      const isRepeated = languages.indexOf(locale.toLowerCase()) < index;
      return [
        ...(isLanguageTag(locale)
          ? []
          : [invalid(path('locale'), 'The locale must be a BCP 47 tag, e.g. `de`.')]),
        ...(isRepeated ? [invalid(path('locale'), `The template already has a text in \`${locale}\`.`)] : []),
        ...(subject.trim() === '' ||
        subject.length > MAX_SUBJECT ||
        /[\r\n]/.test(subject) ||
        !isStorable(subject)
          ? [invalid(path('subject'), `A subject must have 1 to ${MAX_SUBJECT} characters on one line.`)]
          : []),
        ...(body.trim() === '' || body.length > MAX_BODY || !isStorable(body)
          ? [invalid(path('body'), `A text must have 1 to ${MAX_BODY.toLocaleString('en')} characters.`)]
          : []),
        ...variableFaults(path('subject'), subject),
        ...variableFaults(path('body'), body),
      ];
    }),
  ];
}

function variableFaults(field: readonly string[], text: string): readonly Fault[] {
  const known = MESSAGE_VARIABLES.map((name) => `{{${name}}}`).join(', ');
  const unknown = unknownVariables(text).map((name) => ({
    field: ['input', ...field],
    message: `{{${name.slice(0, 60)}}} isn't a variable. The variables are ${known}.`,
    code: 'UNKNOWN_VARIABLE',
  }));
  if (unknown.length > 0 || !hasStrayBraces(text)) return unknown;
  return [invalid(field, `Double braces must enclose a variable. The variables are ${known}.`)];
}
