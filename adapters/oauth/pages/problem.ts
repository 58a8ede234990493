import { html } from 'hono/html';
import type { Language } from '#kit/language.ts';
import type { Html } from '../../page/shell.ts';
import { page } from './layout.ts';

/** Renders an error page for the visitor, in English by default. */
export const problemPage = (title: string, text: string, language?: Language): Html =>
  page(title, html`<h1>${title}</h1><p>${text}</p>`, language);
