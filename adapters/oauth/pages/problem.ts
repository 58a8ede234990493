import { html } from 'hono/html';
import type { Html } from '../../page/shell.ts';
import { page } from './layout.ts';

/** What went wrong, for whoever was sent here. */
export const problemPage = (title: string, text: string): Html =>
  page(title, html`<h1>${title}</h1><p>${text}</p>`);
