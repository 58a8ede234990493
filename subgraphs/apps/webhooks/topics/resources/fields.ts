import { z } from 'zod';

/** Shared resource fields. */
export const id = z.int().positive();
export const version = z.int().positive().describe('Increases with every change: a lower value is stale.');
export const date = z.iso.date();
