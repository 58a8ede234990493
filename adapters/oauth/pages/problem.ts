import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { page } from './layout.ts';

/** Renders an error page for the visitor. */
export const problemPage = (title: string, text: string): Html =>
  page(title, html`<h1>${title}</h1><p>${text}</p>`);
